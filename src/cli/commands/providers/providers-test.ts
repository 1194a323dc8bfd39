/** `tollgate providers test` */
import type { Command } from '../../framework/command.js';
import { BAD, DONE } from '../../framework/exit-status.js';
import { configFrom, nodeOption } from '../../framework/node-options.js';

export const providersTest: Command = {
  arguments: [
    {
      name: 'NAME',
      description: 'The provider, as the configuration calls it. All of them if left out.',
      isOptional: true,
    },
  ],
  options: [nodeOption('config')],
  about: [
    'Makes the cheapest call to each service that needs the key and makes nothing, and prints a line for each provider: whether it can be used, and what has to be mended if it cannot. The keys themselves are never printed.',
    'The exit status is 1 if a provider cannot be used. No node needs to run.',
  ],
  examples: [
    ['providers test --config tollgate.yaml', 'Try all keys and URLs before a start.'],
    ['providers test fal --config tollgate.yaml', 'Try those of one provider.'],
  ],
  async run(given, io) {
    const config = configFrom(given, io, ['config']);
    const { probeProviders } = await import('../../../node/assembly/providers/probe-providers.js');
    const probed = await probeProviders(config, io.environment, given.words[0]);
    for (const { name, kind, isUsable, finding } of probed) {
      io.out.write(`${name} (${kind}): ${isUsable ? 'ok' : 'FAILED'}, ${finding}\n`);
    }
    return probed.every(({ isUsable }) => isUsable) ? DONE : BAD;
  },
};
