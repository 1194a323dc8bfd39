/** In which order the keys of LMDB's trees stand. */
import { readNumber } from './format.js';

/** What a page's keys have to lie between: at or after `from`, before `to`. */
export interface Bounds {
  readonly from: Buffer | undefined;
  readonly to: Buffer | undefined;
}

export const UNBOUNDED: Bounds = { from: undefined, to: undefined };

export interface KeyOrder {
  /** False of two keys that are the same, or that the order does not know. */
  isBefore(a: Buffer, b: Buffer): boolean;
  isWithin(key: Buffer, bounds: Bounds): boolean;
}

/** Byte by byte: tables, and the directory of them. */
export const TEXTS: KeyOrder = {
  isBefore: (a, b) => Buffer.compare(a, b) < 0,
  isWithin: (key, { from, to }) =>
    (from === undefined || Buffer.compare(from, key) <= 0) &&
    (to === undefined || Buffer.compare(key, to) < 0),
};

/** As numbers in the machine's order of bytes: the free list. */
export const NUMBERS: KeyOrder = {
  isBefore: (a, b) => numberOf(a) < numberOf(b),
  isWithin: (key, { from, to }) =>
    (from === undefined || numberOf(from) <= numberOf(key)) &&
    (to === undefined || numberOf(key) < numberOf(to)),
};

/** NaN, which is in no order, where it is none. */
function numberOf(key: Buffer): number {
  return key.length === 8 ? readNumber(key, 0) : Number.NaN;
}
