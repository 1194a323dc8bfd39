/** Reads the values of options and arguments, before any node is asked. */

import { ConfigError } from '../../node/config/start-refused.js';
import { suggestion } from '../../node/config/suggestions.js';

export interface Bounds {
  readonly least: number;
  readonly most: number;
  /** True if a fraction is allowed. */
  readonly isFractional?: boolean;
}

/**
 * A number as people write it: without sign or exponent.
 *
 * @throws ConfigError
 */
export function numberOf(name: string, text: string, { least, most, isFractional }: Bounds): number {
  const pattern = isFractional === true ? /^\d+(\.\d+)?$/ : /^\d+$/;
  const number = Number(text);
  if (pattern.test(text) && number >= least && number <= most) return number;
  const kind = isFractional === true ? 'a number' : 'a whole number';
  throw new ConfigError(`${name} must be ${kind} from ${least} to ${most}, not ${JSON.stringify(text)}`);
}

/** @throws ConfigError */
export function choiceOf<Choice extends string>(
  name: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw new ConfigError(
    `${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(text)}${suggestion(text, choices)}`,
  );
}

/**
 * An id of this kind. A secret in its place is refused without being repeated.
 *
 * @throws ConfigError
 */
export function idOf(name: string, prefix: string, text: string): string {
  if (text.startsWith(`${prefix}_`)) return text;
  const found = /^(sk|mk)-/.test(text)
    ? "and this is a secret: it now stands in your shell's history"
    : `not ${JSON.stringify(text)}`;
  throw new ConfigError(`${name} must be an id, ${prefix}_…, ${found}`);
}
