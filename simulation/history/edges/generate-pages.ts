/** Makes clients that read lists page after page, some from a cursor that no answer told. */
import type { Random } from '../../world/random.js';
import { PAGED_LISTS, type PageCall, STRANGE_CURSORS } from '../client-call.js';
import type { NodeStep } from '../node-history.js';
import { edgeStep } from './edge-steps.js';

const PAGES_CHANCE = 0.3;

export interface PageFacts {
  readonly keys: number;
  readonly durationMs: number;
}

export function generatePages(random: Random, { keys, durationMs }: PageFacts): readonly NodeStep[] {
  if (!random.chance(PAGES_CHANCE)) return [];
  return Array.from({ length: random.between(1, 4) }, () =>
    // The lists have something to show in the second half.
    edgeStep(random.between(Math.floor(durationMs / 2), durationMs + 2_000), nextRead(random, keys)),
  );
}

function nextRead(random: Random, keys: number): PageCall {
  const isRefused = random.chance(0.08);
  const isStrange = random.chance(0.2);
  return {
    op: 'page',
    list: random.weighted([
      [3, 'jobs'],
      [3, 'ledger'],
      [2, random.pick(PAGED_LISTS)],
    ]),
    key: random.below(keys),
    limit: isRefused ? random.pick([0, 101]) : random.pick([1, 2, 3, 5, 7, 100]),
    ...(random.chance(0.3) ? { pauseMs: random.pick([1, 40, 1_000]) } : {}),
    ...(isStrange ? { cursor: random.pick(STRANGE_CURSORS) } : {}),
  };
}
