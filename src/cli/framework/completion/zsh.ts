/** The completion script of zsh. */
import type { ArgumentSpec, Completion, OptionSpec } from '../command.js';
import { firstSentence } from '../format.js';
import { groups, type NamedCommand, optionsOf, quoted, wordsAfter } from './words.js';

export function zsh(commands: readonly NamedCommand[]): string {
  const described = (words: ReadonlyMap<string, string>) =>
    [...words].map(([word, text]) => quoted(`${word.replaceAll(':', '\\:')}:${text}`)).join(' ');
  const groupCases = groups(commands).map(
    (group) => `    ${group})
      if ((CURRENT == 3)); then
        commands=(${described(wordsAfter(group, commands))})
        _describe -t commands 'tollgate ${group} command' commands
        return
      fi
      name="${group} $words[3]" skip=2 ;;
`,
  );
  const cases = commands.map((command) => {
    const specs = optionsOf(command).map((option) => `      ${zshOption(option)} \\\n`);
    const words = command.arguments.map((word) => `      ${zshArgument(word)} \\\n`);
    return `    ${quoted(command.name)}) _arguments \\\n${[...specs, ...words].join('').replace(/ \\\n$/, '')} ;;\n`;
  });
  return `#compdef tollgate
# Completion of tollgate for zsh.
_tollgate() {
  local -a commands
  local name skip=1
  if ((CURRENT == 2)); then
    commands=(${described(wordsAfter(undefined, commands))})
    _describe -t commands 'tollgate command' commands
    return
  fi
  name=$words[2]
  case $name in
${groupCases.join('')}  esac
  words=("$name" "\${(@)words[skip+2,-1]}")
  ((CURRENT -= skip))
  case $name in
${cases.join('')}  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _tollgate "$@"; else compdef _tollgate tollgate; fi
`;
}

function zshOption({ name, placeholder, description, completes }: OptionSpec): string {
  const text = firstSentence(description).replace(/[[\]:]/g, '\\$&');
  const value =
    placeholder === undefined ? '' : `:${placeholder.replaceAll(':', '\\:')}:${zshValue(completes)}`;
  return quoted(`--${name}${placeholder === undefined ? '' : '='}[${text}]${value}`);
}

function zshArgument({ name, isOptional, completes }: ArgumentSpec): string {
  return quoted(`${isOptional === true ? '::' : ':'}${name}:${zshValue(completes)}`);
}

function zshValue(completes: Completion | undefined): string {
  if (completes === undefined) return ' ';
  if (completes === 'file') return '_files';
  if (completes === 'folder') return '_files -/';
  return `(${completes.join(' ')})`;
}
