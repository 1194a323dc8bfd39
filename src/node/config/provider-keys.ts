/** Reads the keys of services of others. A key stands in no message, be it ever so wrong. */
import { readFileSync, statSync } from 'node:fs';
import { codeOf } from '../../errors/error-text.js';
import type { EnvironmentVariables } from './config.js';
import type { ProviderConfig } from './config-providers.js';
import type { KeySource } from './provider-settings.js';
import { ConfigError } from './start-refused.js';

const FILE_BYTES_MAX = 16_384;

/**
 * The key of a provider, without the line break at its end; '' if it has none.
 *
 * @throws ConfigError with one line that names the provider and the variable or file
 */
export function readProviderKey(
  { name, key: source }: Pick<ProviderConfig, 'name' | 'key'>,
  environment: EnvironmentVariables,
): string {
  if (source === undefined) return '';
  const place = placeOf(name, source);
  const key = source.from === 'file' ? readKeyFile(source.path, place) : environment[source.variable];
  if (key === undefined) throw new ConfigError(`${place} is not set`);
  const trimmed = key.replace(/\r?\n$/, '');
  if (trimmed === '') throw new ConfigError(`${place} is empty`);
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new ConfigError(`${place} holds no key: it must be one line of printable ASCII without spaces`);
  }
  return trimmed;
}

function placeOf(name: string, source: KeySource): string {
  return source.from === 'file'
    ? `providers.${name}: the key-file ${source.path}`
    : `providers.${name}: the environment variable ${source.variable}`;
}

function readKeyFile(path: string, place: string): string {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > FILE_BYTES_MAX) {
      throw new ConfigError(`${place} is no file of at most ${FILE_BYTES_MAX} bytes`);
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${place} cannot be read (${codeOf(error) ?? String(error)})`, { cause: error });
  }
}
