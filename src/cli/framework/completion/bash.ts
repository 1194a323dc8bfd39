/** The completion script of bash. */
import type { Completion } from '../command.js';
import { groups, type NamedCommand, optionsOf, quoted, wordsAfter } from './words.js';

export function bash(commands: readonly NamedCommand[]): string {
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
