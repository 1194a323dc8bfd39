/** Damages of a folder that adds up: one change of one record, and the kinds of all that is told then. */
import type { Table } from '../../../../../../src/store/store.js';

export type Change =
  | { readonly do: 'set'; readonly field: string; readonly to: unknown }
  | { readonly do: 'add'; readonly field: string; readonly by: number }
  | { readonly do: 'remove' }
  | { readonly do: 'write'; readonly text: string }
  | { readonly do: 'move' | 'copy'; readonly to: string };

export type Damaged = readonly [table: Table, key: string, change: Change];

/** `told`: the kinds of what is told, each once; none if nobody could tell. */
export interface Damage {
  readonly of: Damaged;
  readonly told: readonly string[];
}

/** @param kinds with spaces between */
export function told(kinds: string, ...damaged: readonly Damaged[]): readonly Damage[] {
  return damaged.map((of) => ({ of, told: kinds.split(' ').filter((kind) => kind !== '') }));
}

export const REMOVED: Change = { do: 'remove' };
export const NO_JSON: Change = { do: 'write', text: 'no JSON' };

/** @param field the names on the way to it, with dots between */
export function set(field: string, to: unknown): Change {
  return { do: 'set', field, to };
}

export function more(field: string, by = 1): Change {
  return { do: 'add', field, by };
}

export function written(text: string): Change {
  return { do: 'write', text };
}

export function moved(to: string): Change {
  return { do: 'move', to };
}

/** As the record of another key, too. */
export function copied(to: string): Change {
  return { do: 'copy', to };
}

/** The text of a record after a change of one of its fields. */
export function changed(text: string, change: Extract<Change, { readonly field: string }>): string {
  const record = JSON.parse(text);
  const names = change.field.split('.');
  const last = names.pop() ?? '';
  const within = names.reduce((one, name) => one[name], record);
  if (change.do === 'set') within[last] = change.to;
  else if (typeof within[last] === 'string') within[last] = String(BigInt(within[last]) + BigInt(change.by));
  else within[last] = (within[last] ?? 0) + change.by;
  return JSON.stringify(record);
}
