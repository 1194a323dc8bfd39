/** Makes those who look at a node itself: its live view, its figures, its health. */
import { USUAL_LIMITS } from '../../../src/limits/limits.js';
import type { Random } from '../../world/random.js';
import type { SmallLimits } from '../limits/small-limits.js';
import type { NodeStep, RequestStep } from '../node-history.js';
import { NETWORK_ELSEWHERE, type ScrapeStep } from '../onlookers/watching.js';

const WATCHED_SHARE = 0.25;
const SCRAPED_SHARE = 0.4;
const READERS_SHARE = 0.12;
/** Apart from the clients of all other steps. */
const CLIENT = 70;
const SCRAPES_MAX = 8;
const LEAVES_MS = [0, 700, 2_500, 2_500, 20_000];
const CROWD_SHARE = 0.3;
/** Watchers beyond those that have a place, in a crowd. */
const MORE = 3;
/** Some of a crowd leave before the last has come. */
const CROWD_LEAVES_MS = [0, 700, 20_000, 20_000, 20_000, 20_000];

export interface WatchingFacts {
  readonly accounts: number;
  readonly durationMs: number;
  readonly limits?: SmallLimits;
}

/** @param requests at whose instants the figures are asked for, too */
export function generateWatching(
  random: Random,
  facts: WatchingFacts,
  requests: readonly NodeStep[],
): readonly NodeStep[] {
  return [
    ...(random.chance(WATCHED_SHARE) ? watchers(random.fork('watchers'), facts) : []),
    ...(random.chance(SCRAPED_SHARE) ? scrapes(random.fork('scrapes'), requests) : []),
    ...readers(random.fork('readers'), facts.durationMs),
  ];
}

function watchers(random: Random, { accounts, durationMs, limits }: WatchingFacts): readonly RequestStep[] {
  const places = limits?.nodeWatchers ?? USUAL_LIMITS.nodeWatchers;
  const isCrowd = random.chance(CROWD_SHARE);
  const from = random.between(0, durationMs);
  const count = isCrowd ? places + MORE : random.between(1, 4);
  return Array.from({ length: count }, (_, n): RequestStep => {
    return {
      id: 0,
      at: isCrowd ? from + n : random.between(0, durationMs),
      do: 'request',
      call: {
        op: 'watch',
        ...(!isCrowd && random.chance(0.1) && { isPlain: true }),
        leavesAfterMs: random.pick(isCrowd ? CROWD_LEAVES_MS : LEAVES_MS),
      },
      client: CLIENT,
      bodyAfterMs: 0,
      ...(accounts > 1 && !isCrowd && random.chance(0.15) && { as: 1 }),
    };
  });
}

/** A reload that says that others may read the figures, who ask for them at once. */
function readers(random: Random, durationMs: number): readonly NodeStep[] {
  if (!random.chance(READERS_SHARE)) return [];
  const at = random.between(0, durationMs);
  const options = { metricsNetworks: NETWORK_ELSEWHERE };
  return [
    { id: 0, at, do: 'reload', isMistaken: random.chance(0.3), options },
    { id: 0, at: at + random.pick([1, 400]), do: 'scrape' },
  ];
}

function scrapes(random: Random, requests: readonly NodeStep[]): readonly ScrapeStep[] {
  return Array.from({ length: random.between(1, SCRAPES_MAX) }, (): ScrapeStep => {
    const at = requests.length === 0 ? 0 : random.pick(requests).at;
    return { id: 0, at: at + random.pick([0, 0, 1, 400, 3_000]), do: 'scrape' };
  });
}
