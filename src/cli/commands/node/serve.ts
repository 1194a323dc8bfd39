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
        'Make a fresh demo key with credit and print an example that uses it. Only on a loopback address, and while no real provider is configured.',
    },
    ...NODE_OPTIONS,
  ],
  about: [
    'Each option can also be set in the environment (--retention-days as TOLLGATE_RETENTION_DAYS) and in the file that --config names (as retention-days). The command line beats the environment, the environment the file, the file the default.',
    "TOLLGATE_MANAGEMENT_KEY, in the environment only, sets the operator's management key: 32 to 200 printable ASCII characters without spaces. Without it the first start makes one and writes it to a file in the data folder.",
    'SIGHUP has it read all of that again. What a running node can take is in force at once, without a request that fails; the log names what waits for the next start. A file with a mistake changes nothing.',
    'SIGTERM or Ctrl-C ends it in order: open requests finish and all is on disk before it exits with 0. A second one, later than a second, ends it at once and loses nothing that was acknowledged.',
  ],
  examples: [
    ['serve', 'With the defaults, on http://127.0.0.1:8080, data in the folder data.'],
    ['serve --config /etc/tollgate/tollgate.yaml', 'As a configuration file says.'],
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
