/**
 * What a soak tells: how memory and latency went, minute by minute, and whether they stayed flat. After a first
 * quarter in which caches fill, the last quarter is held against the second.
 */
import { type PacedResult, pacedOddity } from './paced-load.js';
import { unpinnedNote } from './pinning.js';
import { type Row, type SectionReport, spread, type Verdict } from './section.js';
import { SOAK_KINDS, type SoakKind } from './soak-load.js';

/** Rows that the minutes are told in. */
const SPANS_MAX = 12;
const MEMORY_RATIO_MAX = 1.05;
const P99_RATIO_MAX = 1.2;
/** Kinds whose every answer is to be 2xx. wrk takes the close of each new connection for a failure. */
const ANSWERED: readonly SoakKind[] = ['reads', 'polls', 'submits'];

export interface Minute {
  readonly loads: ReadonlyMap<SoakKind, PacedResult>;
  readonly anonymousMb: number;
  readonly ofFilesMb: number;
  /** After the last collection of all garbage that the process made by itself. */
  readonly heapMb: number;
  readonly loopDelayMaxMs: number;
  readonly gcPauseMaxMs: number;
}

/** @param capacity reads a second that the node took when it got as many as it takes */
export function reportOf(
  minutes: readonly Minute[],
  { minuteSeconds, capacity }: { readonly minuteSeconds: number; readonly capacity: number },
): SectionReport {
  const unpinned = unpinnedNote();
  const slope = slopeOf(minutes.slice(Math.floor(minutes.length / 4)).map(({ anonymousMb }) => anonymousMb));
  return {
    rows: spansOf(minutes).map(([name, span]) => rowOf(name, span)),
    verdicts: [
      flat('RssAnon', minutes, ({ anonymousMb }) => anonymousMb, MEMORY_RATIO_MAX),
      flat('heap after a collection', minutes, ({ heapMb }) => heapMb, MEMORY_RATIO_MAX),
      flat('p99 of reads', minutes, (one) => p99Of(one, 'reads'), P99_RATIO_MAX),
      flat('p99 of submits', minutes, (one) => p99Of(one, 'submits'), P99_RATIO_MAX),
    ],
    notes: [
      ...(unpinned === undefined ? [] : [unpinned]),
      `${minutes.length} minutes${minuteSeconds === 60 ? '' : ` of ${minuteSeconds} s`}, at half of ${Math.round(capacity)} reads a second.`,
      `After the first quarter RssAnon changed by ${((slope * 3600) / minuteSeconds).toFixed(2)} MB an hour (least squares).`,
      ...ANSWERED.flatMap((kind) => pacedOddity(kind, resultsOf(minutes, kind))),
      ...SOAK_KINDS.map((kind) => {
        const results = resultsOf(minutes, kind);
        const requests = results.reduce((sum, one) => sum + one.requests, 0);
        const refused = results.reduce((sum, one) => sum + one.refused, 0);
        return `${kind}: ${requests} requests, ${refused} of them answered with no 2xx.`;
      }),
    ],
  };
}

/** The minutes in at most twelve spans, by name. */
function spansOf(minutes: readonly Minute[]): readonly (readonly [string, readonly Minute[]])[] {
  const long = Math.ceil(minutes.length / SPANS_MAX);
  const spans: [string, readonly Minute[]][] = [];
  for (let from = 0; from < minutes.length; from += long) {
    const span = minutes.slice(from, from + long);
    const last = from + span.length;
    spans.push([last === from + 1 ? `minute ${last}` : `minutes ${from + 1} to ${last}`, span]);
  }
  return spans;
}

function rowOf(name: string, minutes: readonly Minute[]): Row {
  const figure = (pick: (minute: Minute) => number) => spread(minutes.map(pick));
  return {
    name,
    figures: {
      'RssAnon MB': figure((one) => one.anonymousMb),
      'heap MB': figure((one) => one.heapMb),
      'RssFile MB': figure((one) => one.ofFilesMb),
      'read p50 µs': figure(({ loads }) => loads.get('reads')?.p50Us ?? 0),
      'read p99 µs': figure((one) => p99Of(one, 'reads')),
      'submit p99 µs': figure((one) => p99Of(one, 'submits')),
      'loop away ms': figure((one) => one.loopDelayMaxMs),
      'GC pause ms': figure((one) => one.gcPauseMaxMs),
    },
  };
}

function resultsOf(minutes: readonly Minute[], kind: SoakKind): readonly PacedResult[] {
  return minutes.flatMap(({ loads }) => loads.get(kind) ?? []);
}

function p99Of({ loads }: Minute, kind: SoakKind): number {
  return loads.get(kind)?.p99Us ?? 0;
}

/** The median of the last quarter against that of the second. */
function flat(
  what: string,
  minutes: readonly Minute[],
  pick: (minute: Minute) => number,
  atMost: number,
): Verdict {
  const quarter = Math.max(1, Math.floor(minutes.length / 4));
  const second = spread(minutes.slice(quarter, 2 * quarter).map(pick)).median;
  const last = spread(minutes.slice(-quarter).map(pick)).median;
  return { what: `${what}, last quarter against the second`, value: last / second, target: { atMost } };
}

/** Of a straight line through values at 0, 1, 2, …, by least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [above, below] = [0, 0];
  for (const [at, value] of values.entries()) {
    above += (at - middle) * (value - mean);
    below += (at - middle) ** 2;
  }
  return below === 0 ? 0 : above / below;
}
