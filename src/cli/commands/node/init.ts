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
      description: `File to write, or - for standard output. Default ${FILE_DEFAULT}.`,
      isOptional: true,
      completes: 'file',
    },
  ],
  options: [{ name: 'force', description: 'Replace the file if it exists.' }],
  about: [
    'The file explains every option, with its unit, bounds and default. Each option is commented out, so the file changes nothing until you edit it.',
  ],
  examples: [
    ['init', `Write ${FILE_DEFAULT} into this folder.`],
    ['init /etc/tollgate/tollgate.yaml', 'Write it where the packaged service reads it.'],
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
      throw new CommandFailed(`${path} already exists; --force replaces it`, BAD);
    try {
      writeFileSync(path, commentedConfig());
    } catch (error) {
      throw new CommandFailed(`cannot write ${path}: ${messageOf(error)}`, BAD, { cause: error });
    }
    io.out.write(`Wrote ${path}. Start with it: tollgate serve --config ${name}\n`);
    return DONE;
  },
};
