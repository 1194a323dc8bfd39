/** The paths of the dashboard. Those that end in a slash have something of their own behind it. */

export type RoutePath = keyof typeof ROUTES;

/** Each with the methods that it takes: the pages behind them are loaded with the first request. */
export const ROUTES = {
  '/': ['get'],
  '/sign-in': ['get', 'post'],
  '/sign-out': ['post'],
  '/invitation/': ['get', 'post'],
  '/demo/': ['get', 'post'],
  '/language': ['post'],
  '/sessions': ['get', 'post'],
  '/keys': ['get'],
  '/keys/new': ['get', 'post'],
  '/keys/': ['get', 'post'],
} as const satisfies Readonly<Record<string, readonly ('get' | 'post')[]>>;
