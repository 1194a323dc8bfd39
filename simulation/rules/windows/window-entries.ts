/**
 * The requests that a window may have counted: what is known of each, and what follows from that of the
 * others.
 */
import { bodyOf, type Exchange } from '../facts/requests.js';

export const WINDOW_MS = 60_000;
const PRUNED_AT_ONCE = 32;

/** A request in the list of a window. */
export interface Entry {
  readonly exchange: Exchange;
  /** When it arrived, at the earliest and the latest, in ms. */
  lo: number;
  hi: number;
  /** The last place among the observations at which it can have arrived. */
  arrivedSeq: number;
  counts: 'yes' | 'maybe' | 'no';
  /** For requests sent after this place, it may be forgotten. */
  forgottenSeq: number;
  /** Also if it is not to be checked: it may belong to another window. */
  isChecked: boolean;
}

export interface Window {
  readonly name: string;
  readonly entries: readonly Entry[];
  /** The limits that it may have had at some instant from place `first` to place `last`. */
  limits(first: number, last: number): readonly number[];
}

export interface MutableWindow extends Window {
  readonly entries: Entry[];
  /** Entries that are too old to be met, unless a start of the machine makes them younger. */
  readonly aside: Entry[];
  /** How many entries, from the first, are checked. */
  checked: number;
  open: number;
}

/** Whether `other` arrived before `one` however both are placed, or may have. */
export function isBefore(other: Entry, one: Entry): 'yes' | 'maybe' | 'no' {
  if (other.arrivedSeq < one.exchange.seq) return 'yes';
  return other.exchange.seq < one.arrivedSeq ? 'maybe' : 'no';
}

/** Whether `other` is surely counted, seen from `one`: it was admitted, and no crash can have lost it. */
export function isSure(other: Entry, one: Entry): boolean {
  return other.counts === 'yes' && (other === one || one.exchange.seq <= other.forgottenSeq);
}

/**
 * Whether it arrives at a moment that is known. The form of a job is counted once its body is there and its
 * key is found to be usable.
 */
export function isPoint({ arrivesBy, call }: Exchange['sent']): boolean {
  return arrivesBy !== 'answer' && call.op !== 'job_form';
}

/** Refused by a window; any other answer was admitted by one. */
export function isOverLimit({ answer, sent }: Exchange): boolean {
  if (answer?.status !== 429) return false;
  if (sent.call.op === 'job_form') return true;
  const error = bodyOf(answer)?.error as { readonly code?: unknown } | undefined;
  return error?.code === 'rate_limit_exceeded';
}

export function countsIn(exchange: Exchange): Entry['counts'] {
  const { answer, sent } = exchange;
  if (sent.call.op !== 'job_form' || answer === undefined) return isOverLimit(exchange) ? 'no' : 'yes';
  // Of a form that was counted, the model was looked for, unless the node had no room for it.
  if (answer.status === 404) return 'yes';
  return answer.status >= 500 ? 'maybe' : 'no';
}

/** Whether it tells what the window held: any answer but that to a form that came to no window. */
export function isAnswerOfWindow(exchange: Exchange, counts: Entry['counts']): boolean {
  return exchange.sent.call.op !== 'job_form' || counts === 'yes' || isOverLimit(exchange);
}

/**
 * Of a request whose key was being revoked. An answer to a valid key tells that its window counted it; one
 * that calls the key invalid may have been admitted by the key's window and have waited for the revocation.
 */
export function countsInOneOfTwo(exchange: Exchange, window: Window): Entry['counts'] {
  if (isOverLimit(exchange)) return 'no';
  if (exchange.answer?.status === 401) return 'maybe';
  return window.name.startsWith('key ') ? 'yes' : 'no';
}

export function isReady({ entries, checked, open }: MutableWindow, entry: Entry): boolean {
  if (entry.exchange.outcome === 'open') return false;
  if (open === 0) return true;
  for (let at = checked + 1; at < entries.length; at++) {
    const later = entries[at];
    if (later === undefined || later.exchange.seq > entry.exchange.endSeq) return true;
    if (later.exchange.outcome === 'open') return false;
  }
  return true;
}

/**
 * Of a request whose answer nobody saw: whether it was admitted follows from those before it, if all are
 * known.
 */
export function settleUnheard(entry: Entry, window: Window): void {
  const { seq } = entry.exchange;
  const { least, most } = countedBefore(entry, window);
  const limits = window.limits(seq, seq);
  if (limits.length === 0) return;
  if (most < Math.min(...limits)) entry.counts = 'yes';
  else if (least >= Math.max(...limits)) entry.counts = 'no';
}

/** How many the window held when `entry` arrived, itself left out. @param counted told of each of the most */
export function countedBefore(
  entry: Entry,
  { entries }: Window,
  counted?: (other: Entry) => void,
): { readonly least: number; readonly most: number } {
  let least = 0;
  let most = 0;
  for (const other of entries) {
    if (other.exchange.seq > entry.arrivedSeq) break;
    if (other === entry || other.counts === 'no' || other.hi + WINDOW_MS <= entry.lo) continue;
    const before = isBefore(other, entry);
    if (before === 'no') continue;
    most += 1;
    counted?.(other);
    if (before === 'yes' && isSure(other, entry) && other.lo + WINDOW_MS > entry.hi) least += 1;
  }
  return { least, most };
}

export function prune(window: MutableWindow): void {
  const { entries } = window;
  const next = entries[window.checked] ?? entries.at(-1);
  if (next === undefined) return;
  let gone = 0;
  while (gone < window.checked && (entries[gone]?.hi ?? 0) + WINDOW_MS <= next.lo) gone += 1;
  if (gone < PRUNED_AT_ONCE) return;
  window.aside.push(...entries.splice(0, gone));
  window.checked -= gone;
}

/** Takes back all that `prune` put aside. */
export function takeBack(window: MutableWindow): void {
  window.checked += window.aside.length;
  window.entries.unshift(...window.aside.splice(0));
}
