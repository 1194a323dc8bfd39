/**
 * The completion scripts of the shells, made from what the commands declare.
 *
 * They hold names, summaries and words that this program chose, none that came from outside; what a shell
 * would take for its own is quoted all the same.
 */
import type { ArgumentSpec, Command, Completion, OptionSpec } from './command.js';

export type NamedCommand = Command & { readonly name: string; readonly summary: string };
type Script = (commands: readonly NamedCommand[]) => string;

const HELP: OptionSpec = { name: 'help', description: 'Print the help of the command.' };

/** The words that can follow the program's name, or the first word of a name of two, each with what it is. */
function wordsAfter(first: string | undefined, commands: readonly NamedCommand[]): Map<string, string> {
  const words = new Map<string, string>();
  for (const { name, summary } of commands) {
    const [one = '', two] = name.split(' ');
    if (first === undefined) words.set(one, two === undefined ? summary : `${one} ...`);
    else if (one === first && two !== undefined) words.set(two, summary);
  }
  return words;
}

function groups(commands: readonly NamedCommand[]): readonly string[] {
  return [...new Set(commands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : [])))];
}

function optionsOf(command: Command): readonly OptionSpec[] {
  return [...command.options, HELP];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bash(commands: readonly NamedCommand[]): string {
  const cases = commands.map((command) => {
    const [first] = command.arguments;
    const values = command.options
      .filter(({ placeholder }) => placeholder !== undefined)
      .map(({ name, completes }) => `        --${name}) ${bashValue(completes)}; return ;;\n`)
      .join('');
    const options = optionsOf(command).map(({ name }) => `--${name}`);
    return `    ${quoted(command.name)})
      case $previous in
${values}      esac
      if [[ $word == -* ]]; then COMPREPLY=($(compgen -W ${quoted(options.join(' '))} -- "$word"))
      else ${bashValue(first?.completes)}; fi ;;
`;
  });
  const groupCases = groups(commands).map(
    (group) =>
      `    ${group}) COMPREPLY=($(compgen -W ${quoted([...wordsAfter(group, commands).keys()].join(' '))} -- "$word")) ;;\n`,
  );
  return `# Completion of tollgate for bash.
_tollgate() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${quoted([...wordsAfter(undefined, commands).keys(), '--help', '--version'].join(' '))} -- "$word"))
    return
  fi
  command=\${COMP_WORDS[1]}
  case $command in
    ${groups(commands).join('|')}) if ((COMP_CWORD > 2)); then command="$command \${COMP_WORDS[2]}"; fi ;;
  esac
  case $command in
${groupCases.join('')}${cases.join('')}  esac
}
complete -o filenames -F _tollgate tollgate
`;
}

function bashValue(completes: Completion | undefined): string {
  if (completes === undefined) return ':';
  if (completes === 'file') return 'COMPREPLY=($(compgen -f -- "$word"))';
  if (completes === 'folder') return 'COMPREPLY=($(compgen -d -- "$word"))';
  return `COMPREPLY=($(compgen -W ${quoted(completes.join(' '))} -- "$word"))`;
}

function zsh(commands: readonly NamedCommand[]): string {
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

function fish(commands: readonly NamedCommand[]): string {
  const lines = ['# Completion of tollgate for fish.', 'complete -c tollgate -f'];
  const add = (condition: string, rest: string) =>
    lines.push(`complete -c tollgate -n ${quoted(condition)} ${rest}`);
  for (const [word, text] of wordsAfter(undefined, commands))
    add('__fish_use_subcommand', `-a ${quoted(word)} -d ${quoted(text)}`);
  for (const group of groups(commands)) {
    const words = wordsAfter(group, commands);
    const others = [...words.keys()].join(' ');
    for (const [word, text] of words)
      add(
        `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${others}`,
        `-a ${quoted(word)} -d ${quoted(text)}`,
      );
  }
  for (const command of commands) {
    const condition = command.name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    for (const option of optionsOf(command)) add(condition, fishOption(option));
    for (const { completes } of command.arguments) {
      if (completes === 'file' || completes === 'folder') add(condition, fishValue(completes));
      else if (completes !== undefined) add(condition, `-a ${quoted(completes.join(' '))}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function fishOption({ name, placeholder, description, completes }: OptionSpec): string {
  const value = placeholder === undefined ? '' : ` -r ${fishValue(completes)}`;
  return `-l ${name}${value.trimEnd()} -d ${quoted(firstSentence(description))}`;
}

function fishValue(completes: Completion | undefined): string {
  if (completes === undefined) return '';
  if (completes === 'file') return '-F';
  if (completes === 'folder') return "-a '(__fish_complete_directories)'";
  return `-a ${quoted(completes.join(' '))}`;
}

function firstSentence(text: string): string {
  return text.replace(/[.;:](\s.*)?$/s, '');
}

export const SHELLS = { bash, zsh, fish } satisfies Record<string, Script>;
