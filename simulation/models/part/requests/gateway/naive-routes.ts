/** The toys as a client reads of them: which path and method leads to which, and what each does first. */
export interface NaiveRoute {
  readonly method: string;
  readonly isRead: boolean;
  readonly body: 'none' | 'needed' | 'optional';
  readonly shed?: 'billable' | 'walk';
  readonly hasRights?: boolean;
  readonly limit: 'usual' | 'own words' | 'none';
}

export interface NaivePath {
  readonly template: string;
  readonly id: string;
  readonly allow: string;
  readonly routes: readonly NaiveRoute[];
}

const READ = { isRead: true, body: 'none', limit: 'usual' } as const;
const CHANGE = { isRead: false, body: 'needed', limit: 'usual' } as const;

const THINGS: NaivePath = {
  template: '/v1/things',
  id: '',
  allow: 'GET, HEAD, POST',
  routes: [
    { ...READ, method: 'GET' },
    { ...CHANGE, method: 'POST', shed: 'billable' },
  ],
};

const read = (template: string, id: string, more: Partial<NaiveRoute> = {}): NaivePath => ({
  ...{ template, id, allow: 'GET, HEAD' },
  routes: [{ ...READ, method: 'GET', ...more }],
});

/** By path as it is sent. */
const NAIVE_PATHS: Readonly<Record<string, NaivePath>> = {
  '/v1/things': THINGS,
  '/v1/th%69ngs': THINGS,
  '/v1/things/t_1': read('/v1/things/{id}', 't_1'),
  '/v1/things/t%5F2/content': read('/v1/things/{id}/content', 't_2'),
  '/v1/texts': {
    ...{ template: '/v1/texts', id: '', allow: 'POST' },
    routes: [{ ...CHANGE, method: 'POST', shed: 'billable', body: 'optional', limit: 'own words' }],
  },
  '/v1/walks': read('/v1/walks', '', { shed: 'walk' }),
  '/v1/slow': read('/v1/slow', '', { limit: 'none' }),
  '/api/notes': read('/api/notes', ''),
  '/api/notes/n-1': {
    ...{ template: '/api/notes/{id}', id: 'n-1', allow: 'DELETE, PATCH' },
    routes: [
      { ...CHANGE, method: 'PATCH', hasRights: true },
      { ...CHANGE, method: 'DELETE', body: 'none' },
    ],
  },
};

export function pathOf(sent: string): NaivePath | undefined {
  return NAIVE_PATHS[sent];
}

export function naiveRoute(path: NaivePath | undefined, method: string): NaiveRoute | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return path?.routes.find((route) => route.method === asked);
}

/** The kind of key that a path takes, or would. */
export function kindFor(sent: string): 'api' | 'management' | undefined {
  const [, first] = decodeURIComponent(sent.replace(/%$/, '')).split('/');
  return first === 'v1' ? 'api' : first === 'api' ? 'management' : undefined;
}
