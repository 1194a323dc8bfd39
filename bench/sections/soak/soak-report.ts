/**
 * The report of a soak: how memory and latency went, minute by minute, and whether they stayed flat.
 *
 * The first quarter is left out: caches fill and code is compiled. Of the rest two things must hold. The
 * median of the last third is held against that of the first: it tells of a step. And the drift over the
 * whole of it, that of a straight line as a share of the mean, must be small for certain: the upper end of
 * its 95 % interval is what counts, so that what is too noisy to tell is not flat. Of what has too few values
 * for a line, a note says so.
 */
import { type PacedResult, pacedOddity } from '../../load/paced-load.js';
import { unpinnedNote } from '../../machine/pinning.js';
import { sharedNote } from '../../machine/shared-machine.js';
import { type Row, type SectionReport, spread, type Verdict } from '../../section.js';
import { SOAK_KINDS, type SoakKind, type SoakResult } from './soak-load.js';
import { trendOf } from './trend.js';

/** Rows that the minutes are told in. */
const SPANS_MAX = 12;
const LEFT_OUT_SHARE = 0.25;
/** Fewer make no trend. */
const TREND_MINUTES_MIN = 3;
/** Of memory, and of p99: how much larger the last third may be than the first, and how far it may drift. */
const MEMORY_GROWTH_MAX = 0.05;
const P99_GROWTH_MAX = 0.2;
/** Kinds whose every answer is to be 2xx. wrk takes the close of each new connection for a failure. */
const ANSWERED: readonly SoakKind[] = ['reads', 'polls', 'submits'];

export interface Minute extends SoakResult {
  readonly anonymousMb: number;
  readonly ofFilesMb: number;
  /** After the last collection of all garbage that the process made by itself. */
  readonly heapMb: number;
  /** Those collections, up to the end of this minute. */
  readonly fullCollections: number;
  readonly loopDelayMaxMs: number;
  readonly gcPauseMaxMs: number;
}

/** Values that are to stay flat. */
interface BoundedValues {
  readonly what: string;
  readonly values: readonly number[];
  readonly growthMax: number;
}

/** @param capacity reads a second that the node took when it got as many as it takes */
export function reportOf(
  minutes: readonly Minute[],
  { minuteSeconds, capacity }: { readonly minuteSeconds: number; readonly capacity: number },
): SectionReport {
  const leftOut = Math.floor(minutes.length * LEFT_OUT_SHARE);
  const watched = minutes.slice(leftOut);
  const resident = watched.map(({ anonymousMb }) => anonymousMb);
  const achieved = spread(
    watched.map(({ loads }) => [...loads.values()].reduce((sum, one) => sum + one.requestsPerSecond, 0)),
  );
  const series: readonly BoundedValues[] = [
    { what: 'RssAnon', values: resident, growthMax: MEMORY_GROWTH_MAX },
    {
      what: 'heap after a collection',
      values: collectedMb(minutes, leftOut),
      growthMax: MEMORY_GROWTH_MAX,
    },
    {
      what: 'p99 of reads',
      values: watched.map((one) => p99Of(one, 'reads')),
      growthMax: P99_GROWTH_MAX,
    },
    {
      what: 'p99 of submits',
      values: watched.map((one) => p99Of(one, 'submits')),
      growthMax: P99_GROWTH_MAX,
    },
  ];
  return {
    rows: spansOf(minutes).map(([name, span]) => rowOf(name, span)),
    verdicts: series.flatMap(verdictsOn),
    notes: [
      ...unpinnedNote(),
      ...sharedNote(watched.map(({ elsewhere }) => elsewhere)),
      `${minutes.length} minutes${minuteSeconds === 60 ? '' : ` of ${minuteSeconds} s`}, of which the first ${leftOut} are left out; ${Math.round(achieved.median)} requests a second of all kinds; the node took ${Math.round(capacity)} reads a second at most.`,
      ...slopeNote(resident, minuteSeconds),
      ...series.flatMap(tooFewNote),
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

/**
 * Of the minutes with a collection alone. A minute without one repeats the value before it, which a trend
 * would take for values that stay near each other.
 */
function collectedMb(minutes: readonly Minute[], leftOut: number): readonly number[] {
  return minutes
    .filter(
      ({ fullCollections }, at) => at >= leftOut && fullCollections > (minutes[at - 1]?.fullCollections ?? 0),
    )
    .map(({ heapMb }) => heapMb);
}

function slopeNote(resident: readonly number[], minuteSeconds: number): readonly string[] {
  if (resident.length < TREND_MINUTES_MIN) return [];
  const { slope, uncertainty } = trendOf(resident);
  const hourly = (mb: number) => ((mb * 3600) / minuteSeconds).toFixed(2);
  return [
    `RssAnon changed by ${hourly(slope)} MB an hour, give or take ${hourly(uncertainty)} (least squares, 95 %).`,
  ];
}

function tooFewNote({ what, values }: BoundedValues): readonly string[] {
  return values.length < TREND_MINUTES_MIN
    ? [`${what}: too few minutes to tell (${values.length} with a value, ${TREND_MINUTES_MIN} make a trend).`]
    : [];
}

/** Two verdicts, if there are minutes enough. */
function verdictsOn({ what, values, growthMax }: BoundedValues): readonly Verdict[] {
  if (values.length < TREND_MINUTES_MIN) return [];
  const third = Math.floor(values.length / 3);
  const first = spread(values.slice(0, third)).median;
  const last = spread(values.slice(-third)).median;
  const { slope, uncertainty } = trendOf(values);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const overall = (values.length - 1) / mean;
  const greatest = (slope + uncertainty) * overall;
  return [
    { what: `${what}, last third against the first`, value: last / first, target: { atMost: 1 + growthMax } },
    {
      what: `${what}, drift as a share of its mean, whose upper end counts`,
      value: greatest,
      spread: { median: slope * overall, least: (slope - uncertainty) * overall, greatest },
      target: { atMost: growthMax },
    },
  ];
}
