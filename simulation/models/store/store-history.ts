/**
 * Histories of the store: what is written, read and walked, and what befalls the file meanwhile. They have no
 * time: each step begins when the one before is done.
 */
import { TABLES, type Table } from '../../../src/store/store.js';
import type { FaultLevel, History } from '../../model.js';
import { Random } from '../../world/random.js';
import {
  KEY_KINDS,
  type KeyName,
  type RangeNames,
  VALUE_KINDS,
  type ValueShape,
  type WriteGroup,
} from './store-records.js';

export interface StoreSetup {
  /** Address space that is mapped from the start; the file outgrows a small one. */
  readonly mapMib: number;
}

interface At {
  readonly id: number;
  readonly at: number;
}

/** Acts while a commit is under way. `closes`: the store does, and opens again. */
const MEANWHILES = ['nothing', 'reads', 'another', 'closes'] as const;

/** A look at the file before the store opens again; a copy stands in its place from then on. */
const LOOKS = ['nothing', 'snapshot', 'copy', 'compacted_copy'] as const;

export const MISUSES = [
  'empty_key',
  'long_key',
  'wide_key',
  'negative_limit',
  'half_limit',
  'long_value',
] as const;

export type CommitStep = At & {
  readonly do: 'commit';
  readonly writes: readonly WriteGroup[];
  readonly meanwhile: (typeof MEANWHILES)[number];
};

export type StoreStep =
  | CommitStep
  /**
   * A commit while the file cannot be made longer: `full`, as on a disk without room; else it cannot be
   * opened for that.
   */
  | (At & {
      readonly do: 'commit_without_room';
      readonly how: 'gone' | 'full';
      readonly writes: readonly WriteGroup[];
    })
  /**
   * The disk fails in the last write of a commit, after which LMDB refuses all work; the file cannot be
   * opened again until so many further commits have failed.
   */
  | (At & {
      readonly do: 'commit_that_breaks';
      readonly writes: readonly WriteGroup[];
      readonly refused: number;
    })
  | (At & { readonly do: 'read'; readonly table: Table } & KeyName)
  /** Begins walk number `walk`, and takes so many entries; the one of that number before is left. */
  | (At & {
      readonly do: 'walk';
      readonly walk: number;
      readonly table: Table;
      readonly range: RangeNames;
      readonly take: number;
    })
  | (At & { readonly do: 'go_on'; readonly walk: number; readonly take: number })
  | (At & { readonly do: 'leave'; readonly walk: number })
  | (At & { readonly do: 'misuse'; readonly how: (typeof MISUSES)[number] })
  | (At & { readonly do: 'reopen'; readonly look: (typeof LOOKS)[number] })
  /** The records come from a version before checksums; the first start that adds them ends early. */
  | (At & { readonly do: 'upgrade'; readonly commits: number })
  /** The disk changes a record: one bit of it, or it has the bytes of another one of its length. */
  | (At & {
      readonly do: 'damage';
      readonly nth: number;
      readonly how: 'bit' | 'mixed_up';
    });

export type StoreHistory = History<StoreStep, StoreSetup>;

export const STORE_MODEL = 'store';
const STEPS_MAX = 30;
const TABLES_PER_HISTORY = 3;
const WALKS = 3;
const NUMBERS = 40;
/** More than any table of a history has. */
export const WHOLE = 1_000_000;
const MI = 1024 * 1024;
/** Around checksums, pages and blocks of memory. */
const UNITS = [0, 1, 7, 8, 9, 60, 60, 200, 200, 1_300, 2_030, 4_070, 9_000];
const LARGE_UNITS = [70_000, 70_000, 70_000, 350_000, 350_000, MI, 4 * MI];
/** Less and more than the file has room for ahead of need. */
const ROOM_UNITS = [0.5 * MI, MI, 1.5 * MI, 2.5 * MI];
const HOWS = ['gone', 'full'] as const;
/** Of these the file has room for one or two. */
const FULL_DISK_UNITS = [0.25 * MI, 0.5 * MI, 0.5 * MI, MI];
const FULL_DISK_CHANCES: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.15, heavy: 0.3 };
const FAULT_SHARE: Readonly<Record<FaultLevel, number>> = { none: 0, light: 0.06, heavy: 0.15 };

export function generateStoreHistory(seed: number, faults: FaultLevel): StoreHistory {
  const random = new Random(seed).fork(`${STORE_MODEL}/${faults}`);
  const tables = Array.from({ length: TABLES_PER_HISTORY }, () => random.pick(TABLES));
  const count = random.between(4, STEPS_MAX);
  const steps = Array.from({ length: count }, (_, index): StoreStep => {
    const about = { id: index + 1, at: 0 };
    return random.chance(FAULT_SHARE[faults])
      ? faultStep(random, about, tables)
      : plainStep(random, about, tables);
  });
  steps.push(...fullDiskSteps(random.fork('full disk'), faults, count, tables));
  return { v: 1, model: STORE_MODEL, seed, faults, setup: { mapMib: random.pick([1, 16, 1_024]) }, steps };
}

/** Commits in a row, for most of which the disk is full: each finds the file as the one before left it. */
function fullDiskSteps(
  random: Random,
  faults: FaultLevel,
  before: number,
  tables: readonly Table[],
): readonly StoreStep[] {
  if (!random.chance(FULL_DISK_CHANCES[faults])) return [];
  const hows = random.fork('how');
  return Array.from({ length: random.between(4, 9) }, (_, nth): StoreStep => {
    const about = { id: before + nth + 1, at: 0 };
    const isFull = random.chance(0.6);
    const units = random.pick(isFull ? FULL_DISK_UNITS : [60, 60, 9_000]);
    // As long as room is reckoned for at least: most other text is far shorter.
    const kind = random.pick(['ascii', 'wide', 'wide'] as const);
    const writes = [{ ...small(tables), number: NUMBERS + nth, value: { kind, units } }];
    return isFull
      ? { ...about, do: 'commit_without_room', how: hows.pick(HOWS), writes }
      : { ...about, do: 'commit', writes, meanwhile: 'nothing' };
  });
}

function plainStep(random: Random, about: At, tables: readonly Table[]): StoreStep {
  const table = random.pick(tables);
  return random.weighted<() => StoreStep>([
    [
      8,
      () => ({
        ...about,
        do: 'commit',
        writes: writes(random, tables),
        meanwhile: random.weighted([
          [6, 'nothing'],
          [2, 'reads'],
          [0.5, 'another'],
          [0.5, 'closes'],
        ]),
      }),
    ],
    [2, () => ({ ...about, do: 'read', table, ...keyName(random) })],
    [6, () => ({ ...about, do: 'walk', walk: random.below(WALKS), table, ...walk(random) })],
    [3, () => ({ ...about, do: 'go_on', walk: random.below(WALKS), take: taken(random) })],
    [1, () => ({ ...about, do: 'leave', walk: random.below(WALKS) })],
    [0.5, () => ({ ...about, do: 'misuse', how: random.pick(MISUSES) })],
    [1.5, () => ({ ...about, do: 'reopen', look: random.pick(LOOKS) })],
    [0.4, () => ({ ...about, do: 'upgrade', commits: random.below(3) })],
  ])();
}

function faultStep(random: Random, about: At, tables: readonly Table[]): StoreStep {
  if (random.chance(0.6))
    return { ...about, do: 'damage', nth: random.below(NUMBERS), how: random.pick(['bit', 'mixed_up']) };
  if (random.chance(0.4)) {
    const refused = random.pick([0, 1, 1, 3]);
    return {
      ...about,
      do: 'commit_that_breaks',
      writes: [...writes(random, tables), small(tables)],
      refused,
    };
  }
  const large: WriteGroup = {
    ...{ table: tables[0] ?? 'jobs', keys: 'padded', number: 0, count: 1, apart: 1 },
    value: { kind: 'ascii', units: random.pick(ROOM_UNITS) },
  };
  return {
    ...about,
    do: 'commit_without_room',
    how: random.pick(HOWS),
    writes: [...writes(random, tables), large],
  };
}

function small(tables: readonly Table[]): WriteGroup {
  return {
    ...{ table: tables[0] ?? 'jobs', keys: 'padded', number: 1, count: 1, apart: 1 },
    value: { kind: 'ascii', units: 60 },
  };
}

function writes(random: Random, tables: readonly Table[]): readonly WriteGroup[] {
  return Array.from({ length: random.pick([0, 1, 1, 1, 2, 2, 3, 5]) }, () => group(random, tables));
}

function group(random: Random, tables: readonly Table[]): WriteGroup {
  const value = random.chance(0.3) ? {} : { value: shape(random) };
  const isLarge = (value.value?.units ?? 0) > Math.max(...UNITS);
  const count = isLarge ? random.between(1, 2) : random.pick([1, 1, 1, 2, 5, 30, 30, 100]);
  return {
    table: random.pick(tables),
    ...keyName(random),
    count,
    apart: random.pick([1, 1, 2, 7]),
    ...value,
  };
}

function keyName(random: Random): KeyName {
  return { keys: random.pick(KEY_KINDS), number: random.below(random.pick([2, NUMBERS])) };
}

function shape(random: Random): ValueShape {
  const units = random.chance(0.025) ? random.pick(LARGE_UNITS) : random.pick(UNITS);
  return { kind: random.pick(VALUE_KINDS), units };
}

function walk(random: Random): { readonly range: RangeNames; readonly take: number } {
  const range: RangeNames = {
    ...(random.chance(0.4) ? { from: keyName(random) } : {}),
    ...(random.chance(0.4) ? { to: keyName(random) } : {}),
    ...(random.chance(0.5) ? { reverse: true } : {}),
    ...(random.chance(0.4) ? { limit: random.pick([0, 1, 2, 5, 100]) } : {}),
  };
  return { range, take: taken(random) };
}

function taken(random: Random): number {
  return random.pick([1, 1, 3, 20, WHOLE, WHOLE]);
}
