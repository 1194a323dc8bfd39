/** A defect planted in the product, as text to find and text to put in its place. */
import type { FaultLevel } from '../../../simulation/model.js';

export interface Edit {
  /** From the top of the project. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

export interface Mutant {
  /** Kebab-case, unique. */
  readonly name: string;
  /** The consequence, in one sentence. */
  readonly breaks: string;
  readonly edits: readonly Edit[];
  /** The model that has to find it; `node` if absent. */
  readonly model?:
    | 'window'
    | 'ledger'
    | 'job'
    | 'store'
    | 'config'
    | 'outward'
    | 'clip'
    | 'part'
    | 'node'
    | 'http';
  /** `heavy` if absent. */
  readonly faults?: FaultLevel;
  /**
   * Within so many histories, or campaigns of the model `http`, from seed 1 on, it has to be found;
   * `RUNS_MAX` if absent. Those of the model `part` are of the parts alone that `caughtBy` names.
   */
  readonly runsMax?: number;
  /** Rules that say what it breaks: one of the histories has to break one of them. */
  readonly caughtBy: readonly string[];
}

export const RUNS_MAX = 300;

/**
 * The text of a file with the edits made.
 *
 * @throws if the text to find does not stand there exactly once: the mutant is stale
 */
export function mutated(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, { file, find, replace }) => {
    const parts = before.split(find);
    if (parts.length !== 2) {
      throw new Error(`${file} has ${parts.length - 1} times what a mutant looks for once: ${find}`);
    }
    return parts.join(replace);
  }, text);
}
