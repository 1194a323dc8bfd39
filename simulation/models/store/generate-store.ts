/** Makes histories of the store from seeds. */
import { TABLES, type Table } from '../../../src/store/store.js';
import type { FaultLevel } from '../../model.js';
import { Random } from '../../world/random.js';
import {
  LOOKS,
  MISUSES,
  STORE_MODEL,
  type StepPlace,
  type StoreHistory,
  type StoreStep,
  WHOLE,
} from './store-history.js';
import {
  KEY_KINDS,
  type KeyName,
  type RangeNames,
  VALUE_KINDS,
  type ValueShape,
  type WriteGroup,
} from './store-records.js';

const STEPS_MAX = 30;
const TABLES_PER_HISTORY = 3;
const WALKS = 3;
const NUMBERS = 40;
const MI = 1024 * 1024;
/** Around checksums, pages and blocks of memory. */
const UNITS = [0, 1, 7, 8, 9, 60, 60, 200, 200, 1_300, 2_030, 4_070, 9_000];
const LARGE_UNITS = [70_000, 70_000, 70_000, 350_000, 350_000, MI, 4 * MI];
/** Less and more than the file has room for ahead of need. */
const ROOM_UNITS = [0.5 * MI, MI, 1.5 * MI, 2.5 * MI];
const HOWS = ['gone', 'full'] as const;
/** Of these the file has room for one or two. */
const FULL_DISK_UNITS = [0.25 * MI, 0.5 * MI, 0.5 * MI, MI];
const LONG_UPGRADE_CHANCE = 0.1;
const WEAR_CHANCE = 0.4;
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
  steps.push(...longUpgrade(random.fork('long upgrade'), steps.length, tables));
  const wearing = random.fork('wear');
  if (wearing.chance(WEAR_CHANCE))
    steps.push({ id: steps.length + 1, at: 0, do: 'wear', table: wearing.pick(tables) });
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

/** More text than an upgrade takes at once, in each of the tables; then they are read as a whole. */
function longUpgrade(random: Random, before: number, tables: readonly Table[]): readonly StoreStep[] {
  if (!random.chance(LONG_UPGRADE_CHANCE)) return [];
  const groups = tables.flatMap((table): readonly WriteGroup[] => [
    { table, keys: 'padded', number: 0, count: random.between(1, 9), apart: 1, value: shape(random) },
    { table, keys: 'padded', number: 20, count: 4, apart: 1, value: { kind: 'ascii', units: MI } },
  ]);
  const walks = tables.map((table, walk) => ({ do: 'walk', walk, table, range: {}, take: WHOLE }) as const);
  return [
    { do: 'commit', writes: groups, meanwhile: 'nothing' } as const,
    { do: 'upgrade', commits: random.below(4) } as const,
    ...walks,
  ].map((step, nth) => ({ ...step, id: before + nth + 1, at: 0 }));
}

function plainStep(random: Random, about: StepPlace, tables: readonly Table[]): StoreStep {
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

function faultStep(random: Random, about: StepPlace, tables: readonly Table[]): StoreStep {
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
