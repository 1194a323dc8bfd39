/** `tollgate completion` */
import { ConfigError } from '../../../node/config/start-refused.js';
import { readArguments } from '../../framework/arguments.js';
import type { Command } from '../../framework/command.js';
import { SHELLS } from '../../framework/completion-scripts.js';
import { DONE } from '../../framework/exit-status.js';

const NAMES = Object.keys(SHELLS);

export const completion: Command = {
  arguments: [{ name: 'SHELL', description: `one of ${NAMES.join(', ')}.`, completes: NAMES }],
  options: [],
  about: [
    'Prints a script that completes commands, options and their values in a shell. It calls nothing and needs no running node.',
  ],
  examples: [
    [
      'completion bash > /etc/bash_completion.d/tollgate',
      'For all users of bash; for one, into ~/.local/share/bash-completion/completions/tollgate.',
    ],
    [
      'completion zsh > /usr/local/share/zsh/site-functions/_tollgate',
      'For zsh, into a folder of its fpath.',
    ],
    ['completion fish > ~/.config/fish/completions/tollgate.fish', 'For fish.'],
  ],
  async run(argv, io) {
    const [shell = ''] = readArguments(argv, completion).words;
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (script === undefined) throw new ConfigError(`SHELL must be one of ${NAMES.join(', ')}, not ${shell}`);
    const { COMMANDS } = await import('../commands.js');
    const commands = await Promise.all(
      COMMANDS.map(async ({ name, summary, load }) => ({ name, summary, ...(await load()) })),
    );
    io.out.write(script(commands));
    return DONE;
  },
};
