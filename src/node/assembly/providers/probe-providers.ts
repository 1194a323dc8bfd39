/** Asks the services of providers whether they can be used as the configuration has it, and makes nothing. */
import { randomBytes } from 'node:crypto';
import { messageOf } from '../../../errors/error-text.js';
import { NoConnectionError } from '../../../outward/outward.js';
import { Services } from '../../../outward/services.js';
import type { Provider } from '../../../providers/provider.js';
import type { TextProvider } from '../../../providers/text-provider.js';
import { SystemWorld } from '../../clock/system-world.js';
import type { EnvironmentVariables, NodeConfig } from '../../config/config.js';
import type { ProviderConfig } from '../../config/config-providers.js';
import { readProviderKey } from '../../config/provider-keys.js';
import { ConfigError } from '../../config/start-refused.js';
import { makeProviders } from './providers.js';
import { makeTextProviders } from './text-models.js';

const PROBE_LIMIT_MS = 15_000;
const NETWORK = 'mend the url, or the network of this machine';

export interface ProbedProvider {
  readonly name: string;
  readonly kind: string;
  readonly isUsable: boolean;
  /** Without a secret: what was found, or what has to be mended. */
  readonly finding: string;
}

/**
 * All providers at once, in the order of the configuration.
 *
 * @param only the name of one provider; undefined for all
 * @throws ConfigError if there is no such provider, or no key for one
 */
export async function probeProviders(
  config: NodeConfig,
  environment: EnvironmentVariables,
  only?: string,
): Promise<readonly ProbedProvider[]> {
  const wanted = config.providers.filter(({ name }) => only === undefined || name === only);
  if (wanted.length === 0) {
    const names = config.providers.map(({ name }) => name).join(', ');
    throw new ConfigError(`there is no provider ${only}: the configuration has ${names}`);
  }
  const world = new SystemWorld(0);
  const services = new Services();
  try {
    const parts = {
      world,
      // Nothing is sealed with it: a probe leaves nothing behind.
      secret: randomBytes(32),
      makeService: services.make,
      keyOf: (provider: ProviderConfig) => readProviderKey(provider, environment),
    };
    const those = { ...config, providers: wanted };
    const providers: readonly Probed[] = [...makeProviders(those, parts), ...makeTextProviders(those, parts)];
    return await Promise.all(
      wanted.map(async ({ name, kind }) => {
        const provider = providers.find((one) => one.name === name);
        return { name, kind, ...(await probe(provider)) };
      }),
    );
  } finally {
    world.stop();
    await services.close();
  }
}

type Probed = Pick<Provider | TextProvider, 'name' | 'probe'>;

async function probe(provider: Probed | undefined): Promise<Pick<ProbedProvider, 'isUsable' | 'finding'>> {
  if (provider?.probe === undefined) return { isUsable: true, finding: 'it is part of the node' };
  const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
  try {
    return { isUsable: true, finding: await provider.probe({ signal }) };
  } catch (error) {
    return { isUsable: false, finding: findingOf(error, signal.aborted) };
  }
}

function findingOf(error: unknown, isLate: boolean): string {
  if (isLate) return `it has not answered in ${PROBE_LIMIT_MS / 1000} s: ${NETWORK}`;
  const message = messageOf(error);
  if (!(error instanceof NoConnectionError)) return message;
  return `${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}: ${NETWORK}`;
}
