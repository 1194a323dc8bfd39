/** The configuration of a simulated node, as the setup of its history says it. */
import type { NodeConfig } from '../../../../src/node/config/config.js';
import { readConfig } from '../../../../src/node/config/config.js';
import type { ProviderConfig } from '../../../../src/node/config/config-providers.js';
import { type Cidr, parseCidr } from '../../../../src/node/config/options/option-values.js';
import { sizeOptions } from '../../../history/limits/small-limits.js';
import { routesOf } from '../../../history/model-routes.js';
import type { KeptSettings, ModelSetup, NodeSetup, PaymentSetup } from '../../../history/node-history.js';
import { SERVICE_NAMES, type ServiceName } from '../../../history/provider-kinds.js';
import type { TextSetup } from '../../../history/texts/text-setup.js';
import { configuredModels, configuredTextModels } from './configured-models.js';

/** The operator's, as it was chosen for the nth time. */
export function managementKey(nth: number): string {
  return `the-management-key-of-a-simulated-node-${nth}`;
}

/** The service is given to the node; what stands here says only that it is none of the node's own. */
const PAYMENTS_OUTSIDE = { kind: 'chargily', url: undefined, key: undefined } as const;
export const LIVE_PAYMENTS = { ...PAYMENTS_OUTSIDE, mode: 'live' } as const;

export const DEFAULTS = readConfig(new Map(), {}, '/');
const { publicUrl: PUBLIC_URL } = readConfig(new Map([['publicUrl', 'https://gateway.test']]), {}, '/');

export function servicesOf({ models }: NodeSetup): readonly ServiceName[] {
  const used = new Set<string>(models.flatMap(routesOf).map(({ provider }) => provider));
  return SERVICE_NAMES.filter((name) => used.has(name));
}

export function configOf({ limits, settings, models, payments, people, texts }: NodeSetup): NodeConfig {
  const {
    residentKeysMax = DEFAULTS.residentKeysMax,
    resultDeadlineMinutes = DEFAULTS.resultDeadlineMinutes,
    trustedProxies = [],
  } = settings;
  return {
    ...DEFAULTS,
    ...settings,
    residentKeysMax,
    ...sizeOptions(limits),
    resultDeadlineMinutes,
    trustedProxies: trustedProxies.map(cidr),
    managementKey: managementKey(0),
    payments: payments && paymentsOf(payments),
    ...((payments ?? people) && { publicUrl: PUBLIC_URL }),
    ...(people && { signUp: people.signUp }),
    ...(people?.hasMail && { smtpUrl: 'smtps://mail.test' }),
    models: configuredModels(models),
    ...(texts && { ...boundsOf(texts), wholeTextMaxMs: texts.firstTokenMaxMs }),
    textModels: configuredTextModels(texts?.models ?? []),
    ...keptConfig(settings.kept, models),
  };
}

function paymentsOf({ isOwn, isLive }: PaymentSetup): NonNullable<NodeConfig['payments']> {
  return isOwn ? { kind: 'simulated' } : { ...PAYMENTS_OUTSIDE, mode: isLive ? 'live' : 'test' };
}

function cidr(text: string): Cidr {
  const network = parseCidr(text);
  if (network === undefined) throw new Error(`not a network: ${text}`);
  return network;
}

function boundsOf({ models: _, ...bounds }: TextSetup): Omit<TextSetup, 'models'> {
  return bounds;
}

type Place = NonNullable<NodeConfig['results']>;
type Entry = readonly [kind: string, results: Place | undefined];

interface Said {
  readonly top: Place | undefined;
  readonly kept: Entry;
  /** Undefined if they have no entry. */
  readonly others: Entry | undefined;
}

/** By themselves, results of the one kind are kept, and of the other not. */
const [KEPT_KIND, OTHER_KIND] = ['replicate', 'fal'];
/** The word at the top, and the kinds and words of the providers whose results are kept and of all others. */
const SAID: Readonly<Record<NonNullable<KeptSettings['saidBy']>, Said>> = {
  top: { top: 'keep', kept: [OTHER_KIND, undefined], others: [KEPT_KIND, 'proxy'] },
  kinds: { top: undefined, kept: [KEPT_KIND, undefined], others: [OTHER_KIND, undefined] },
  each_against_top: { top: 'proxy', kept: [OTHER_KIND, 'keep'], others: [KEPT_KIND, undefined] },
};
const USUAL: Said = { top: undefined, kept: [KEPT_KIND, 'keep'], others: undefined };

/** No provider is made of an entry: any kind of a real service does. */
function keptConfig(
  kept: KeptSettings | undefined,
  models: readonly ModelSetup[],
): Pick<NodeConfig, 'providers' | 'results'> {
  const { providers = [], saidBy } = kept ?? {};
  const said = saidBy === undefined ? USUAL : SAID[saidBy];
  const named = new Set(models.flatMap(routesOf).map(({ provider }) => provider));
  const others = [...named].filter((name) => !providers.includes(name));
  return {
    results: said.top,
    providers: [
      ...DEFAULTS.providers,
      ...providers.map((name) => entry(name, ...said.kept)),
      ...others.flatMap((name) => (said.others === undefined ? [] : [entry(name, ...said.others)])),
    ],
  };
}

function entry(name: string, kind: string, results: Place | undefined): ProviderConfig {
  return { name, kind, models: [], settings: {}, bounds: {}, key: undefined, results };
}
