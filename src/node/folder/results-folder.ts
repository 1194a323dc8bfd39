/** Whether results can be kept in their folder: judged without a change, and tried before a node serves. */
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, messageOf } from '../../errors/error-text.js';
import { makeFolder } from '../../files/folders.js';
import { probeClipFolder } from '../../results/store/clip-files.js';
import { DISK_FILES } from '../../results/store/files.js';
import { ConfigError } from '../config/start-refused.js';

/** With them a node serves all that it holds, and takes no job whose result would be kept. */
const FULL = ['ENOSPC', 'EDQUOT'];

/** Changes nothing. @throws ConfigError if no results could be kept in the folder */
export function judgeResultsFolder(folder: string): void {
  try {
    judge(folder);
  } catch (error) {
    throw refusal(folder, error);
  }
}

/** Makes the folder if it is missing, and writes to it. @throws ConfigError if it takes nothing */
export async function readyResultsFolder(folder: string): Promise<void> {
  try {
    judge(folder);
    makeFolder(folder);
    await probeClipFolder({ folder, files: DISK_FILES });
  } catch (error) {
    if (!FULL.includes(codeOf(error) ?? '')) throw refusal(folder, error);
  }
}

function judge(folder: string): void {
  const isThere = statSync(folder, { throwIfNoEntry: false }) !== undefined;
  const written = isThere ? folder : dirname(folder);
  if (!statSync(written).isDirectory()) throw new Error(`${written} is not a folder`);
  accessSync(written, constants.W_OK | constants.X_OK);
  // As of /proc, which lets root write by its modes.
  if (statfsSync(written).blocks === 0) throw new Error(`the file system of ${written} holds no files`);
}

function refusal(folder: string, error: unknown): ConfigError {
  return new ConfigError(`results-dir: cannot keep results in ${folder}: ${messageOf(error)}`, {
    cause: error,
  });
}
