/** `tollgate check` */

import type { ProviderConfig } from '../../../node/config/config-providers.js';
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
      { makeTextProviders, textCatalogueOf },
      { SystemWorld },
      { readProviderKey },
      { judgeResultsFolder },
      { readTls },
      { readPaymentKey },
      { readMailPassword },
    ] = await Promise.all([
      import('../../../node/assembly/providers/providers.js'),
      import('../../../node/assembly/providers/models.js'),
      import('../../../node/assembly/providers/text-models.js'),
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
    const keyOf = (provider: ProviderConfig) => readProviderKey(provider, io.environment);
    const providers = makeProviders(config, { world, secret: new Uint8Array(32), keyOf });
    const textProviders = makeTextProviders(config, { world, keyOf });
    world.stop();
    readPaymentKey(config, io.environment);
    readMailPassword(config, io.environment);
    const now = Math.floor(io.wallMs() / 1_000);
    const catalogue = catalogueOf(providers, config, now);
    const texts = textCatalogueOf(textProviders, config, catalogue, now);
    const providersOf = [
      ...catalogue
        .list()
        .map(({ id }) => catalogue.find(id)?.routes.map(({ route }) => route.provider) ?? []),
      ...texts.list().map(({ routes }) => routes.map(({ provider }) => provider)),
    ];
    const offered = config.providers
      .map(({ name }) => {
        const models = providersOf.filter((names) => names.includes(name)).length;
        return `${models} ${models === 1 ? 'model' : 'models'} of ${name}`;
      })
      .join(', ');
    io.out.write(
      `The configuration is valid: a node on ${config.host} port ${config.port}, data in ${config.data}, ${offered}.\n`,
    );
    return DONE;
  },
};
