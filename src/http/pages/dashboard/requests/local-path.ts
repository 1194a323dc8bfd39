/** The page of the dashboard that a browser comes back to: path and query, as the browser sends them. */
import { takesGet } from '../routes.js';

/** Neither another host nor one that a browser takes for it: `//host`, `/\host`. */
const LOCAL = /^\/(?![/\\])[\w./?=&%+-]*$/;
const CHARACTERS_MAX = 500;

/** '' if the text leads to no page of this origin that answers a GET. */
export function localPath(text: string | null): string {
  if (text === null || text.length > CHARACTERS_MAX || !LOCAL.test(text)) return '';
  const [path = '', query = ''] = text.split('?', 2);
  if (!takesGet(path)) return '';
  return query === '' ? path : `${path}?${query}`;
}
