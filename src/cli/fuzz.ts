/** `tollgate fuzz` */
import type { Command } from './command.js';

export const fuzz: Command = {
  arguments: [],
  options: [],
  about: [],
  examples: [],
  readsAll: true,
  async run(argv) {
    const { fuzzCommand } = await import('../simulation/fuzz/command.js');
    return await fuzzCommand(argv);
  },
};
