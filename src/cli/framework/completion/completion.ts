/** `tollgate completion` */
import type { Command, CommandSection } from '../command.js';
import { DONE } from '../exit-status.js';
import { choiceOf } from '../values.js';
import { bash } from './bash.js';
import { fish } from './fish.js';
import { zsh } from './zsh.js';

const SHELLS = { bash, zsh, fish };
const NAMES = Object.keys(SHELLS) as (keyof typeof SHELLS)[];

/** @param sections every command that the scripts are to know */
export function completionOf(sections: readonly CommandSection[]): Command {
  return {
    arguments: [{ name: 'SHELL', description: `One of ${NAMES.join(', ')}.`, completes: NAMES }],
    options: [],
    about: ['The script completes commands, options and their values. It needs no running node.'],
    examples: [
      [
        'completion bash > /etc/bash_completion.d/tollgate',
        'For all users of bash; for one user: ~/.local/share/bash-completion/completions/tollgate.',
      ],
      [
        'completion zsh > /usr/local/share/zsh/site-functions/_tollgate',
        'For zsh, in a folder of its fpath.',
      ],
      ['completion fish > ~/.config/fish/completions/tollgate.fish', 'For fish.'],
    ],
    async run({ words: [shell = ''] }, io) {
      const script = SHELLS[choiceOf('SHELL', shell, NAMES)];
      const commands = await Promise.all(
        sections
          .flatMap((section) => section.commands)
          .map(async ({ name, summary, load }) => ({ name, summary, ...(await load()) })),
      );
      io.out.write(script(commands));
      return DONE;
    },
  };
}
