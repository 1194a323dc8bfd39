/** The configuration of one server, as far as its answers show it: drawn for each server that is started. */
import type { Random } from '../../world/random.js';

export interface ServerSetup {
  /** Origins of pages that may call; `*` stands for all, none for no CORS. */
  readonly corsOrigins: readonly string[];
  /** Management and metrics have a listener of their own. */
  readonly hasManagementPort: boolean;
  /** Base of the links in answers; '' if requests tell it. */
  readonly publicUrl: string;
  /** The word of proxies on the loopback address is believed: inputs come from there. */
  readonly trustsProxies: boolean;
  /** Networks that may read the metrics besides the loopback addresses. */
  readonly metricsNetworks: readonly string[];
  readonly bodyMaxBytes: number;
}

/** The listener that an input is sent to; a server without a management port has one for all. */
export const LISTENERS = ['public', 'management'] as const;
export type Listener = (typeof LISTENERS)[number];
/** The part of the API that a listener serves. */
export type Served = Listener | 'whole';

/** Origins of which a server may be told that their pages may call. */
export const PAGE_ORIGINS = ['https://shop.test', 'http://localhost:5173'] as const;
export const [PAGE_ORIGIN] = PAGE_ORIGINS;
export const ANY_ORIGIN = '*';
export const PUBLIC_URL = 'https://gateway.shop.test/ai';
export const METRICS_NETWORK = '10.0.0.0/8';
/** Bounds on bodies; all but the last are so small that inputs go beyond them. */
export const BODY_BOUNDS = [1_024, 12_000, 1_048_576] as const;

/** The setup of inputs that do not name one. */
export const USUAL_SETUP: ServerSetup = {
  corsOrigins: [PAGE_ORIGIN],
  hasManagementPort: false,
  publicUrl: '',
  trustsProxies: false,
  metricsNetworks: [],
  bodyMaxBytes: 1_048_576,
};

export function drawSetup(random: Random): ServerSetup {
  return {
    corsOrigins: random.weighted<readonly string[]>([
      [1, []],
      [1, PAGE_ORIGINS],
      [1, [ANY_ORIGIN]],
    ]),
    hasManagementPort: random.chance(0.6),
    publicUrl: random.chance(0.3) ? PUBLIC_URL : '',
    trustsProxies: random.chance(0.4),
    metricsNetworks: random.chance(0.4) ? [METRICS_NETWORK] : [],
    bodyMaxBytes: random.pick(BODY_BOUNDS),
  };
}

/** The options of `tollgate serve`. */
export function optionsOf(setup: ServerSetup): readonly string[] {
  const { corsOrigins, hasManagementPort, publicUrl, trustsProxies, metricsNetworks, bodyMaxBytes } = setup;
  return [
    ...(corsOrigins.length === 0 ? [] : ['--cors-origins', corsOrigins.join(',')]),
    ...(hasManagementPort ? ['--management-port', '0'] : []),
    ...(publicUrl === '' ? [] : ['--public-url', publicUrl]),
    ...(trustsProxies ? ['--trusted-proxies', '127.0.0.0/8'] : []),
    ...(metricsNetworks.length === 0 ? [] : ['--metrics-networks', metricsNetworks.join(',')]),
    ...['--body-max-bytes', String(bodyMaxBytes)],
  ];
}

export function servedBy({ hasManagementPort }: ServerSetup, listener: Listener): Served {
  return hasManagementPort ? listener : 'whole';
}

export function isSetup(value: unknown): value is ServerSetup {
  const setup = (value ?? {}) as Partial<Record<keyof ServerSetup, unknown>>;
  const isList = (list: unknown) => Array.isArray(list) && list.every((each) => typeof each === 'string');
  return (
    isList(setup.corsOrigins) &&
    isList(setup.metricsNetworks) &&
    typeof setup.publicUrl === 'string' &&
    typeof setup.hasManagementPort === 'boolean' &&
    typeof setup.trustsProxies === 'boolean' &&
    Number.isSafeInteger(setup.bodyMaxBytes)
  );
}
