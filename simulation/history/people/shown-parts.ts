/** The parts of a page as a trace shows them. */

/** A cell of a table, or a value beside its label. */
export interface ShownCell {
  readonly words: string;
  /** As printed, without the marks between thousands. */
  readonly numbers: readonly string[];
  /** RFC 3339. */
  readonly times: readonly string[];
  readonly ids: readonly string[];
}

export interface ShownParts {
  /** The title, with what stands beside it. */
  readonly head: string;
  /** Of the first table. */
  readonly rows: readonly (readonly ShownCell[])[];
  /** Of all lists of labels and values. */
  readonly values: readonly ShownCell[];
  /** Whether the list goes on. */
  readonly hasOlder: boolean;
  /** The links to its table as a file. */
  readonly files: readonly string[];
}

export interface VisitedParts extends ShownParts {
  /** The rows of the tables behind the first. */
  readonly others: readonly (readonly (readonly ShownCell[])[])[];
  /** The values of what stands chosen. */
  readonly chosen: readonly string[];
  /** The links to what mends an account's troubles. */
  readonly remedies: readonly string[];
}
