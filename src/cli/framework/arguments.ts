/**
 * Reads what follows a command's name by the command's declaration.
 *
 * `parseArgs` of Node.js takes the words apart. Its strict mode is not used: its messages suggest no name,
 * and it lets an option be given twice.
 */
import { parseArgs } from 'node:util';
import { ConfigError } from '../../node/config/start-refused.js';
import { suggestion } from '../../node/config/suggestions.js';
import type { GivenArguments, OptionSpec, Syntax } from './command.js';
import { firstSentence } from './format.js';

/** @throws ConfigError with one line that names what is wrong */
export function readArguments(argv: readonly string[], syntax: Syntax): GivenArguments {
  const { positionals, tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      syntax.options.map(({ name, placeholder }) => [
        name,
        { type: placeholder === undefined ? 'boolean' : 'string' },
      ]),
    ),
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string[]>(syntax.options.map(({ name }) => [name, []]));
  const valuesOf = (name: string): string[] => {
    const values = given.get(name);
    if (values === undefined) throw new Error(`--${name} is not declared`);
    return values;
  };
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const spec = syntax.options.find(({ name }) => `--${name}` === token.rawName);
    if (spec === undefined) throw unknownOption(token.rawName, syntax.options);
    const values = valuesOf(spec.name);
    if (values.length > 0 && spec.placeholder !== undefined && spec.isRepeatable !== true)
      throw new ConfigError(`--${spec.name} is given twice`);
    values.push(givenValue(spec, token));
  }
  validateWords(positionals, syntax);
  const missing = syntax.options.find(
    ({ name, isRequired }) => isRequired === true && !given.get(name)?.length,
  );
  if (missing !== undefined) throw missingError(`--${missing.name}`, missing.description);
  return {
    words: positionals,
    has: (name) => valuesOf(name).length > 0,
    value: (name) => valuesOf(name)[0],
    values: valuesOf,
  };
}

interface OptionToken {
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/**
 * The empty text for a switch. A word with a dash in front is a value only after `=`, or if it is a number.
 */
function givenValue({ name, placeholder }: OptionSpec, { value, inlineValue }: OptionToken): string {
  if (placeholder === undefined && value !== undefined) throw new ConfigError(`--${name} takes no value`);
  if (placeholder === undefined) return '';
  if (value === undefined || (inlineValue !== true && /^-(?!\d)/.test(value)))
    throw new ConfigError(`--${name} needs a value`);
  return value;
}

function validateWords(words: readonly string[], { arguments: specs }: Syntax): void {
  const surplus = words[specs.length];
  if (surplus !== undefined && specs.at(-1)?.isRepeatable !== true)
    throw new ConfigError(`${surplus} is one argument too many`);
  const missing = specs[words.length];
  if (missing !== undefined && missing.isOptional !== true && missing.isRepeatable !== true)
    throw missingError(missing.name, missing.description);
}

function missingError(name: string, description: string): ConfigError {
  const purpose = firstSentence(description).replace(/^./, (first) => first.toLowerCase());
  return new ConfigError(`${name} is missing: ${purpose}`);
}

function unknownOption(option: string, options: readonly OptionSpec[]): ConfigError {
  const names = [...options.map(({ name }) => `--${name}`), '--help'];
  return new ConfigError(`${option} is not an option${suggestion(option, names)}`);
}
