/** Records as a reader of a store sees them, and how two sights of them differ. */
import { type Entry, UnreadableRecord } from '../../../src/store/store.js';
import { shownKey } from './describe-store-step.js';

/** `value` is undefined if the record cannot be read. */
export interface Seen {
  readonly key: string;
  readonly value: string | undefined;
}

export interface Attempt<Value> {
  /** Of the error that was thrown; '' if none was. */
  readonly name: string;
  readonly value: Value | undefined;
}

const SHOWN_UNITS = 24;

export function attempt<Value>(act: () => Value): Attempt<Value> {
  try {
    return { name: '', value: act() };
  } catch (error) {
    return { name: error instanceof Error ? error.name : String(error), value: undefined };
  }
}

/** @param isDamaged of a key: whether the record counts as one that cannot be read */
export function seenIn(entries: Iterable<Entry>, isDamaged = (_key: string) => false): readonly Seen[] {
  return Array.from(entries, (entry) => {
    const { key } = entry;
    return { key, value: isDamaged(key) ? undefined : textOf(entry) };
  });
}

/** Undefined if they are the same. */
export function firstDifference(found: readonly Seen[], expected: readonly Seen[]): string | undefined {
  const length = Math.max(found.length, expected.length);
  for (let at = 0; at < length; at++) {
    const [now, then] = [found[at], expected[at]];
    if (now?.key !== then?.key || now?.value !== then?.value) {
      return `entry ${at + 1} is ${told(now)}, and had to be ${told(then)}`;
    }
  }
  return undefined;
}

export function shown({ name, value }: Attempt<string | undefined>): string {
  if (name !== '') return name;
  return value === undefined ? 'absent' : textShown(value);
}

function textOf(entry: Entry): string | undefined {
  try {
    return entry.value;
  } catch (error) {
    if (error instanceof UnreadableRecord) return undefined;
    throw error;
  }
}

function told(seen: Seen | undefined): string {
  if (seen === undefined) return 'none';
  return `${shownKey(seen.key)}, ${seen.value === undefined ? 'unreadable' : textShown(seen.value)}`;
}

function textShown(value: string): string {
  return value.length <= SHOWN_UNITS
    ? JSON.stringify(value)
    : `${JSON.stringify(value.slice(0, SHOWN_UNITS))}… of ${value.length} units`;
}
