/**
 * Section `watch`: what it costs a node that somebody watches it, as `tollgate top` does.
 *
 * The same load of reads on the same node, in turn with no watcher, with one and with ten. Keys are so many
 * that the search for the hottest has as much to look at as it ever has.
 */
import { join } from 'node:path';
import { type Contestant, compare, hold, oddities, rowsOf } from '../load/contest.js';
import { writeLines } from '../load/paced-load.js';
import { Watchers } from '../load/watchers.js';
import { assertWrk } from '../load/wrk.js';
import { unpinnedNote } from '../machine/pinning.js';
import type { BenchOptions, Section, SectionReport } from '../section.js';
import { seedFolder } from '../seeding/seed.js';
import { numbersFrom, seededKey } from '../seeding/seeded-keys.js';
import { HIGHEST_RPM, startTollgate } from '../servers/tollgate-server.js';

const SEED = 67;
const KEYS = 10_000;
const CREDITS_MICRO_DA = 1e14;
const CONNECTIONS = 64;
const WATCHERS = [0, 1, 10];
const COST_MAX = 0.02;

export const watch: Section = {
  name: 'watch',
  summary: 'reads while nobody, one and ten watch the node live',
  run,
};

async function run({ folder, rounds, secondsPerRound, progress }: BenchOptions): Promise<SectionReport> {
  assertWrk();
  const data = join(folder, 'data');
  const groups = [{ keys: KEYS, rateLimitRpm: HIGHEST_RPM, creditsMicroDa: CREDITS_MICRO_DA }];
  await seedFolder(data, { seed: SEED, groups });
  const keys = await writeLines(join(folder, 'keys'), keyTexts());
  const paths = await writeLines(join(folder, 'paths'), ['/v1/credits']);
  const server = await startTollgate({ data });
  try {
    const load = { connections: CONNECTIONS, seconds: secondsPerRound, keys, paths };
    const frames: number[] = [];
    const contestants = WATCHERS.map(
      (count): Contestant => ({
        name: nameOf(count),
        server,
        load,
        async begin() {
          const watchers = await Watchers.open(server, count);
          return async () => {
            frames.push(...(await watchers.close()));
          };
        },
      }),
    );
    const contest = await hold(contestants, { rounds, progress });
    const verdicts = WATCHERS.filter((count) => count > 0).flatMap((count) => {
      const pair = [nameOf(count), nameOf(0)] as const;
      return [
        ...compare(contest, pair, 'cpuUsPerRequest', {
          what: `CPU per request, ${nameOf(count)}, against ${nameOf(0)}`,
          target: { atMost: 1 + COST_MAX },
        }),
        ...compare(contest, pair, 'requestsPerSecond', {
          what: `requests/s, ${nameOf(count)}, against ${nameOf(0)}`,
          target: { atLeast: 1 - COST_MAX },
        }),
      ];
    });
    return {
      rows: rowsOf(contest),
      verdicts,
      notes: [
        `${KEYS} keys in turn. A watcher was sent ${Math.min(...frames)} to ${Math.max(...frames)} frames a visit.`,
        ...oddities(contest, () => false),
        ...unpinnedNote(),
      ],
    };
  } finally {
    await server.stop();
  }
}

function nameOf(watchers: number): string {
  if (watchers === 0) return 'nobody watches';
  return watchers === 1 ? 'one watches' : `${watchers} watch`;
}

function* keyTexts(): Iterable<string> {
  for (const index of numbersFrom(0, KEYS)) yield seededKey(SEED, index);
}
