import type { ArgumentSpec } from './command.js';

export const KEY_ARGUMENT: ArgumentSpec = {
  name: 'KEY',
  description: 'the id of an API key, key_…, as "tollgate keys list" shows it; not its secret.',
};
