/** `tollgate check` */
import type { Command } from '../../framework/command.js';
import { DONE } from '../../framework/exit-status.js';
import { configFrom, NODE_OPTIONS } from '../../framework/node-options.js';

export const check: Command = {
  arguments: [],
  options: NODE_OPTIONS,
  about: [
    'Reads the options, the environment and the configuration file as "tollgate serve" does, and also the certificate, the keys of providers, the password of the mail server and the folder of results. It opens no port, creates no folder and calls nobody.',
    'A mistake is one line on standard error that names the option, the variable, or the file and its line; the exit status is then 2.',
  ],
  examples: [['check --config tollgate.yaml', 'Check a changed file before a reload or a restart.']],
  async run(given, io) {
    const config = configFrom(given, io);
    const [
      { makeProviders },
      { catalogueOf },
      { SystemWorld },
      { readProviderKey },
      { judgeResultsFolder },
      { readTls },
      { readPaymentKey },
      { readMailPassword },
    ] = await Promise.all([
      import('../../../node/assembly/providers/providers.js'),
      import('../../../node/assembly/providers/models.js'),
      import('../../../node/clock/system-world.js'),
      import('../../../node/config/provider-keys.js'),
      import('../../../node/folder/results-folder.js'),
      import('../../../node/listening/tls-files.js'),
      import('../../../node/assembly/payments.js'),
      import('../../../node/assembly/mail.js'),
    ]);
    readTls(config);
    if (config.resultsDir !== undefined) judgeResultsFolder(config.resultsDir);
    const world = new SystemWorld(0);
    const providers = makeProviders(config, {
      world,
      secret: new Uint8Array(32),
      keyOf: (provider) => readProviderKey(provider, io.environment),
    });
    world.stop();
    readPaymentKey(config, io.environment);
    readMailPassword(config, io.environment);
    const catalogue = catalogueOf(providers, config, Math.floor(io.wallMs() / 1_000));
    const routesOf = catalogue.list().map(({ id }) => catalogue.find(id)?.routes ?? []);
    const offered = providers
      .map(({ name }) => {
        const models = routesOf.filter((routes) =>
          routes.some(({ route }) => route.provider === name),
        ).length;
        return `${models} ${models === 1 ? 'model' : 'models'} of ${name}`;
      })
      .join(', ');
    io.out.write(
      `The configuration is valid: a node on ${config.host} port ${config.port}, data in ${config.data}, ${offered}.\n`,
    );
    return DONE;
  },
};
