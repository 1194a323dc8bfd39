/** The options of a node as a command takes them, and the configuration that follows from them. */
import { type GivenOptions, type NodeConfig, readConfig } from '../../node/config/config.js';
import {
  OPTION_KEYS,
  OPTIONS,
  type OptionKey,
  optionName,
  printedFallback,
} from '../../node/config/options/options.js';
import type { CommandIo, Completion, GivenArguments, OptionSpec } from './command.js';

const PATHS: Readonly<Record<string, Completion>> = { DIR: 'folder', FILE: 'file' };

/** Every option of a node, in the order of the table. */
export const NODE_OPTIONS: readonly OptionSpec[] = OPTION_KEYS.map((key) => ({
  ...nodeOption(key),
  heading: 'Configuration',
}));

/** For a command that needs no more than what the node keeps. */
export const DATA_KEYS = ['config', 'data', 'resultsDir'] as const;
export const DATA_OPTIONS: readonly OptionSpec[] = [
  nodeOption('config', 'Configuration file of the node; it can name the data folder.'),
  nodeOption('data', 'Data folder of the node.'),
  nodeOption('resultsDir', 'Folder of kept results, if it is not results/ in the data folder.'),
];

/** @param purpose what the option is for, if that is not what it is for a node that serves */
export function nodeOption(key: OptionKey, purpose?: string): OptionSpec {
  const { kind } = OPTIONS[key];
  const description = purpose ?? OPTIONS[key].description;
  const fallback = printedFallback(key);
  const completes = kind.placeholder.includes('|') ? kind.placeholder.split('|') : PATHS[kind.placeholder];
  return {
    name: optionName(key),
    placeholder: kind.placeholder,
    description: fallback === undefined ? description : `${description} Default ${fallback}.`,
    ...(completes === undefined ? {} : { completes }),
  };
}

/**
 * The configuration that follows from what was given of `keys`, from the environment and from the file.
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
