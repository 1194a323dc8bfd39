/**
 * The command line: what to do, and with which configuration.
 *
 * It is strict: whatever it does not know, and whatever is given twice, is refused by name. Values are
 * written `--name value` or `--name=value`; a value that begins with a dash needs the latter form.
 */
import { type Environment, type NodeConfig, readConfig, suggestion, whyNoDemo } from './config.js';
import { helpText } from './config-help.js';
import { OPTION_KEYS, type OptionKey, optionName } from './options.js';
import { ConfigError } from './start-refused.js';
import { VERSION } from './version.js';

export type Command =
  /** Print the text on standard output and end well. */
  | { readonly command: 'print'; readonly text: string }
  /** Fuzz; the arguments after it are its own. */
  | { readonly command: 'fuzz'; readonly argv: readonly string[] }
  | { readonly command: 'serve'; readonly config: NodeConfig; readonly demo: boolean };

const SWITCHES = ['demo', 'help', 'version'] as const;
type Switch = (typeof SWITCHES)[number];

const KEY_BY_NAME: ReadonlyMap<string, OptionKey> = new Map(OPTION_KEYS.map((key) => [optionName(key), key]));
const ALL_NAMES = [...KEY_BY_NAME.keys(), ...SWITCHES];

/**
 * @param argv the arguments after the program's name
 * @param environment environment variables
 * @param folder the folder that relative paths count from
 * @throws ConfigError with one line that names what is wrong
 */
export function parseCommandLine(
  argv: readonly string[],
  environment: Environment,
  folder: string = process.cwd(),
): Command {
  if (argv[0] === 'fuzz') return { command: 'fuzz', argv: argv.slice(1) };
  const { words, switches, options } = readArguments(argv);
  if (switches.has('help')) return { command: 'print', text: helpText() };
  if (switches.has('version')) return { command: 'print', text: `tollgate ${VERSION}\n` };
  const [command, surplus] = words;
  if (command === undefined)
    throw new ConfigError('no command given; try "tollgate serve" or "tollgate --help"');
  if (command !== 'serve') throw new ConfigError(`${command} is not a command; there are serve and fuzz`);
  if (surplus !== undefined) throw new ConfigError(`${surplus} is one argument too many`);

  const config = readConfig(options, environment, folder);
  const demo = switches.has('demo');
  const objection = demo ? whyNoDemo(config) : undefined;
  if (objection !== undefined) throw new ConfigError(objection);
  return { command: 'serve', config, demo };
}

interface Arguments {
  readonly words: readonly string[];
  readonly switches: ReadonlySet<Switch>;
  readonly options: ReadonlyMap<OptionKey, string>;
}

function readArguments(argv: readonly string[]): Arguments {
  const words: string[] = [];
  const switches = new Set<Switch>();
  const options = new Map<OptionKey, string>();
  const rest = argv[Symbol.iterator]();
  for (const argument of rest) {
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const key = KEY_BY_NAME.get(name ?? '');
    const known = SWITCHES.find((one) => one === name);
    if (name === undefined && !argument.startsWith('-')) words.push(argument);
    else if (known !== undefined && inline === undefined) switches.add(known);
    else if (known !== undefined) throw new ConfigError(`--${known} takes no value`);
    else if (key === undefined) throw unknownOption(argument, name);
    else if (options.has(key)) throw new ConfigError(`--${name} is given twice`);
    else options.set(key, inline ?? valueAfter(`--${name}`, rest.next()));
  }
  return { words, switches, options };
}

function valueAfter(option: string, next: IteratorResult<string, unknown>): string {
  if (next.done === true || next.value.startsWith('-')) throw new ConfigError(`${option} needs a value`);
  return next.value;
}

function unknownOption(argument: string, name: string | undefined): ConfigError {
  const option = name === undefined ? argument : `--${name}`;
  return new ConfigError(
    `${option} is not an option${suggestion(
      option,
      ALL_NAMES.map((one) => `--${one}`),
    )}`,
  );
}
