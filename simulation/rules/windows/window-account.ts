/** The requests that a window counts for another one, by name, for messages. */
import { countedBefore, type Entry, isOverLimit, WINDOW_MS, type Window } from './window-entries.js';

const SHOWN_MAX = 6;

/** Of a request that was refused: what is counted, and what the node may have counted beside it. */
export function tooMany(entry: Entry, window: Window): string {
  const counted = entriesCounted(entry, window);
  const near = window.entries.filter(
    (other) => other.exchange.seq < entry.exchange.seq && other !== entry && !counted.includes(other),
  );
  const besides = near.slice(-SHOWN_MAX).map((other) => whyNot(other, entry));
  const suspects = besides.length === 0 ? '' : `; one too many, perhaps ${besides.join(' or ')}`;
  return `counted: ${named(counted)}${suspects}`;
}

/** Of a request that was admitted: what is counted, of which the node must have lost one. */
export function missing(entry: Entry, window: Window): string {
  return `one of these is missing from its count: ${named(entriesCounted(entry, window))}`;
}

function entriesCounted(entry: Entry, window: Window): readonly Entry[] {
  const counted: Entry[] = [];
  countedBefore(entry, window, (other) => counted.push(other));
  return counted;
}

export function named(entries: readonly Entry[]): string {
  if (entries.length === 0) return 'none';
  const names = entries
    .slice(-SHOWN_MAX)
    .map(({ exchange: { sent } }) => `request ${sent.request} at ${sent.at} ms`);
  return [...(entries.length > SHOWN_MAX ? [`${entries.length - SHOWN_MAX} earlier`] : []), ...names].join(
    ', ',
  );
}

function whyNot(other: Entry, entry: Entry): string {
  const { exchange } = other;
  const name = `request ${exchange.sent.request}`;
  if (isOverLimit(exchange)) return `${name} (refused itself)`;
  const ageMs = entry.lo - other.hi;
  return ageMs >= WINDOW_MS ? `${name} (${ageMs} ms before)` : `${name} (not counted)`;
}
