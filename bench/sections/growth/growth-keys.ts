/**
 * How fast keys are read if there are many of them on disk, against few: `GET /v1/credits` at a fixed rate.
 *
 * A key is read for the *first time* after a start, from disk; *at random* out of all; and out of a thousand
 * that are *in use*. Both nodes are started anew in each round and live side by side on the core of the
 * servers; one waits while the other is asked.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { applyPacedLoad, type PacedLoad, writeLines } from '../../load/paced-load.js';
import { measurePair, type PacedPair, type PacedSide, reportOfPairs } from '../../load/paced-pairs.js';
import type { BenchOptions, SectionReport } from '../../section.js';
import { seedFolder } from '../../seeding/seed.js';
import { authorizationLines, numbersFrom } from '../../seeding/seeded-keys.js';
import type { ServerProcess } from '../../servers/server-process.js';
import { HIGHEST_RPM, startTollgate } from '../../servers/tollgate-server.js';

const SEED = 41;
const FEW_KEYS = 1_000;
const MANY_KEYS = 1_000_000;
const MANY_KEYS_QUICK = 20_000;
const RATE = 2_000;
/** After 11,000 reads from disk each still took a fourth more CPU time than 10,000 reads later. */
const WARM_UP_SECONDS = 2;

const TOUCHES = ['first read after the start', 'at random', 'a thousand in use'] as const;
type Touch = (typeof TOUCHES)[number];

interface Population {
  readonly keys: number;
  readonly data: string;
  /** Headers of all keys. */
  readonly all: string;
  /** Headers of a thousand of them, spread over all. */
  readonly thousand: string;
}

export async function measureKeys(options: BenchOptions): Promise<SectionReport> {
  const { rounds, folder, isQuick, progress } = options;
  const paths = await writeLines(join(folder, 'credits'), ['/v1/credits']);
  const few = await populate(FEW_KEYS, folder, progress);
  const many = await populate(isQuick ? MANY_KEYS_QUICK : MANY_KEYS, folder, progress);
  const pairs = TOUCHES.map((touch) => pairOf(many, few, touch, paths));
  for (let round = 1; round <= rounds; round++) {
    progress(`keys on disk, round ${round} of ${rounds}`);
    const servers: ServerProcess[] = [];
    try {
      const small = await startTollgate({ data: few.data });
      servers.push(small);
      const large = await startTollgate({ data: many.data });
      servers.push(large);
      for (const pair of pairs) {
        // The first read meets code that is not compiled yet.
        if (pair !== pairs[0]) await warmUp(pair, { large, small });
        await measurePair(pair, { large, small }, { round, seconds: options.secondsPerRound });
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  }
  return reportOfPairs(pairs, [
    `Keys have the highest limit, so that a thousand of them can be read ${RATE} times a second; the database is in the page cache.`,
  ]);
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
  };
}

function pairOf(many: Population, few: Population, touch: Touch, paths: string): PacedPair {
  const side = (population: Population): PacedSide => ({
    name: `${numberOf(population)} keys on disk, ${touch}`,
    load: {
      requestsPerSecond: RATE,
      headers: touch === 'at random' ? population.all : population.thousand,
      paths,
      isOnce: touch === 'first read after the start',
    },
    results: [],
  });
  const what = `reads with ${numberOf(many)} keys against ${numberOf(few)}, ${touch}`;
  return { what, large: side(many), small: side(few) };
}

function numberOf({ keys }: Population): string {
  return keys.toLocaleString('en-US');
}

/** Until code is compiled, and a thousand in use are in memory. */
async function warmUp(
  { large, small }: PacedPair,
  servers: { readonly large: ServerProcess; readonly small: ServerProcess },
): Promise<void> {
  const unpaced = ({ load: { headers, paths } }: PacedSide): PacedLoad => ({
    seconds: WARM_UP_SECONDS,
    headers,
    paths,
  });
  await applyPacedLoad(servers.large, unpaced(large));
  await applyPacedLoad(servers.small, unpaced(small));
}
