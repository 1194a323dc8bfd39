/** The form of an option of a node. All of them stand in `options.ts`. */
import type { ValueKind } from './option-values.js';

/** When a changed value is taken: at `SIGHUP`, or at the next start of the node. */
export type Taken = 'at_reload' | 'at_start';

export interface Option<T> {
  readonly kind: ValueKind<T>;
  readonly fallback: T;
  readonly taken: Taken;
  /** One or two sentences for the operator, without the default. */
  readonly description: string;
  /** False for the one option that says where the file is. */
  readonly inFile: boolean;
  /** Shows how a value is written in the file, if there is no default to show. */
  readonly example: unknown;
}

export interface OptionTraits {
  readonly inFile?: boolean;
  readonly example?: unknown;
}

export function option<T>(
  taken: Taken,
  kind: ValueKind<T>,
  fallback: T,
  description: string,
  { inFile = true, example = fallback }: OptionTraits = {},
): Option<T> {
  return { taken, kind, fallback, description, inFile, example };
}
