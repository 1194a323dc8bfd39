/** The options of a node that is reloaded, as plain JSON, and the configuration that they make. */
import { microDa } from '../../../../../src/money/micro-da.js';
import { type NodeConfig, readConfig } from '../../../../../src/node/config/config.js';
import { modelOverride } from '../../../../../src/node/config/models/model-settings.js';
import type { OptionKey } from '../../../../../src/node/config/options/options.js';
import type { Random } from '../../../../world/random.js';

export const HOSTS = ['one.test', 'two.test', 'three.test'] as const;
export const NETWORKS = ['192.0.2.', '198.51.100.', '203.0.113.'] as const;
export const PAGES = ['https://a.test', 'https://b.test'] as const;
export const OPERATOR_KEY = 'the-management-key-of-a-node-that-is-reloaded';
export const [FILM, TEXT] = ['model/film', 'model/text'];

const BLOCKS = NETWORKS.map((network) => `${network}0/24`);
const VALUES = {
  publicUrl: HOSTS.map((host) => `https://${host}`),
  trustedProxies: BLOCKS,
  metricsNetworks: BLOCKS,
  corsOrigins: [...PAGES, '*'],
  bodyMaxBytes: [2_000, 3_000],
  bodyTimeoutMs: [1_000, 1_400],
  defaultRpm: [1, 7, 60],
  managementRpm: [5_000, 7_000],
  addressRpm: [1, 2, 4],
  keysPerAccountMax: [1, 2, 3],
  openJobsMax: [1, 2, 3],
  openGenerationsMax: [1, 2, 3],
  retentionDays: [30, 90],
  idempotencyHours: [1, 24],
  jobDeadlineMinutes: [30, 40],
  resultDeadlineMinutes: [5, 120],
  firstTokenMaxMs: [1_000, 1_400],
  wholeTextMaxMs: [1_100, 1_500],
  providerSubmitTimeoutMs: [1_000, 1_400],
  drainTimeLimitMs: [1_000, 10_000],
  topUpMin: [100, 200],
  topUpMax: [1_000, 1_500],
  signUp: ['open', 'closed'],
  verify: ['operator', 'email'],
  results: ['keep', 'proxy'],
  resultMaxMib: [1, 2],
  resultsMaxGib: [1, 50],
  resultsDaysMin: [1, 7],
  // Options come to their end here: these stand in sections of the file.
  filmPrice: [1_000, 2_000],
  textPrice: [3_000, 4_000],
  service: [1, 2, 3],
} as const;

type Name = keyof typeof VALUES;
export type Options = { readonly [Key in Name]: (typeof VALUES)[Key][number] };

const NAMES = Object.keys(VALUES) as readonly Name[];

export function drawOptions(random: Random): Options {
  return changed(random, {}, 1) as Options;
}

/** @param chance that an option is drawn anew */
export function changed(random: Random, before: Partial<Options>, chance: number): Partial<Options> {
  const drawn = NAMES.filter(() => random.chance(chance)).map((name) => [
    name,
    random.pick<string | number>(VALUES[name]),
  ]);
  return { ...before, ...Object.fromEntries(drawn) };
}

export function configOf({ filmPrice, textPrice, service, ...options }: Options): NodeConfig {
  const given = Object.entries({ ...options, smtpUrl: 'smtps://mail.test', providerBreakerFailures: 1_000 });
  const words = given.map(([name, value]) => [name as OptionKey, String(value)] as const);
  const url = `https://service-${service}.test`;
  const settings = { ...modelOverride({}), ...LENGTHS, pricePerSecondMicroDa: microDa(filmPrice) };
  return {
    ...readConfig(new Map(words), {}, '/'),
    managementKey: OPERATOR_KEY,
    payments: { kind: 'chargily', mode: 'live', url, key: undefined },
    providers: [
      {
        name: 'line',
        kind: 'fal',
        models: [],
        settings: { url },
        bounds: {},
        key: undefined,
        results: undefined,
      },
    ],
    models: [
      { id: FILM, settings, routes: [{ provider: 'line', model: 'own/film', where: FILM }], where: FILM },
    ],
    textModels: [
      {
        id: TEXT,
        isOffered: true,
        prices: { input: microDa(textPrice), output: microDa(textPrice) },
        contextTokens: 2_000,
        outputTokensMax: 100,
        outputTokensDefault: 50,
        routes: [{ provider: 'writer', model: 'text', templateTokens: 0, passFields: [], where: TEXT }],
        where: TEXT,
      },
    ],
  };
}

const LENGTHS = { isOffered: true, lengthMinMs: 1_000, lengthMaxMs: 5_000, lengthDefaultMs: 2_000 };
