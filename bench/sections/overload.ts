/**
 * Section `overload`: what a node still does when more is asked of it than it can do.
 *
 * Submits first: a fresh node takes as many as it can get (its peak of that round), and then fresh nodes are
 * asked for once, twice and three times as many a second, in an open loop. Goodput is what they accept,
 * against that peak. Then reads, which are not shed: of one node, over 64 connections that always ask, and
 * over three times and many times as many.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { applyOpenLoop, type OpenLoopLoad, type OpenLoopResult, writeRequests } from '../load/open-loop.js';
import { unpinnedNote } from '../machine/pinning.js';
import {
  type BenchOptions,
  type Row,
  type Section,
  type SectionReport,
  spread,
  type Verdict,
} from '../section.js';
import { createKeys, HIGHEST_RPM, startTollgate } from '../servers/tollgate-server.js';

const KEYS = 64;
const CREDITS_DA = 100_000_000;
const PEAK_CONNECTIONS = 256;
const CONNECTIONS_MAX = 15_000;
const FACTORS = [1, 2, 3] as const;
/**
 * The queue has to stand for a second before anything is shed, and what was taken until then, by code that is
 * not warm yet, has to be done: what comes before is another state.
 */
const WARM_UP_SECONDS = 10;
const GOODPUT_MIN = 0.8;

const BODY = JSON.stringify({
  model: 'sim/video-slow',
  prompt:
    'A paper boat drifts across the Bay of Algiers at dawn; the camera follows it slowly, low over the water, while the town behind it wakes up and the first light reaches the white houses.',
  seconds: 8,
});

const READ_CONNECTIONS = [64, 192, 2_000] as const;

type Rounds = ReadonlyMap<string, OpenLoopResult[]>;

export const overload: Section = {
  name: 'overload',
  summary:
    'submits at one, two and three times the peak in an open loop, reads over many times the connections',
  run,
};

async function run(options: BenchOptions): Promise<SectionReport> {
  const submits = new Map<string, OpenLoopResult[]>();
  const reads = new Map<string, OpenLoopResult[]>();
  for (let round = 1; round <= options.rounds; round++) {
    options.progress(`round ${round} of ${options.rounds}`);
    const note = (all: Map<string, OpenLoopResult[]>, name: string, figures: OpenLoopResult) =>
      all.set(name, [...(all.get(name) ?? []), figures]);
    const peak = await submitLoad(options, { connectionsMax: PEAK_CONNECTIONS });
    note(submits, PEAK, peak);
    for (const factor of round % 2 === 1 ? FACTORS : FACTORS.toReversed()) {
      const perSecond = Math.round(peak.acceptedPerSecond * factor);
      note(
        submits,
        timesPeak(factor),
        await submitLoad(options, { perSecond, connectionsMax: CONNECTIONS_MAX }),
      );
    }
    await readLoads(options, round, (connections, figures) => note(reads, readsOver(connections), figures));
  }
  return {
    rows: [...rowsOf(submits), ...rowsOf(reads)],
    verdicts: [...submitVerdicts(submits), ...readVerdicts(reads)],
    notes: [...oddities(submits), ...oddities(reads), ...unpinnedNote()],
  };
}

const PEAK = `submits over ${PEAK_CONNECTIONS} connections that always ask`;
const timesPeak = (factor: number) => `submits, ${factor} × that a second`;
const readsOver = (connections: number) => `reads over ${connections} connections that always ask`;

/** The result of a fresh node under the load; it is gone afterwards, and its data with it. */
async function submitLoad(
  options: BenchOptions,
  load: Pick<OpenLoopLoad, 'perSecond' | 'connectionsMax'>,
): Promise<OpenLoopResult> {
  return withNode(options, async (port, keys) => {
    const texts = keys.map((key) => ({ method: 'POST', path: '/v1/videos', key, body: BODY }) as const);
    const requests = await writeRequests(join(options.folder, 'requests'), texts);
    const seconds = options.secondsPerRound;
    return applyOpenLoop({ port, requests, ...load, warmUpSeconds: WARM_UP_SECONDS, seconds });
  });
}

async function readLoads(
  options: BenchOptions,
  round: number,
  note: (connections: number, figures: OpenLoopResult) => void,
): Promise<void> {
  await withNode(options, async (port, keys) => {
    const texts = keys.map((key) => ({ method: 'GET', path: '/v1/credits', key }) as const);
    const requests = await writeRequests(join(options.folder, 'requests'), texts);
    for (const connectionsMax of round % 2 === 1 ? READ_CONNECTIONS : READ_CONNECTIONS.toReversed()) {
      const seconds = options.secondsPerRound;
      note(
        connectionsMax,
        await applyOpenLoop({ port, requests, connectionsMax, warmUpSeconds: 2, seconds }),
      );
    }
  });
}

async function withNode<T>(
  { folder }: BenchOptions,
  use: (port: number, keys: readonly string[]) => Promise<T>,
): Promise<T> {
  const data = join(folder, 'data');
  const server = await startTollgate({
    data,
    args: ['--open-jobs-max', '1000000', '--provider-waiting-max', '10000000'],
  });
  try {
    return await use(
      server.port,
      await createKeys(server, KEYS, { rateLimitRpm: HIGHEST_RPM, credits: CREDITS_DA }),
    );
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}

function rowsOf(rounds: Rounds): readonly Row[] {
  return [...rounds].map(([name, results]) => {
    const figure = (pick: (one: OpenLoopResult) => number) => spread(results.map(pick));
    return {
      name,
      figures: {
        'accepted/s': figure((one) => one.acceptedPerSecond),
        'refused/s': figure((one) => one.refusedPerSecond),
        'accepted p50 ms': figure((one) => one.acceptedP50Ms),
        'accepted p99 ms': figure((one) => one.acceptedP99Ms),
        'refused p99 ms': figure((one) => one.refusedP99Ms),
        'retry-after p50 ms': figure((one) => one.retryAfterP50Ms),
      },
    };
  });
}

function submitVerdicts(submits: Rounds): readonly Verdict[] {
  return FACTORS.map((factor) => {
    const shares = sharesOf(submits, timesPeak(factor), PEAK);
    const what = `submits accepted at ${factor} times the peak, against the peak`;
    return {
      what,
      value: shares.median,
      spread: shares,
      ...(factor === 1 ? {} : { target: { atLeast: GOODPUT_MIN } }),
    };
  });
}

function readVerdicts(reads: Rounds): readonly Verdict[] {
  const [few, ...more] = READ_CONNECTIONS;
  return more.map((connections) => {
    const shares = sharesOf(reads, readsOver(connections), readsOver(few));
    const what = `reads answered over ${connections} connections, against ${few}`;
    return { what, value: shares.median, spread: shares, target: { atLeast: GOODPUT_MIN } };
  });
}

/** Taken within each round. */
function sharesOf(rounds: Rounds, name: string, against: string) {
  const [ones, others] = [rounds.get(name) ?? [], rounds.get(against) ?? []];
  return spread(ones.map((one, round) => one.acceptedPerSecond / (others[round]?.acceptedPerSecond ?? 0)));
}

function oddities(rounds: Rounds): readonly string[] {
  return [...rounds].flatMap(([name, results]) => {
    const sum = (pick: (one: OpenLoopResult) => number) => results.reduce((all, one) => all + pick(one), 0);
    const failed = sum((one) => one.failed);
    const unsent = sum((one) => one.unsent);
    return [
      failed > 0 ? `${name}: ${failed} requests failed.` : [],
      unsent > 0
        ? `${name}: ${unsent} requests were not sent by the end, for all connections waited for answers.`
        : [],
    ].flat();
  });
}
