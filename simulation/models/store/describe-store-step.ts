/** The steps of histories of the store, in words and made simpler. */
import { type StoreStep, WHOLE } from './store-history.js';
import { type KeyName, keyOf, type RangeNames, type WriteGroup } from './store-records.js';

const KEY_SHOWN_MAX = 24;

export function describeStoreStep(step: StoreStep): string {
  switch (step.do) {
    case 'commit': {
      const meanwhile = {
        nothing: '',
        reads: '; it is read meanwhile',
        another: '; another one is tried meanwhile',
        closes: '; the store closes meanwhile, and opens again',
      }[step.meanwhile];
      return `commits ${groupsText(step.writes)}${meanwhile}`;
    }
    case 'commit_without_room':
      return `commits, while the ${step.how === 'full' ? 'disk is full' : 'file cannot be opened'}, ${groupsText(step.writes)}`;
    case 'commit_that_breaks':
      return `commits, while the disk fails, ${groupsText(step.writes)}; the file cannot be opened again until ${step.refused} further commits have failed`;
    case 'read':
      return `reads ${shownKey(keyOf(step))} of ${step.table}`;
    case 'walk':
      return `walk ${step.walk} over ${step.table}${rangeText(step.range)} begins: ${takenText(step.take)}`;
    case 'go_on':
      return `walk ${step.walk} goes on: ${takenText(step.take)}`;
    case 'leave':
      return `walk ${step.walk} is left`;
    case 'misuse':
      return `a caller has a defect: ${step.how}`;
    case 'reopen': {
      const look = {
        nothing: '',
        snapshot: '; between, a snapshot is looked at',
        copy: ' on a copy of the file',
        compacted_copy: ' on a compacted copy of the file',
      }[step.look];
      return `the store closes and opens again${look}`;
    }
    case 'upgrade':
      return `the records are those of a version before checksums; the first start ends after ${step.commits} commits`;
    case 'damage':
      return step.how === 'bit'
        ? `the store closes, a bit of record ${step.nth} changes, and it opens again`
        : `the store closes, record ${step.nth} gets the bytes of another, and it opens again`;
    case 'wear':
      return `all walks are left, and many more over ${step.table}; then one record of it is written anew many times`;
  }
}

/** Fewer and smaller writes, and walks over less. */
export function simplerStoreSteps(step: StoreStep): readonly StoreStep[] {
  switch (step.do) {
    case 'commit':
      return [
        ...(step.meanwhile === 'nothing' ? [] : [{ ...step, meanwhile: 'nothing' } as const]),
        ...fewer(step.writes).map((writes) => ({ ...step, writes })),
      ];
    case 'commit_without_room':
      return fewer(step.writes).map((writes) => ({ ...step, writes }));
    case 'commit_that_breaks':
      return [
        ...(step.refused > 1 ? [{ ...step, refused: 1 }] : []),
        ...fewer(step.writes).map((writes) => ({ ...step, writes })),
      ];
    case 'walk': {
      const { from, to, limit, ...range } = step.range;
      return [
        ...(from === undefined ? [] : [{ ...range, ...(to && { to }), ...limited(limit) }]),
        ...(to === undefined ? [] : [{ ...range, ...(from && { from }), ...limited(limit) }]),
        ...(limit === undefined ? [] : [{ ...range, ...(from && { from }), ...(to && { to }) }]),
      ].map((simpler) => ({ ...step, range: simpler }));
    }
    default:
      return [];
  }
}

function limited(limit: number | undefined): Pick<RangeNames, 'limit'> {
  return limit === undefined ? {} : { limit };
}

function fewer(groups: readonly WriteGroup[]): readonly (readonly WriteGroup[])[] {
  const without = groups.length < 2 ? [] : groups.map((_, at) => groups.toSpliced(at, 1));
  const smaller = groups.flatMap((group, at) => smallerGroups(group).map((one) => groups.with(at, one)));
  return [...without, ...smaller];
}

function smallerGroups(group: WriteGroup): readonly WriteGroup[] {
  const { count, value } = group;
  return [
    ...(count > 1 ? [{ ...group, count: 1 }] : []),
    ...(count > 2 ? [{ ...group, count: Math.ceil(count / 2) }] : []),
    ...(value !== undefined && value.units > 20 ? [{ ...group, value: { ...value, units: 20 } }] : []),
    ...(value !== undefined && value.kind !== 'ascii'
      ? [{ ...group, value: { ...value, kind: 'ascii' } as const }]
      : []),
  ];
}

function groupsText(groups: readonly WriteGroup[]): string {
  return groups.length === 0 ? 'nothing' : groups.map(groupText).join(', ');
}

function groupText({ table, keys, number, count, apart, value }: WriteGroup): string {
  const last: KeyName = { keys, number: number + (count - 1) * apart };
  const span =
    count === 1
      ? shownKey(keyOf(last))
      : `${shownKey(keyOf({ keys, number }))} to ${shownKey(keyOf(last))} (${count}, ${apart} apart)`;
  const what = value === undefined ? 'without' : `with ${value.units} units of ${value.kind} in`;
  return `${what} ${table} ${span}`;
}

function rangeText({ from, to, reverse, limit }: RangeNames): string {
  return [
    ...(from === undefined ? [] : [` from ${shownKey(keyOf(from))}`]),
    ...(to === undefined ? [] : [` to ${shownKey(keyOf(to))}`]),
    ...(reverse ? [' backwards'] : []),
    ...(limit === undefined ? [] : [`, ${limit} at most`]),
  ].join('');
}

function takenText(take: number): string {
  return take === WHOLE ? 'to its end' : `${take} entries`;
}

/** A key of a thousand bytes by its end, in which it differs from others. */
export function shownKey(key: string): string {
  return JSON.stringify(key.length > KEY_SHOWN_MAX ? `…${key.slice(-KEY_SHOWN_MAX)}` : key);
}
