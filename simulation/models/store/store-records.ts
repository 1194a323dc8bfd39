/** Records of histories of the store: a few numbers stand for each, and say its key and its value. */
import type { RangeOptions, Table, Write } from '../../../src/store/store.js';

export const KEY_KINDS = ['padded', 'plain', 'nested', 'edges', 'long', 'format'] as const;

export interface KeyName {
  readonly keys: (typeof KEY_KINDS)[number];
  readonly number: number;
}

export const VALUE_KINDS = [
  'ascii',
  'accents',
  'wide',
  'pairs',
  'nulls',
  'marks',
  'digits',
  'number',
] as const;

export interface ValueShape {
  readonly kind: (typeof VALUE_KINDS)[number];
  /** Length in UTF-16 units. */
  readonly units: number;
}

/** Writes of a commit that go together: `count` records of one table, `apart` numbers apart. */
export interface WriteGroup extends KeyName {
  readonly table: Table;
  readonly count: number;
  readonly apart: number;
  /** Absent if the records are removed. */
  readonly value?: ValueShape;
}

export interface RangeNames {
  readonly from?: KeyName;
  readonly to?: KeyName;
  readonly reverse?: boolean;
  readonly limit?: number;
}

const KEY_BYTES_MAX = 1_000;
const DIGITS = 8;
const EDGES = [' ', '~', '!', '/', '0', ':', '\\'];

const FILLERS: Readonly<Record<Exclude<ValueShape['kind'], 'number'>, string>> = {
  ascii: 'x',
  accents: 'é',
  wide: '視',
  pairs: '🎬',
  nulls: '\u0000',
  marks: '\ufeff',
  digits: '0',
};
/** Numbers at their bounds, as JSON and as no JSON would write them. */
const NUMBERS = ['0', '-0', '9007199254740991', '9007199254740993', '-1', '1e400', '5e-324', '0.1', 'NaN'];

export function keyOf({ keys, number }: KeyName): string {
  const padded = String(number).padStart(DIGITS, '0');
  switch (keys) {
    case 'padded':
      return padded;
    case 'plain':
      return String(number);
    case 'nested':
      return `acct_${number % 3}/${number}`;
    case 'edges':
      return (EDGES[number % EDGES.length] ?? ' ').repeat(1 + Math.floor(number / EDGES.length));
    case 'long':
      return `${'k'.repeat(KEY_BYTES_MAX - DIGITS)}${padded}`;
    case 'format':
      return number === 0 ? 'format' : `format${number}`;
  }
}

/** @param mark differs between any two writes of a history: a value of before is told from one of now */
export function textOf({ kind, units }: ValueShape, mark: string, number: number): string {
  if (kind === 'number') return NUMBERS[number % NUMBERS.length] ?? '0';
  const filler = FILLERS[kind];
  const head = mark.slice(0, units);
  const left = units - head.length;
  return `${head}${filler.repeat(Math.floor(left / filler.length))}${'x'.repeat(left % filler.length)}`;
}

/** @param step the id of the step that writes them */
export function writesOf(groups: readonly WriteGroup[], step: number): readonly Write[] {
  return groups.flatMap(({ table, keys, number: first, count, apart, value }, group) =>
    Array.from({ length: count }, (_, nth): Write => {
      const number = first + nth * apart;
      const mark = `#${step}.${group}.${nth}|`;
      return {
        table,
        key: keyOf({ keys, number }),
        value: value === undefined ? undefined : textOf(value, mark, number),
      };
    }),
  );
}

export function rangeOf({ from, to, ...rest }: RangeNames): RangeOptions {
  return { ...rest, ...(from && { from: keyOf(from) }), ...(to && { to: keyOf(to) }) };
}
