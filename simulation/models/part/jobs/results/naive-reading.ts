/**
 * The reading of results as it is promised, each try reckoned from its script when it begins.
 *
 *  - A try waits for the bytes of its provider 60 s at most, and a second more for each 32 KiB that came.
 *  - A hopeless try is made three times at most within 30 s, 4 s and 8 s after the one before. Any other
 *    follows after a second, twice that, and so on up to a minute, less up to a half by chance.
 */
import type { Examined } from '../../../../../src/results/reading/examine-result.js';
import { type ResultTry, sizeOf } from './scripted-result.js';

export interface ReadAct {
  readonly job: number;
  readonly provider: number;
  readonly saidMs?: number;
  readonly tries: readonly ResultTry[];
}

export interface TryEnd {
  readonly at: number;
  readonly cameBytes: number;
  /** The length and the file, or why there are none: the words to a client if no waiting mends that. */
  readonly outcome: Examined | { readonly message: string } | 'fails';
}

export interface NaiveReading extends ReadAct {
  triesBegun: number;
  hopelessTries: number;
  hopelessSince: number;
  /** Since when its next try may begin. */
  waitsSince: number;
  /** The try under way. */
  current: { readonly of: ResultTry; readonly end: TryEnd } | undefined;
}

const WAIT_MS = 60_000;
const BYTES_PER_SECOND = 32_768;

/** Results of every other provider are kept. */
export function isKept(provider: number): boolean {
  return provider % 2 === 1;
}

export function newReading(act: ReadAct, now: number): NaiveReading {
  return { ...act, triesBegun: 0, hopelessTries: 0, hopelessSince: 0, waitsSince: now, current: undefined };
}

/** Its next try begins. */
export function begin(reading: NaiveReading, bytesMax: number, now: number): ResultTry {
  const { tries, triesBegun, provider } = reading;
  const of = tries[triesBegun % tries.length];
  if (of === undefined) throw new Error('no try is drawn');
  const end = endOf(of, isKept(provider), bytesMax, now);
  reading.triesBegun += 1;
  if (typeof end.outcome === 'object' && 'message' in end.outcome) {
    if (reading.hopelessTries === 0) reading.hopelessSince = now;
    reading.hopelessTries += 1;
  }
  reading.current = { of, end };
  return of;
}

function endOf(of: ResultTry, kept: boolean, bytesMax: number, now: number): TryEnd {
  let at = now + of.opensAfterMs;
  let [waitedMs, cameBytes] = [0, 0];
  const end = (outcome: TryEnd['outcome']): TryEnd => ({ at, cameBytes, outcome });
  const hopeless = (message: string) => end({ message });
  if (of.opens === 'gone') return hopeless('The provider no longer has the result.');
  if (of.opens === 'forbidden') return hopeless('The result lies where this gateway may not read it.');
  if (of.opens === 'fails') return end('fails');

  /** Whether all comes in time. */
  const comes = (bytesWanted: number): boolean => {
    let bytes = 0;
    for (const piece of [...of.pieces, { bytes: 0, afterMs: of.endsAfterMs }]) {
      at += piece.afterMs;
      waitedMs += piece.afterMs;
      if (waitedMs > WAIT_MS + ((cameBytes + piece.bytes) / BYTES_PER_SECOND) * 1_000) return false;
      cameBytes += piece.bytes;
      bytes += piece.bytes;
      if (bytes > bytesWanted) return true;
    }
    return true;
  };
  const read = (bytes: number): TryEnd => {
    const { lengthMs } = of;
    if (lengthMs === undefined) return hopeless('The result is neither video nor audio that could be read.');
    return end({ lengthMs, file: { bytes, contentType: 'video/mp4', isKept: kept } });
  };
  const tooBig = 'The result is larger than this gateway takes.';
  if (of.takesRanges && of.size !== undefined && !kept) {
    if (!comes(Number.POSITIVE_INFINITY)) return end('fails');
    if (!of.isGivenUp) return read(of.size);
  }
  if (of.size !== undefined && of.size > bytesMax) return hopeless(tooBig);
  if (of.disk === 'no_room' || !comes(bytesMax)) return end('fails');
  const bytes = sizeOf(of.pieces);
  if (bytes > bytesMax) return hopeless(tooBig);
  if (of.size !== undefined && bytes !== of.size) return end('fails');
  const isLost = kept && of.disk === 'keeps_nothing' && of.lengthMs !== undefined;
  return isLost ? end('fails') : read(bytes);
}

/** When the next try may begin; undefined if there is none. @param fraction that chance gives */
export function nextTryAt(
  { triesBegun, hopelessTries, hopelessSince }: NaiveReading,
  { outcome, at }: TryEnd,
  fraction: number,
): number | undefined {
  if (outcome === 'fails') {
    const delayMs = Math.min(1_000 * 2 ** (triesBegun - 1), 60_000);
    return at + Math.ceil(delayMs * (0.5 + fraction / 2));
  }
  const next = at + 4_000 * hopelessTries;
  return hopelessTries >= 3 || next - hopelessSince >= 30_000 ? undefined : next;
}
