/** Rate limits: no 60,000 ms hold more admissions than the limit, and nothing admissible is refused. */
import type { Rule } from '../invariant.js';
import { missing, tooMany } from './window-account.js';
import { countedBefore, type Entry, isOverLimit, isSure, WINDOW_MS, type Window } from './window-entries.js';
import { Windows } from './windows.js';

export const WINDOW_EXACT: Rule = {
  name: 'window-exact',
  says: 'No 60,000 ms hold more admissions of a key or address than its limit; nothing admissible is refused.',
  watch(setup, report, requests) {
    const windows = new Windows(setup, requests, (entry, window) => {
      const wrong = isOverLimit(entry.exchange) ? refusal(entry, window) : admission(entry, window);
      if (wrong !== undefined) report(`request ${entry.exchange.sent.request}, ${window.name}: ${wrong}`);
    });
    return {
      observe: (seen, exchange) => windows.observe(seen, exchange),
      end: () => windows.end(),
    };
  },
};

function refusal(entry: Entry, window: Window): string | undefined {
  const limit = Math.min(...window.limits(entry.exchange.seq, entry.arrivedSeq));
  const { most } = countedBefore(entry, window);
  return most < limit
    ? `refused with at most ${most} counted of ${limit}; ${tooMany(entry, window)}`
    : undefined;
}

function admission(entry: Entry, window: Window): string | undefined {
  const limit = Math.max(...window.limits(entry.exchange.seq, entry.arrivedSeq));
  const { least } = countedBefore(entry, window);
  if (least >= limit) return `admitted with at least ${least} counted of ${limit}; ${missing(entry, window)}`;
  if (entry.lo === entry.hi) return undefined;
  // However these are placed, they lie in the one interval that ends with the latest time of this one.
  let within = 0;
  let firstSeq = entry.exchange.seq;
  for (const other of window.entries) {
    if (!isSure(other, entry) || other.arrivedSeq > entry.arrivedSeq) continue;
    if (other.lo + WINDOW_MS <= entry.hi) continue;
    within += 1;
    firstSeq = Math.min(firstSeq, other.exchange.seq);
  }
  const highest = Math.max(...window.limits(firstSeq, entry.arrivedSeq));
  return within > highest
    ? `${within} admitted within 60,000 ms, of ${highest}; ${missing(entry, window)}`
    : undefined;
}
