/** Reads the files that a provider's entry names for its adapter. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeOf } from '../../errors/error-text.js';
import type { Adapter } from '../../providers/adapters/adapter.js';
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
  { files = {} }: Adapter,
  entry: Readonly<Record<string, unknown>>,
  where: (setting: string) => string,
  folder: string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(files).map(([setting, readFile]) => {
      const path = resolve(folder, String(entry[setting]));
      const place = `${where(setting)}: the file ${path}`;
      const read = readFile(textOf(path, place), entry);
      if (!read.ok) throw new ConfigError(`${place} ${read.why}`);
      return [setting, read.value];
    }),
  );
}

function textOf(path: string, place: string): string {
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
