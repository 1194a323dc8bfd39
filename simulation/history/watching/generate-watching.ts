/** Makes those who look at a node itself: its live view, its figures, its health. */
import type { Random } from '../../world/random.js';
import type { NodeStep, RequestStep } from '../node-history.js';
import type { ScrapeStep } from '../onlookers/watching.js';

const WATCHED_SHARE = 0.25;
const SCRAPED_SHARE = 0.4;
/** Apart from the clients of all other steps. */
const CLIENT = 70;
const SCRAPES_MAX = 8;
/** One more than may watch. */
const CROWD = 17;

export interface WatchingFacts {
  readonly accounts: number;
  readonly durationMs: number;
}

/** @param requests at whose instants the figures are asked for, too */
export function generateWatching(
  random: Random,
  { accounts, durationMs }: WatchingFacts,
  requests: readonly NodeStep[],
): readonly NodeStep[] {
  return [
    ...(random.chance(WATCHED_SHARE) ? watchers(random.fork('watchers'), accounts, durationMs) : []),
    ...(random.chance(SCRAPED_SHARE) ? scrapes(random.fork('scrapes'), requests) : []),
  ];
}

function watchers(random: Random, accounts: number, durationMs: number): readonly RequestStep[] {
  const isCrowd = random.chance(0.15);
  const from = random.between(0, durationMs);
  const count = isCrowd ? CROWD : random.between(1, 4);
  return Array.from({ length: count }, (_, n): RequestStep => {
    return {
      id: 0,
      at: isCrowd ? from + n : random.between(0, durationMs),
      do: 'request',
      call: {
        op: 'watch',
        ...(!isCrowd && random.chance(0.1) && { isPlain: true }),
        leavesAfterMs: random.pick([0, 700, 2_500, 2_500, 20_000]),
      },
      client: CLIENT,
      bodyAfterMs: 0,
      ...(accounts > 1 && !isCrowd && random.chance(0.15) && { as: 1 }),
    };
  });
}

function scrapes(random: Random, requests: readonly NodeStep[]): readonly ScrapeStep[] {
  return Array.from({ length: random.between(1, SCRAPES_MAX) }, (): ScrapeStep => {
    const at = requests.length === 0 ? 0 : random.pick(requests).at;
    return { id: 0, at: at + random.pick([0, 0, 1, 400, 3_000]), do: 'scrape' };
  });
}
