/**
 * Loads at a fixed rate in pairs, the same to something large and to something small: whether p99 stays.
 *
 * The two of a pair follow each other at once, in turn the one and the other first; their ratio is taken
 * within a round.
 */

import { unpinnedNote } from '../machine/pinning.js';
import { sharedNote } from '../machine/shared-machine.js';
import { type SectionReport, spread, type Verdict } from '../section.js';
import type { ServerProcess } from '../servers/server-process.js';
import { applyPacedLoad, type PacedLoad, type PacedResult, pacedOddity, pacedRow } from './paced-load.js';

const P99_RATIO_MAX = 1.3;

export interface PacedSide {
  readonly name: string;
  readonly load: Omit<PacedLoad, 'seconds'>;
  /** One a round. */
  readonly results: PacedResult[];
}

export interface PacedPair {
  /** The kind of request whose p99 is told of the two. */
  readonly what: string;
  readonly large: PacedSide;
  readonly small: PacedSide;
}

export interface PairOptions {
  /** From 1. */
  readonly round: number;
  readonly seconds: number;
}

/** Takes one round of a pair. */
export async function measurePair(
  { large, small }: PacedPair,
  servers: { readonly large: ServerProcess; readonly small: ServerProcess },
  { round, seconds }: PairOptions,
): Promise<void> {
  const sides = [
    { side: large, server: servers.large },
    { side: small, server: servers.small },
  ];
  for (const { side, server } of round % 2 === 1 ? sides : sides.reverse()) {
    side.results.push(await applyPacedLoad(server, { ...side.load, seconds }));
  }
}

/** @param notes what a reader must know besides */
export function reportOfPairs(pairs: readonly PacedPair[], notes: readonly string[] = []): SectionReport {
  const sides = pairs.flatMap(({ large, small }) => [large, small]);
  return {
    rows: sides.map(({ name, results }) => pacedRow(name, results)),
    verdicts: pairs.map(verdictOf),
    notes: [
      ...unpinnedNote(),
      ...sharedNote(sides.flatMap(({ results }) => results.map(({ elsewhere }) => elsewhere))),
      ...notes,
      ...sides.flatMap(({ name, results }) => pacedOddity(name, results)),
    ],
  };
}

function verdictOf({ what, large, small }: PacedPair): Verdict {
  const ratios = spread(large.results.map(({ p99Us }, round) => p99Us / (small.results[round]?.p99Us ?? 0)));
  return { what: `p99 of ${what}`, value: ratios.median, spread: ratios, target: { atMost: P99_RATIO_MAX } };
}
