/** How often what goes wrong outside the node, by fault level, and scripts for providers made from that. */
import type { FaultLevel } from '../model.js';
import type { Random } from '../world/random.js';
import {
  CANCEL_MOVES,
  FIND_MOVES,
  type FindMove,
  POLL_MOVES,
  type PollMove,
  type ProviderScript,
  READ_MOVES,
  type ReadMove,
  SUBMIT_MOVES,
  type SubmitMove,
} from './provider-script.js';

export interface Chances {
  /** That a client goes away before its answer. */
  readonly givesUp: number;
  /** That a provider does something odd to a job at all. */
  readonly oddScript: number;
  /** Of an odd script, that a move is odd. */
  readonly oddMove: number;
}

export const CHANCES: Readonly<Record<FaultLevel, Chances>> = {
  none: { givesUp: 0.02, oddScript: 0, oddMove: 0 },
  light: { givesUp: 0.04, oddScript: 0.15, oddMove: 0.4 },
  heavy: { givesUp: 0.1, oddScript: 0.6, oddMove: 0.6 },
};

// A job changes its route for `not_now` alone.
const ODD_SUBMITS = [
  ...SUBMIT_MOVES.filter((move) => move !== 'accept' && move !== 'reject'),
  ...Array.from({ length: 4 }, () => 'not_now' as const),
];
const ODD_FINDS = FIND_MOVES.filter((move) => move !== 'truth');
const ODD_POLLS = POLL_MOVES.filter((move) => move !== 'truth');
const ODD_READS = READ_MOVES.filter((move) => move !== 'whole');
const ODD_CANCELS = CANCEL_MOVES.filter((move) => move !== 'works');
const WAITS_ASKED_FOR_MS = [200, 2_000, 15_000, 70_000];

export function generateScript(random: Random, chances: Chances): ProviderScript {
  const isOdd = random.chance(chances.oddScript);
  const oddMove = isOdd ? chances.oddMove : 0;
  const outputMs = random.pick([0, 1, 999, 1_000, 2_500, 4_000, 8_000, 60_000]);
  return {
    submits: generateSubmits(random, oddMove),
    ...(isOdd ? generateOddities(random.fork('oddities'), oddMove) : {}),
    polls: generatePolls(random, oddMove),
    ...(random.chance(0.5) ? { saidMs: generateSaid(random, outputMs) } : {}),
    pendingMs: random.pick([0, 0, 100, 700, 5_000]),
    runningMs: random.pick([0, 100, 1_000, 4_000, 20_000]),
    end: random.weighted<ProviderScript['end']>([
      [8, { how: 'completed', outputMs }],
      [
        2,
        {
          how: 'failed',
          slug: random.pick(['content_rejected', 'invalid_input', 'provider_error'] as const),
        },
      ],
      [1, { how: 'never' }],
    ]),
    ...(random.chance(0.5) ? { askAgainAfterMs: random.pick([50, 500, 3_000]) } : {}),
  };
}

/** The length as the provider says it: that of the file, another one that is near, or one far from it. */
function generateSaid(random: Random, outputMs: number): number {
  return random.weighted([
    [4, outputMs],
    [1.5, Math.ceil(outputMs * 1.03)],
    [1.5, Math.floor(outputMs * 0.98)],
    [3, outputMs + 5_000],
  ]);
}

function generateSubmits(random: Random, oddMove: number): readonly SubmitMove[] {
  const moves: SubmitMove[] = [];
  const delay = () =>
    random.weighted([
      [8, random.between(0, 60)],
      [1, random.between(500, 3_000)],
      [oddMove, 40_000],
    ]);
  while (moves.length < 10 && random.chance(oddMove)) {
    moves.push(asking(random, { delayMs: delay(), do: random.pick(ODD_SUBMITS) }));
  }
  moves.push({ delayMs: delay(), do: random.chance(0.05) ? 'reject' : 'accept' });
  return moves;
}

function generateOddities(
  random: Random,
  oddMove: number,
): Pick<ProviderScript, 'finds' | 'cancel' | 'reads'> {
  const finds = Array.from({ length: random.between(0, 4) }, (): FindMove => {
    const move = random.chance(oddMove) ? random.pick(ODD_FINDS) : 'truth';
    return asking(random, { delayMs: random.between(0, 60), do: move });
  });
  const reads = Array.from({ length: random.between(0, 4) }, (): ReadMove => {
    const move = random.chance(oddMove) ? random.pick(ODD_READS) : 'whole';
    return { delayMs: random.pick([0, 20, 3_000]), do: move };
  });
  return {
    ...(finds.length > 0 ? { finds } : {}),
    ...(reads.length > 0 ? { reads } : {}),
    ...(random.chance(oddMove) ? { cancel: random.pick(ODD_CANCELS) } : {}),
  };
}

function generatePolls(random: Random, oddMove: number): readonly PollMove[] {
  const count = oddMove === 0 ? 0 : random.between(0, 8);
  return Array.from({ length: count }, () =>
    asking(random, {
      delayMs: random.weighted([
        [8, random.between(0, 30)],
        [2, random.between(300, 4_000)],
        [0.5, 15_000],
      ]),
      do: random.chance(oddMove) ? random.pick(ODD_POLLS) : 'truth',
    }),
  );
}

/** The move, with the wait that a provider with too much to do may ask for. */
function asking<Move extends SubmitMove | FindMove | PollMove>(random: Random, move: Move): Move {
  if (move.do !== 'not_now' && move.do !== 'busy') return move;
  return random.chance(0.5) ? { ...move, askAgainAfterMs: random.pick(WAITS_ASKED_FOR_MS) } : move;
}
