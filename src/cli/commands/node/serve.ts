/** `tollgate serve` */
import { whyNoDemo } from '../../../node/config/config.js';
import { ConfigError } from '../../../node/config/start-refused.js';
import type { ServedConfig } from '../../../node/serve.js';
import type { Command, CommandIo, GivenArguments } from '../../framework/command.js';
import { DONE } from '../../framework/exit-status.js';
import { configFrom, NODE_OPTIONS } from '../../framework/node-options.js';

export const serve: Command = {
  arguments: [],
  options: [
    {
      name: 'demo',
      description:
        'Print a link that signs in to the dashboard, once, and an example that uses a fresh demo key with credit. Only on a loopback address, and only with simulated providers.',
    },
    ...NODE_OPTIONS,
  ],
  about: [
    'An option can also be set by an environment variable (TOLLGATE_RETENTION_DAYS for --retention-days) or in the configuration file (retention-days). The command line overrides the environment, and the environment overrides the file.',
    "The environment variable TOLLGATE_MANAGEMENT_KEY sets the operator's management key: 32 to 200 printable ASCII characters without spaces. Without it, the first start creates a key in the data folder.",
    'SIGHUP reloads the configuration file and the certificate without interrupting requests. The log names the changes that need a restart. A file with a mistake changes nothing.',
    'SIGTERM or Ctrl-C stops the node: open requests finish first. A second signal, at least a second later, stops it at once; nothing that was acknowledged is lost.',
  ],
  examples: [
    ['serve', 'Run on http://127.0.0.1:8080, with the data folder data.'],
    ['serve --config /etc/tollgate/tollgate.yaml', 'Run with a configuration file.'],
  ],
  run: (given, io) => start(given, io, given.has('demo')),
};

export async function start(given: GivenArguments, io: CommandIo, isDemo: boolean): Promise<number> {
  const served = servedConfig(given, io, isDemo);
  const { serve: startServing } = await import('../../../node/serve.js');
  await startServing(served);
  return DONE;
}

/** @throws ConfigError with one line that names what is wrong */
export function servedConfig(
  given: GivenArguments,
  io: Pick<CommandIo, 'environment' | 'folder'>,
  isDemo: boolean,
): ServedConfig {
  const readAgain = () => configFrom(given, io);
  const config = readAgain();
  const objection = isDemo ? whyNoDemo(config) : undefined;
  if (objection !== undefined) throw new ConfigError(objection);
  return { config, isDemo, readAgain };
}
