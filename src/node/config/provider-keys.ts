/** Reads the keys of services of others. A key stands in no message, be it ever so wrong. */
import type { EnvironmentVariables } from './config.js';
import type { ProviderConfig } from './config-providers.js';
import { readNamedFile } from './named-file.js';
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
  return source === undefined ? '' : readKey(`providers.${name}`, source, environment);
}

/** @param owner the part of the configuration that names the place of the key */
export function readKey(owner: string, source: KeySource, environment: EnvironmentVariables): string {
  const place = placeOf(owner, source);
  const key =
    source.from === 'file' ? readNamedFile(source.path, place, FILE_BYTES_MAX) : environment[source.variable];
  if (key === undefined) throw new ConfigError(`${place} is not set`);
  const trimmed = key.replace(/\r?\n$/, '');
  if (trimmed === '') throw new ConfigError(`${place} is empty`);
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new ConfigError(`${place} holds no key: it must be one line of printable ASCII without spaces`);
  }
  return trimmed;
}

function placeOf(owner: string, source: KeySource): string {
  return source.from === 'file'
    ? `${owner}: the key-file ${source.path}`
    : `${owner}: the environment variable ${source.variable}`;
}
