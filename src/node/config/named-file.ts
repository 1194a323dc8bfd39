import { readFileSync, statSync } from 'node:fs';
import { codeOf } from '../../errors/error-text.js';
import { ConfigError } from './start-refused.js';

/**
 * The text of a file that the configuration names.
 *
 * @param place begins the message of what is wrong with it
 * @throws ConfigError with one line
 */
export function readNamedFile(path: string, place: string, bytesMax: number): string {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > bytesMax) {
      throw new ConfigError(`${place} is no file of at most ${bytesMax} bytes`);
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${place} cannot be read (${codeOf(error) ?? String(error)})`, { cause: error });
  }
}
