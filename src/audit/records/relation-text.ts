/** How a difference between statements of two tables is told. */
import type { Table } from '../../store/store.js';
import type { Difference } from './claims.js';

export interface RelationText {
  /** Its word for machines. */
  readonly kind: string;
  /** The tables that post on either side. */
  readonly tables: readonly [left: Table, right: readonly Table[]];
  readonly tell: (group: string, differences: readonly Difference[]) => string;
}

/** Sums that are to be equal. */
export function sums(what: string, left: string, right: string): RelationText['tell'] {
  return (group, differences) =>
    `${what} ${group}: ${differences
      .map((one) => `${one.label} ${one.left} ${left}, but ${one.right} ${right}`)
      .join('; ')}`;
}

/** Things that are to be on both sides; the label says what may differ of them. */
export function pairs(what: string, left: string, right: string): RelationText['tell'] {
  return (group, differences) =>
    `${what} ${group}: ${differences
      .map((one) => (one.left > one.right ? left : right) + (one.label === '' ? '' : ` (${one.label})`))
      .join('; ')}`;
}
