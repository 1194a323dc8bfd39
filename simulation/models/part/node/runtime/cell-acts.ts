/** The acts on a system of cells: each keeps a number, and a message says all that its turn does. */
import type { Random } from '../../../../world/random.js';

export type CellId = string;

/** One thing that a turn does. */
export type Op =
  | { readonly op: 'add'; readonly by: number }
  /** The cell is no more. */
  | { readonly op: 'finish' | 'fail' | 'answer_now' }
  | { readonly op: 'note'; readonly key: string; readonly text: string | null }
  | { readonly op: 'effect'; readonly effect: number }
  | { readonly op: 'tally'; readonly name: string; readonly by: number }
  | { readonly op: 'remind'; readonly name: string; readonly inMs: number }
  | { readonly op: 'forget'; readonly name: string }
  | { readonly op: 'look'; readonly key: string }
  /** Within the turn; `catches` goes on if it fails. */
  | { readonly op: 'call'; readonly to: CellId; readonly ops: readonly Op[]; readonly catches: boolean }
  /** A message for another turn. */
  | { readonly op: 'send'; readonly to: CellId; readonly ops: readonly Op[] };

/** As `CommitFault` of the store in memory; those that hang last until they are released. */
export type Fate =
  | 'none'
  | 'reject'
  | 'reject_yet_visible'
  | 'hang'
  | 'hang_then_commit'
  | 'commit_then_hang';

export interface Range {
  readonly from?: string;
  readonly to?: string;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export type SystemAct =
  | {
      readonly do: 'ask';
      readonly to: CellId;
      readonly ops: readonly Op[];
      readonly patienceMs: number;
      readonly times: number;
    }
  | { readonly do: 'view'; readonly id: CellId; readonly isPeek: boolean }
  | { readonly do: 'range'; readonly range: Range }
  | { readonly do: 'aside'; readonly key: string; readonly text: string | null }
  /** Of the commits from now on. */
  | { readonly do: 'disk'; readonly fate: Fate }
  | { readonly do: 'release' }
  | { readonly do: 'on_reminder'; readonly ops: readonly Op[] }
  | { readonly do: 'memory'; readonly isShort: boolean }
  | { readonly do: 'restart'; readonly undecided: 'lost' | 'kept' };

const CELLS = ['a', 'b', 'c', 'd'];
/** Of another unit. */
const STRANGER = 'z';
export const NOTES = ['n1', 'n2', 'n3', 'n4', 'n5'];
const NAMES = ['r', 's'];
const SUMS = ['x', 'y/z'];

export function systemAct(random: Random): SystemAct {
  return random.weighted<() => SystemAct>([
    [
      14,
      () => ({
        do: 'ask',
        to: random.chance(0.5) ? 'a' : drawCell(random),
        ops: drawOps(random, 2),
        patienceMs: random.pick([100, 10_000, 10_000]),
        times: random.pick([1, 1, 1, 2, 4]),
      }),
    ],
    [1, () => ({ do: 'view', id: drawCell(random), isPeek: random.chance(0.4) })],
    [2, () => ({ do: 'range', range: drawRange(random) })],
    [0.7, () => ({ do: 'aside', ...drawNote(random) })],
    [2, () => ({ do: 'disk', fate: drawFate(random) })],
    [5, () => ({ do: 'release' })],
    [0.7, () => ({ do: 'on_reminder', ops: slowed(drawOps(random, 1)) })],
    [0.3, () => ({ do: 'memory', isShort: random.chance(0.5) })],
    [0.3, () => ({ do: 'restart', undecided: random.pick(['lost', 'kept'] as const) })],
  ])();
}

/** A reminder that sets others goes on for ever. */
function slowed(ops: readonly Op[]): readonly Op[] {
  return ops.map((one) => {
    if (one.op === 'remind') return { ...one, inMs: 2_000 };
    return 'ops' in one ? { ...one, ops: slowed(one.ops) } : one;
  });
}

function drawFate(random: Random): Fate {
  return random.weighted([
    [4, 'none'],
    [1, 'reject'],
    [1, 'reject_yet_visible'],
    [1, 'hang'],
    [3, 'hang_then_commit'],
    [3, 'commit_then_hang'],
  ] as const);
}

function drawCell(random: Random): CellId {
  return random.chance(0.08) ? STRANGER : random.pick(CELLS);
}

function drawNote(random: Random): { readonly key: string; readonly text: string | null } {
  return { key: random.pick(NOTES), text: random.chance(0.3) ? null : `text ${random.below(1_000)}` };
}

function drawOps(random: Random, depth: number): readonly Op[] {
  const ops = Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, () => drawOp(random, depth));
  return random.chance(0.12) ? [...ops, { op: 'fail' }] : ops;
}

function drawOp(random: Random, depth: number): Op {
  const inner = () => ({ to: drawCell(random), ops: depth === 0 ? [] : drawOps(random, depth - 1) });
  return random.weighted<() => Op>([
    [6, () => ({ op: 'add', by: random.between(1, 9) })],
    [0.7, () => ({ op: 'finish' })],
    [0.5, () => ({ op: 'answer_now' })],
    [2, () => ({ op: 'note', ...drawNote(random) })],
    [1, () => ({ op: 'effect', effect: random.below(1_000) })],
    [1, () => ({ op: 'tally', name: random.pick(SUMS), by: random.pick([1, -1, 7, 2 ** 53, -(2 ** 53)]) })],
    [2, () => ({ op: 'remind', name: random.pick(NAMES), inMs: random.pick([0, 10, 50, 500, 2_000]) })],
    [0.7, () => ({ op: 'forget', name: random.pick(NAMES) })],
    [2, () => ({ op: 'look', key: random.pick([...NOTES, ...CELLS]) })],
    [2.5, () => ({ op: 'call', ...inner(), catches: random.chance(0.2) })],
    [1.5, () => ({ op: 'send', ...inner() })],
  ])();
}

function drawRange(random: Random): Range {
  return {
    ...(random.chance(0.5) && { from: random.pick(NOTES) }),
    ...(random.chance(0.5) && { to: random.pick(NOTES) }),
    ...(random.chance(0.5) && { reverse: true }),
    ...(random.chance(0.5) && { limit: random.below(4) }),
  };
}
