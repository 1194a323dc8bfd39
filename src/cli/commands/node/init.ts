/** `tollgate init` */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '../../../errors/error-text.js';
import type { Command } from '../../framework/command.js';
import { BAD, CommandFailed, DONE } from '../../framework/exit-status.js';

const FILE_DEFAULT = 'tollgate.yaml';

export const init: Command = {
  arguments: [
    {
      name: 'FILE',
      description: `the file to write; - for standard output. Default ${FILE_DEFAULT}.`,
      isOptional: true,
      completes: 'file',
    },
  ],
  options: [{ name: 'force', description: 'Replace a file that is there.' }],
  about: [
    'The file holds every option with what it means, its unit, its bounds and its default, each commented out: as it is, it changes nothing.',
  ],
  examples: [
    ['init', `Writes ${FILE_DEFAULT} here; then "tollgate check --config ${FILE_DEFAULT}".`],
    ['init /etc/tollgate/tollgate.yaml', 'Writes it where a service looks for it.'],
  ],
  async run(given, io) {
    const [name = FILE_DEFAULT] = given.words;
    const { commentedConfig } = await import('../../../node/config/commented-config.js');
    if (name === '-') {
      io.out.write(commentedConfig());
      return DONE;
    }
    const path = resolve(io.folder, name);
    if (existsSync(path) && !given.has('force'))
      throw new CommandFailed(`${path} is there already; --force replaces it`, BAD);
    try {
      writeFileSync(path, commentedConfig());
    } catch (error) {
      throw new CommandFailed(`cannot write ${path}: ${messageOf(error)}`, BAD, { cause: error });
    }
    io.out.write(`Wrote ${path}. Start with it: tollgate serve --config ${name}\n`);
    return DONE;
  },
};
