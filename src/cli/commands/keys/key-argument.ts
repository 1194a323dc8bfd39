import type { ArgumentSpec, GivenArguments } from '../../framework/command.js';
import { idOf } from '../../framework/values.js';

export const KEY_ARGUMENT: ArgumentSpec = {
  name: 'KEY',
  description: 'Id of an API key, key_…, not its secret; "tollgate keys list" shows it.',
};

/** The id in the place of `KEY_ARGUMENT`, the first word. Throws `ConfigError` if it is none. */
export function keyOf({ words: [key = ''] }: GivenArguments): string {
  return idOf('KEY', 'key', key);
}
