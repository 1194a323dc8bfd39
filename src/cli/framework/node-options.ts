/** The options of a node as a command takes them, and the configuration that they make with all else. */
import { type GivenOptions, type NodeConfig, readConfig } from '../../node/config/config.js';
import {
  OPTION_KEYS,
  OPTIONS,
  type OptionKey,
  optionName,
  printedFallback,
} from '../../node/config/options.js';
import type { CommandIo, Completion, GivenArguments, OptionSpec } from './command.js';

const PATHS: Readonly<Record<string, Completion>> = { DIR: 'folder', FILE: 'file' };

/** Every option of a node, in the order of the table. */
export const NODE_OPTIONS: readonly OptionSpec[] = OPTION_KEYS.map(specOf);

function specOf(key: OptionKey): OptionSpec {
  const { kind, description } = OPTIONS[key];
  const fallback = printedFallback(key);
  const completes = kind.placeholder.includes('|') ? kind.placeholder.split('|') : PATHS[kind.placeholder];
  return {
    name: optionName(key),
    placeholder: kind.placeholder,
    description: fallback === undefined ? description : `${description} Default ${fallback}.`,
    ...(completes === undefined ? {} : { completes }),
  };
}

/** Some of them, for commands that need no more. */
export function nodeOptions(...keys: readonly OptionKey[]): readonly OptionSpec[] {
  return keys.map(specOf);
}

/**
 * The configuration by what was given of `keys`, the environment and the file.
 *
 * @throws ConfigError with one line that names what is wrong
 */
export function configFrom(
  given: GivenArguments,
  { environment, folder }: Pick<CommandIo, 'environment' | 'folder'>,
  keys: readonly OptionKey[] = OPTION_KEYS,
): NodeConfig {
  const options: GivenOptions = new Map(
    keys.flatMap((key) => {
      const text = given.value(optionName(key));
      return text === undefined ? [] : [[key, text] as const];
    }),
  );
  return readConfig(options, environment, folder);
}
