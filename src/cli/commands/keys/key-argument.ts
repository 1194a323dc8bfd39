import type { ArgumentSpec, GivenArguments } from '../../framework/command.js';
import { idOf } from '../../framework/values.js';

export const KEY_ARGUMENT: ArgumentSpec = {
  name: 'KEY',
  description: 'the id of an API key, key_…, as "tollgate keys list" shows it; not its secret.',
};

/** The id that was given, where `KEY_ARGUMENT` is the first. Throws `ConfigError` for what is none. */
export function keyOf({ words: [key = ''] }: GivenArguments): string {
  return idOf('KEY', 'key', key);
}
