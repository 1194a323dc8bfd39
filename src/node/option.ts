/** What an option of a node is. All of them stand in `options.ts`. */
import type { ValueKind } from './config-values.js';

export interface Option<T> {
  readonly kind: ValueKind<T>;
  readonly fallback: T;
  /** One or two sentences for the operator, without the default. */
  readonly description: string;
  /** False for the one option that says where the file is. */
  readonly inFile: boolean;
  /** Shows how a value is written in the file, where there is no default to show. */
  readonly example: unknown;
}

export interface OptionTraits {
  readonly inFile?: boolean;
  readonly example?: unknown;
}

export function option<T>(
  kind: ValueKind<T>,
  fallback: T,
  description: string,
  { inFile = true, example = fallback }: OptionTraits = {},
): Option<T> {
  return { kind, fallback, description, inFile, example };
}
