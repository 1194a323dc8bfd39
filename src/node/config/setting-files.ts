/** Reads the files that a provider's entry names for its adapter. */
import { resolve } from 'node:path';
import type { ProviderKind } from '../../providers/adapters/adapter.js';
import { readNamedFile } from './named-file.js';
import { ConfigError } from './start-refused.js';

const FILE_BYTES_MAX = 1_048_576;

/**
 * The settings that name a file, as the adapter's readers make them.
 *
 * @param where says the place of a setting
 * @param folder the folder that a relative path counts from
 * @throws ConfigError with one line that names the setting and the file
 */
export function readSettingFiles(
  { files = {} }: ProviderKind,
  entry: Readonly<Record<string, unknown>>,
  where: (setting: string) => string,
  folder: string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(files).map(([setting, readFile]) => {
      const path = resolve(folder, String(entry[setting]));
      const place = `${where(setting)}: the file ${path}`;
      const read = readFile(readNamedFile(path, place, FILE_BYTES_MAX), entry);
      if (!read.ok) throw new ConfigError(`${place} ${read.why}`);
      return [setting, read.value];
    }),
  );
}
