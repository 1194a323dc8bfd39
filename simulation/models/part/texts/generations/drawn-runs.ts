/**
 * Texts as they are had made: the answers of their routes, the pieces with the time between them, and the
 * moment at which a client leaves.
 *
 * Times lie so that no two things come at the same ms: those of providers are whole tens, bounds end in a
 * three, clients leave at a five or four.
 */
import type { TextFailure } from '../../../../../src/providers/text-provider.js';
import type { Random } from '../../../../world/random.js';

export interface DrawnPiece {
  readonly is:
    | 'role'
    | 'text'
    | 'thought'
    | 'call'
    | 'repeat'
    | 'end'
    | 'last'
    | 'usage'
    | 'counted'
    | 'flood';
  readonly text: string;
  readonly tokens: number;
}

export interface DrawnRoute {
  readonly answers: 'begun' | 'not_now' | 'rejected' | 'throws';
  readonly afterMs: number;
  readonly code: TextFailure['code'];
  readonly againMs?: number;
  /** Of the body that it is sent. */
  readonly bytes: number;
  readonly batches: readonly { readonly afterMs: number; readonly pieces: readonly DrawnPiece[] }[];
  readonly over: 'ends' | 'breaks' | 'says' | 'never';
  readonly overAfterMs: number;
}

export interface DrawnText {
  readonly isStreamed: boolean;
  readonly wantsUsage: boolean;
  readonly routes: readonly DrawnRoute[];
  readonly leavesAtMs?: number;
  /** By its stream, if that is there, and not by its request. */
  readonly leavesStream: boolean;
  /** It reads nothing before. */
  readonly readsFromMs: number;
  /** So many messages of it are refused before one is taken. */
  readonly refusals: number;
  readonly commitMs: number;
}

export interface RunsAct {
  readonly do: 'run';
  readonly texts: readonly DrawnText[];
  readonly firstTokenMaxMs: number;
  readonly wholeTextMaxMs: number;
  readonly tokenPauseMaxMs: number;
  readonly abandonedStreamMaxMs: number;
  readonly textsAbandoned: number;
  readonly piecesHeld: number;
  /** True if a client that reads nothing holds its provider up at once. */
  readonly isNarrow: boolean;
  readonly drainsAtMs?: number;
  readonly openBefore: number;
  readonly resumedAtOnce: number;
}

const LATER = [10, 10, 20, 410, 2_030, 5_230, 16_070, 31_990];
const TEXTS = ['a', 'boat', ' on the sea', 'é', 'مرحبا', '🚤', 'x'.repeat(33)];
const CODES = ['provider_error', 'provider_rejected', 'provider_timeout', 'content_rejected'] as const;

export function drawRuns(random: Random): RunsAct {
  const { texts: _, ...act } = {
    do: 'run' as const,
    texts: [],
    firstTokenMaxMs: random.pick([453, 3_003, 30_003]),
    wholeTextMaxMs: random.pick([1_003, 60_003]),
    tokenPauseMaxMs: random.pick([423, 3_003, 6_003, 20_003]),
    abandonedStreamMaxMs: random.pick([401, 1_001, 10_001]),
    textsAbandoned: random.pick([0, 1, 1, 100]),
    piecesHeld: random.pick([1, 2, 1_000]),
    isNarrow: random.chance(0.5),
    openBefore: random.pick([0, 0, 1, 5]),
    resumedAtOnce: random.pick([1, 2, 100]),
    ...(random.chance(0.15) ? { drainsAtMs: random.pick([29, 449, 3_019]) } : {}),
  };
  const count = random.chance(0.3) ? 2 : 1;
  return { ...act, texts: Array.from({ length: count }, (_, at) => drawText(random, at, act.isNarrow)) };
}

function drawText(random: Random, at: number, isNarrow: boolean): DrawnText {
  const isStreamed = random.chance(0.75);
  const isLeft = random.chance(0.35);
  const leavesAtMs = random.pick([5, 15, 55, 455, 2_065, 6_005]) + 99 * at;
  return {
    isStreamed,
    wantsUsage: random.chance(0.5),
    routes: Array.from({ length: random.pick([1, 1, 2, 3]) }, (_, n) => drawRoute(random, n, isStreamed)),
    ...(isLeft ? { leavesAtMs } : {}),
    leavesStream: random.chance(0.5),
    readsFromMs: isNarrow && random.chance(0.6) ? random.pick([27, 477, 7_007]) : 0,
    refusals: random.chance(0.1) ? random.pick([1, 2, 4]) : 0,
    commitMs: random.pick([0, 0, 20]),
  };
}

function drawRoute(random: Random, nth: number, isStreamed: boolean): DrawnRoute {
  const isLongOn = random.chance(0.3);
  const delay = () => (isLongOn ? random.pick(LATER) : random.pick(LATER.slice(0, 4)));
  const piece = (is: DrawnPiece['is']): DrawnPiece => {
    return { is, text: random.pick(TEXTS), tokens: random.below(40) };
  };
  const some = () =>
    piece(random.pick(['text', 'text', 'repeat', 'role', 'thought', 'call', 'counted', 'usage']));
  const batch = (pieces: readonly DrawnPiece[]) => ({ afterMs: delay(), pieces });
  const streamed = [
    ...(random.chance(0.8) ? [batch([piece('role')])] : []),
    ...Array.from({ length: random.below(6) }, () =>
      batch(Array.from({ length: random.pick([1, 1, 2]) }, some)),
    ),
    ...(random.chance(0.004) ? [batch([piece('text')]), batch([piece('flood')])] : []),
    ...(random.chance(0.8) ? [batch([piece(random.pick(['end', 'last']))])] : []),
    ...(random.chance(0.5) ? [batch([piece('usage')])] : []),
    ...(random.chance(0.1) ? [batch([some()]), batch([some()])] : []),
  ];
  const whole = random.chance(0.95) ? [batch([piece(random.pick(['last', 'counted', 'counted']))])] : [];
  return {
    answers: random.weighted([
      [6, 'begun'],
      [2, 'not_now'],
      [0.7, 'rejected'],
      [0.5, 'throws'],
    ]),
    afterMs: delay(),
    code: random.pick(CODES),
    ...(random.chance(0.5) ? { againMs: random.pick([1, 2_500]) } : {}),
    bytes: random.pick([40, 41, 43]) + 100 * nth,
    batches: isStreamed ? streamed : whole,
    over: random.weighted([
      [8, 'ends'],
      [1, 'breaks'],
      [1, 'says'],
      [1, 'never'],
    ]),
    overAfterMs: delay(),
  };
}
