/**
 * Reads what follows a command's name by the command's own declaration.
 *
 * It is strict: whatever is not declared, given twice, missing or too much is refused by name. Values are
 * written `--name value` or `--name=value`; one that begins with a dash needs the latter form. After `--` all
 * words are arguments.
 */
import { suggestion } from '../../node/config/config.js';
import { ConfigError } from '../../node/config/start-refused.js';
import type { OptionSpec, Syntax } from './command.js';

export interface GivenArguments {
  /** In the order of the declaration; as many as were given. */
  readonly words: readonly string[];
  /** Whether the switch is there. */
  has(name: string): boolean;
  /** The option's value; undefined where it was not given. */
  value(name: string): string | undefined;
}

/** @throws ConfigError with one line that names what is wrong */
export function readArguments(argv: readonly string[], syntax: Syntax): GivenArguments {
  const specs = new Map(syntax.options.map((spec) => [spec.name, spec]));
  const words: string[] = [];
  const given = new Map<string, string>();
  const rest = argv[Symbol.iterator]();
  for (const argument of rest) {
    if (argument === '--') {
      words.push(...rest);
      break;
    }
    if (!argument.startsWith('-') || argument === '-') {
      words.push(argument);
      continue;
    }
    const [, name = '', inline] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    const spec = specs.get(name);
    if (spec === undefined) throw unknownOption(argument, name, syntax.options);
    if (spec.placeholder === undefined && inline !== undefined)
      throw new ConfigError(`--${name} takes no value`);
    if (spec.placeholder !== undefined && given.has(name)) throw new ConfigError(`--${name} is given twice`);
    given.set(name, spec.placeholder === undefined ? '' : (inline ?? valueAfter(name, rest.next())));
  }
  validateWords(words, syntax);
  const declared = (name: string): string => {
    if (specs.has(name)) return name;
    throw new Error(`--${name} is not declared`);
  };
  return {
    words,
    has: (name) => given.has(declared(name)),
    value: (name) => given.get(declared(name)),
  };
}

function valueAfter(name: string, next: IteratorResult<string, unknown>): string {
  if (next.done === true || next.value.startsWith('-')) throw new ConfigError(`--${name} needs a value`);
  return next.value;
}

function validateWords(words: readonly string[], { arguments: specs }: Syntax): void {
  const surplus = words[specs.length];
  if (surplus !== undefined) throw new ConfigError(`${surplus} is one argument too many`);
  const missing = specs[words.length];
  if (missing !== undefined && missing.isOptional !== true)
    throw new ConfigError(`${missing.name} is missing: ${missing.description}`);
}

function unknownOption(argument: string, name: string, options: readonly OptionSpec[]): ConfigError {
  const option = name === '' ? argument : `--${name}`;
  return new ConfigError(
    `${option} is not an option${suggestion(
      option,
      [...options.map((spec) => spec.name), 'help'].map((one) => `--${one}`),
    )}`,
  );
}
