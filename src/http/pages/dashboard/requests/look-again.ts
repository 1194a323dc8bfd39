/** When a page that waits for something under way looks at it again. */
import type { Refresh } from '../components/shell.js';

/** Without a script a page loads itself so often: with the waits below for some ten minutes. */
const LOOKS_MAX = 40;
const WAIT_FIRST_S = 2;
const WAIT_MAX_S = 15;

/** Undefined if the page has looked often enough. */
export function looksAgain(path: string, query: URLSearchParams): Refresh | undefined {
  const sent = Number(query.get('look') ?? 0);
  const look = Number.isSafeInteger(sent) && sent >= 0 ? sent : LOOKS_MAX;
  if (look >= LOOKS_MAX) return undefined;
  return { afterS: Math.min(WAIT_FIRST_S + look, WAIT_MAX_S), path: `${path}?look=${look + 1}` };
}
