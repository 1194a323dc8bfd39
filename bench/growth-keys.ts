/**
 * How fast keys are read where there are many of them on disk, against few: `GET /v1/credits` at a fixed rate.
 *
 * A key is read for the *first time* after a start, from disk; *at random* out of all, as a node with its default
 * residence has it; and out of a thousand that are *in use*. Each node is started anew in each round, one after the
 * other on the same core, and the order changes from round to round.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  applyPacedLoad,
  type PacedLoad,
  type PacedResult,
  pacedOddity,
  pacedRow,
  writeLines,
} from './paced-load.js';
import { type BenchOptions, type Row, type SectionReport, spread, type Verdict } from './section.js';
import { seedFolder } from './seed.js';
import { authorizationLines, numbersFrom } from './seeded-keys.js';
import type { ServerProcess } from './server-process.js';
import { HIGHEST_RPM, startTollgate } from './tollgate-server.js';

const SEED = 41;
const FEW_KEYS = 1_000;
const MANY_KEYS = 1_000_000;
const MANY_KEYS_QUICK = 20_000;
const RATE = 2_000;
const P99_RATIO_MAX = 1.3;

const TOUCHES = ['first read after the start', 'at random', 'a thousand in use'] as const;
type Touch = (typeof TOUCHES)[number];

interface Population {
  readonly keys: number;
  readonly data: string;
  /** Headers of all keys. */
  readonly all: string;
  /** Headers of a thousand of them, spread over all. */
  readonly thousand: string;
  readonly results: Record<Touch, PacedResult[]>;
}

export async function measureKeys(options: BenchOptions): Promise<SectionReport> {
  const { rounds, folder, isQuick, progress } = options;
  const paths = await writeLines(join(folder, 'credits'), ['/v1/credits']);
  const few = await populate(FEW_KEYS, folder, progress);
  const many = await populate(isQuick ? MANY_KEYS_QUICK : MANY_KEYS, folder, progress);
  for (let round = 1; round <= rounds; round++) {
    progress(`keys on disk, round ${round} of ${rounds}`);
    for (const population of round % 2 === 1 ? [few, many] : [many, few]) {
      await visit(population, paths, options.secondsPerRound);
    }
  }
  return {
    rows: TOUCHES.flatMap((touch) => [few, many].map((one) => rowOf(one, touch))),
    verdicts: TOUCHES.map((touch) => verdictOf(few, many, touch)),
    notes: [
      `Keys have the highest limit, so that a thousand of them can be read ${RATE} times a second; the database is in the page cache.`,
      ...[few, many].flatMap((one) =>
        TOUCHES.flatMap((touch) => pacedOddity(nameOf(one, touch), one.results[touch])),
      ),
    ],
  };
}

async function populate(keys: number, folder: string, progress: (text: string) => void): Promise<Population> {
  progress(`seeding ${keys} keys`);
  const home = join(folder, `${keys}-keys`);
  await mkdir(home);
  const data = join(home, 'data');
  await seedFolder(data, { seed: SEED, groups: [{ keys, rateLimitRpm: HIGHEST_RPM }] });
  const step = Math.floor(keys / FEW_KEYS);
  const spreadOut = Array.from({ length: FEW_KEYS }, (_, n) => n * step);
  return {
    keys,
    data,
    all: await writeLines(join(home, 'all'), authorizationLines(SEED, numbersFrom(0, keys))),
    thousand: await writeLines(join(home, 'thousand'), authorizationLines(SEED, spreadOut)),
    results: { 'first read after the start': [], 'at random': [], 'a thousand in use': [] },
  };
}

async function visit(
  { data, all, thousand, results }: Population,
  paths: string,
  seconds: number,
): Promise<void> {
  const server = await startTollgate({ data });
  const load = (headers: string): PacedLoad => ({ seconds, requestsPerSecond: RATE, headers, paths });
  const measure = async (touch: Touch, what: PacedLoad) =>
    results[touch].push(await applyPacedLoad(server, what));
  try {
    await measure('first read after the start', { ...load(thousand), isOnce: true });
    await warmUp(server, load(all));
    await measure('at random', load(all));
    await measure('a thousand in use', load(thousand));
  } finally {
    await server.stop();
  }
}

/** Until code is compiled. */
async function warmUp(server: ServerProcess, load: PacedLoad): Promise<void> {
  const { requestsPerSecond: _, ...unpaced } = load;
  await applyPacedLoad(server, { ...unpaced, seconds: 1 });
}

function nameOf({ keys }: Population, touch: Touch): string {
  return `${keys.toLocaleString('en-US')} keys on disk, ${touch}`;
}

function rowOf(population: Population, touch: Touch): Row {
  return pacedRow(nameOf(population, touch), population.results[touch]);
}

function verdictOf(few: Population, many: Population, touch: Touch): Verdict {
  const ratios = spread(
    many.results[touch].map(({ p99Us }, round) => p99Us / (few.results[touch][round]?.p99Us ?? 0)),
  );
  return {
    what: `p99 with ${many.keys.toLocaleString('en-US')} keys against ${few.keys.toLocaleString('en-US')}, ${touch}`,
    value: ratios.median,
    spread: ratios,
    target: { atMost: P99_RATIO_MAX },
  };
}
