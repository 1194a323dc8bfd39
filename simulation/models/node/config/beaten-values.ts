/** Values of options that are wrong, and beaten: by an option of the command line that is right. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../../src/node/config/config.js';
import {
  OPTION_KEYS,
  type OptionKey,
  optionName,
  variableName,
} from '../../../../src/node/config/options/options.js';
import { ConfigError } from '../../../../src/node/config/start-refused.js';
import type { OptionValue } from '../../../history/reloads/reloaded-options.js';

const WRONG = 'no value of this option';

/** Whether each of the options is refused for a wrong value, in a file and in the environment. */
export function areBeatenRefused(options: Readonly<Record<string, OptionValue>>): boolean {
  const keys = OPTION_KEYS.filter((key) => Object.hasOwn(options, key));
  return keys.every((key) => isBeatenRefused(key, String(options[key])));
}

function isBeatenRefused(key: OptionKey, right: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-fuzz-'));
  try {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, `${optionName(key)}: ${WRONG}\n`);
    return (
      isRefused([[key, right]], { [variableName(key)]: WRONG }) &&
      isRefused(
        [
          ['config', file],
          [key, right],
        ],
        {},
      )
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isRefused(
  options: readonly (readonly [OptionKey, string])[],
  environment: Readonly<Record<string, string>>,
): boolean {
  try {
    readConfig(new Map(options), environment, '/');
    return false;
  } catch (error) {
    return error instanceof ConfigError;
  }
}
