/** The `payments` section of the configuration file: the service at which people pay for credit. */
import * as z from 'zod';
import { isReal, type ProviderConfig } from './config-providers.js';
import { mapWanted } from './models/model-settings.js';
import { PUBLIC_URL } from './options/option-values.js';
import { KEY_SETTINGS, type KeySource, keySource } from './provider-settings.js';

const MODE_WHY = 'must be live or test';

const SIMULATED = z.strictObject({ kind: z.literal('simulated') }, { error: mapWanted });

const CHARGILY = z
  .strictObject(
    {
      kind: z.literal('chargily'),
      mode: z.enum(['live', 'test'], { error: MODE_WHY }).default('live'),
      url: PUBLIC_URL.schema,
      ...KEY_SETTINGS,
    },
    { error: mapWanted },
  )
  .superRefine((section, context) => {
    const given = Object.keys(KEY_SETTINGS).filter((name) => name in section).length;
    if (given === 1) return;
    context.addIssue(
      given === 0
        ? 'must say with key-env or key-file where its key is'
        : 'must have only one of key-env and key-file',
    );
  });

/** The section as it stands in the file. */
export const PAYMENTS_SECTION = z.discriminatedUnion('kind', [CHARGILY, SIMULATED], {
  error: (issue) => mapWanted(issue) ?? 'must be chargily or simulated',
});

export type PaymentsConfig = ChargilyConfig | typeof SIMULATED_PAYMENTS;

/** No money moves at them. */
const SIMULATED_PAYMENTS = { kind: 'simulated' } as const;

export interface ChargilyConfig {
  readonly kind: 'chargily';
  readonly mode: 'live' | 'test';
  /** In place of the service's own, `/api/v2` included. */
  readonly url: string | undefined;
  readonly key: KeySource | undefined;
}

/** @param folder the folder that a relative path counts from */
export function toPayments(section: z.output<typeof PAYMENTS_SECTION>, folder: string): PaymentsConfig {
  if (section.kind === 'simulated') return SIMULATED_PAYMENTS;
  const { kind, mode, url } = section;
  return { kind, mode, url, key: keySource(section, folder) };
}

/** Whether money moves at them. */
export function isLive(payments: PaymentsConfig | undefined): boolean {
  return payments?.kind === 'chargily' && payments.mode === 'live';
}

/** The payments of a node whose file names none: simulated ones, if it may have them. */
export function paymentsByDefault(
  host: string,
  providers: readonly ProviderConfig[],
): PaymentsConfig | undefined {
  return whyNotSimulated(host, providers) === undefined ? SIMULATED_PAYMENTS : undefined;
}

/** Why a node has no payments without money; undefined if it may have them. */
export function whyNotSimulated(host: string, providers: readonly ProviderConfig[]): string | undefined {
  if (!isLoopback(host)) return `simulated payments are for a loopback address, and the host is ${host}`;
  return whyNotUnpaid(providers);
}

/** Why no credit may come without money; undefined if it may. */
export function whyNotUnpaid(providers: readonly ProviderConfig[]): string | undefined {
  const real = providers.find(isReal);
  return real === undefined
    ? undefined
    : `payments without money are for a node without real providers, and ${real.name} is configured`;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
