/** The paths of the dashboard. Those that end in a slash have something of their own behind it. */

import { CARD_PAGE_PATH } from '../../../payments/simulated/cards.js';

export type RoutePath = keyof typeof ROUTES;

/** Each with the methods that it takes: the pages behind them are loaded with the first request. */
export const ROUTES = {
  '/': ['get'],
  '/sign-in': ['get', 'post'],
  '/sign-out': ['post'],
  '/invitation/': ['get', 'post'],
  '/demo/': ['get', 'post'],
  '/sign-up': ['get', 'post'],
  '/sign-up/': ['get', 'post'],
  '/forgotten-password': ['get', 'post'],
  '/language': ['post'],
  '/sessions': ['get', 'post'],
  '/usage': ['get'],
  '/usage.csv': ['get'],
  '/password': ['get', 'post'],
  '/people': ['get', 'post'],
  '/people/invite': ['get', 'post'],
  '/people/audit': ['get'],
  '/people/': ['get', 'post'],
  '/chat': ['get'],
  '/chat/messages': ['post'],
  '/chat/answers/': ['get'],
  '/jobs': ['get'],
  '/jobs/new': ['get', 'post'],
  '/jobs/': ['get', 'post'],
  '/clips/': ['get'],
  '/node': ['get'],
  '/accounts': ['get'],
  '/accounts/new': ['get', 'post'],
  '/accounts/': ['get', 'post'],
  '/keys': ['get'],
  '/keys/new': ['get', 'post'],
  '/keys/management': ['get', 'post'],
  '/keys/': ['get', 'post'],
  [CARD_PAGE_PATH]: ['get', 'post'],
  '/top-up': ['get', 'post'],
  '/top-up/': ['get', 'post'],
} as const satisfies Readonly<Record<string, readonly ('get' | 'post')[]>>;

/** Whether there is a page at the path that answers a GET. */
export function takesGet(path: string): boolean {
  return Object.entries<readonly string[]>(ROUTES).some(
    ([route, methods]) =>
      methods.includes('get') && (route === path || (route !== '/' && isBehind(route, path))),
  );
}

function isBehind(route: string, path: string): boolean {
  return route.endsWith('/') && path.startsWith(route) && path.length > route.length;
}

/** The pages that need no account: they are on the public listener, too, wherever the dashboard is. */
export const PUBLIC_ROUTES: ReadonlySet<string> = new Set<RoutePath>([CARD_PAGE_PATH, '/language']);

/** Paths that a browser asks for without naming HTML: videos, and what the script of a page asks for. */
export const UNNAMED_PATHS: ReadonlySet<RoutePath> = new Set(['/clips/', '/chat/messages', '/chat/answers/']);

/** Paths whose answer takes as long as others need to make it. */
export const PATIENT_PATHS: ReadonlySet<RoutePath> = new Set(['/chat/messages']);
