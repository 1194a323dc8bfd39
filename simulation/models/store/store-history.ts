/**
 * Histories of the store: what is written, read and walked, and what befalls the file meanwhile. They have no
 * time: each step begins when the one before is done.
 */
import type { Table } from '../../../src/store/store.js';
import type { History } from '../../model.js';
import type { KeyName, RangeNames, WriteGroup } from './store-records.js';

export interface StoreSetup {
  /** Address space that is mapped from the start; the file outgrows a small one. */
  readonly mapMib: number;
}

export interface StepPlace {
  readonly id: number;
  readonly at: number;
}

/** Acts while a commit is under way. `closes`: the store does, and opens again. */
const MEANWHILES = ['nothing', 'reads', 'another', 'closes'] as const;

/** A look at the file before the store opens again; a copy stands in its place from then on. */
export const LOOKS = ['nothing', 'snapshot', 'copy', 'compacted_copy'] as const;

export const MISUSES = [
  'empty_key',
  'long_key',
  'wide_key',
  'negative_limit',
  'half_limit',
  'long_value',
] as const;

export type CommitStep = StepPlace & {
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
  | (StepPlace & {
      readonly do: 'commit_without_room';
      readonly how: 'gone' | 'full';
      readonly writes: readonly WriteGroup[];
    })
  /**
   * The disk fails in the last write of a commit, after which LMDB refuses all work; the file cannot be
   * opened again until so many further commits have failed.
   */
  | (StepPlace & {
      readonly do: 'commit_that_breaks';
      readonly writes: readonly WriteGroup[];
      readonly refused: number;
    })
  | (StepPlace & { readonly do: 'read'; readonly table: Table } & KeyName)
  /** Begins walk number `walk`, and takes so many entries; the one of that number before is left. */
  | (StepPlace & {
      readonly do: 'walk';
      readonly walk: number;
      readonly table: Table;
      readonly range: RangeNames;
      readonly take: number;
    })
  | (StepPlace & { readonly do: 'go_on'; readonly walk: number; readonly take: number })
  | (StepPlace & { readonly do: 'leave'; readonly walk: number })
  | (StepPlace & { readonly do: 'misuse'; readonly how: (typeof MISUSES)[number] })
  | (StepPlace & { readonly do: 'reopen'; readonly look: (typeof LOOKS)[number] })
  /** The records come from a version before checksums; the first start that adds them ends early. */
  | (StepPlace & { readonly do: 'upgrade'; readonly commits: number })
  /** The disk changes a record: one bit of it, or it has the bytes of another one of its length. */
  | (StepPlace & {
      readonly do: 'damage';
      readonly nth: number;
      readonly how: 'bit' | 'mixed_up';
    })
  /** Every walk is left, and many more are begun and left; then one record is written anew many times. */
  | (StepPlace & { readonly do: 'wear'; readonly table: Table });

export type StoreHistory = History<StoreStep, StoreSetup>;

export const STORE_MODEL = 'store';
/** More than any table of a history has. */
export const WHOLE = 1_000_000;
