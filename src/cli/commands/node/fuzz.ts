/** `tollgate fuzz` */
import type { Command } from '../../framework/command.js';

export const fuzz: Command = {
  arguments: [],
  options: [],
  about: [],
  examples: [],
  readsAll: true,
  async run(argv) {
    const { fuzzCommand } = await import('../../../../simulation/campaign/command/command.js');
    return await fuzzCommand(argv);
  },
};
