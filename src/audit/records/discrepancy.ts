import type { Table } from '../../store/store.js';

/** One thing that is not as it has to be. */
export interface Discrepancy {
  /** The kind of thing: a word for machines, the same for all of the kind. */
  readonly kind: string;
  readonly table: Table;
  /** Of the record, or the id that records of several tables speak of. */
  readonly key: string;
  /** The text for a person; names everything that takes part. */
  readonly what: string;
}
