/** Every page of the dashboard by its paths, for tables of requests that all of them have to stand. */
import { ROUTES, type RoutePath } from '../../../src/http/pages/dashboard/routes.js';

type Prefix = Exclude<RoutePath & `${string}/`, '/'>;

/** Behind a path that ends in a slash; a text in braces stands for a thing of the first account. */
const BEHIND: Readonly<Record<Prefix, readonly string[]>> = {
  '/invitation/': ['{token}'],
  '/demo/': ['{token}'],
  '/sign-up/': ['{token}'],
  '/people/': ['{user}'],
  '/chat/answers/': ['{generation}'],
  '/jobs/': ['{job}', '{completed-job}'],
  '/clips/': ['{completed-job}'],
  '/accounts/': ['{account}'],
  '/keys/': ['{key}', '{key}/rotate', '{key}/transfer', '{key}/credit', '{key}/debit', '{key}/ledger.csv'],
  '/pay/': ['{order}'],
  '/top-up/': ['{order}'],
};

/** Paths of the pages that take this method. */
export function pagesThatTake(method: 'get' | 'post'): readonly string[] {
  const routes = Object.entries(ROUTES).filter(([, methods]) => methods.some((one) => one === method));
  return routes.flatMap(([path]) => (isPrefix(path) ? BEHIND[path].map((rest) => path + rest) : [path]));
}

function isPrefix(path: string): path is Prefix {
  return path in BEHIND;
}
