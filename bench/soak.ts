/**
 * Section `soak`: whether memory and latency stay flat under hours of mixed load at half of what the node can take.
 *
 * Minute by minute: reads, polls, submits, refusals, unknown keys, connections that come, go and break off. After a
 * first quarter in which caches fill, the last quarter is held against the second.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assertWrk } from './load.js';
import { type PacedResult, pacedOddity } from './paced-load.js';
import { unpinnedNote } from './pinning.js';
import { residentBytes, startProbedTollgate } from './probed-tollgate.js';
import {
  type BenchOptions,
  type Row,
  type Section,
  type SectionReport,
  spread,
  type Verdict,
} from './section.js';
import { seedFolder } from './seed.js';
import { SOAK_GROUPS, SOAK_KINDS, type SoakKind, SoakLoad } from './soak-load.js';

const SEED = 53;
const MINUTES_QUICK = 8;
const SECONDS_A_MINUTE_QUICK = 4;
const CAPACITY_SECONDS = 5;
const CAPACITY_SECONDS_QUICK = 1;
const LOAD_SHARE = 0.5;
/** Rows that the minutes are told in. */
const SPANS_MAX = 12;
const MEMORY_RATIO_MAX = 1.05;
const P99_RATIO_MAX = 1.2;
/** Kinds whose every answer is to be 2xx. wrk takes the close of each new connection for a failure. */
const ANSWERED: readonly SoakKind[] = ['reads', 'polls', 'submits'];

interface Minute {
  readonly loads: ReadonlyMap<SoakKind, PacedResult>;
  readonly anonymousMb: number;
  readonly ofFilesMb: number;
  /** After the last collection of all garbage that the process made by itself. */
  readonly heapMb: number;
  readonly loopDelayMaxMs: number;
  readonly gcPauseMaxMs: number;
}

export const soak: Section = {
  name: 'soak',
  summary: 'memory and latency, minute by minute, under mixed load at half of what the node can take',
  isRunByNameOnly: true,
  run,
};

async function run(options: BenchOptions): Promise<SectionReport> {
  assertWrk();
  const { folder, isQuick, progress } = options;
  progress('seeding');
  const data = join(folder, 'data');
  const seeded = await seedFolder(data, { seed: SEED, groups: SOAK_GROUPS });
  const files = join(folder, 'load');
  await mkdir(files);
  const load = await SoakLoad.prepare(SEED, seeded, files);
  const server = await startProbedTollgate(data, ['--trusted-proxies', '127.0.0.0/8']);
  try {
    const capacity = await load.capacity(server, isQuick ? CAPACITY_SECONDS_QUICK : CAPACITY_SECONDS);
    const rate = LOAD_SHARE * capacity;
    const minutes: Minute[] = [];
    const count = isQuick ? MINUTES_QUICK : options.minutes;
    for (let minute = 1; minute <= count; minute++) {
      await server.probe('reset');
      const loads = await load.apply(server, rate, isQuick ? SECONDS_A_MINUTE_QUICK : 60);
      const { heapAfterCollectionBytes, loopDelayMaxMs, gcPauseMaxMs } = await server.probe('glance');
      const { anonymous, ofFiles } = residentBytes(server.pid);
      const heapMb = heapAfterCollectionBytes / 1e6;
      const memory = { anonymousMb: anonymous / 1e6, ofFilesMb: ofFiles / 1e6, heapMb };
      minutes.push({ loads, ...memory, loopDelayMaxMs, gcPauseMaxMs });
      progress(
        `minute ${minute} of ${count}: RssAnon ${memory.anonymousMb.toFixed(1)} MB, heap ${heapMb.toFixed(1)} MB, p99 of reads ${loads.get('reads')?.p99Us} µs`,
      );
    }
    return reportOf(minutes, capacity, isQuick);
  } finally {
    await server.stop();
  }
}

function reportOf(minutes: readonly Minute[], capacity: number, isQuick: boolean): SectionReport {
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
      `${minutes.length} minutes${isQuick ? ` of ${SECONDS_A_MINUTE_QUICK} s` : ''}, at half of ${Math.round(capacity)} reads a second.`,
      `After the first quarter RssAnon changed by ${(slope * 60).toFixed(2)} MB an hour (least squares).`,
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
