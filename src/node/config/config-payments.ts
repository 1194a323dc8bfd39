/** The `payments` section of the configuration file: the service at which people pay for credit. */
import * as z from 'zod';
import { mapWanted } from './model-settings.js';
import { PUBLIC_URL } from './options/option-values.js';
import { KEY_SETTINGS, type KeySource, keySource } from './provider-settings.js';

const KIND_WHY = 'must be chargily';
const MODE_WHY = 'must be live';

/** The section as it stands in the file. */
export const PAYMENTS_SECTION = z
  .strictObject(
    {
      kind: z.literal('chargily', { error: KIND_WHY }),
      mode: z.literal('live', { error: MODE_WHY }).default('live'),
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

export type PaymentsConfig = ChargilyConfig | typeof SIMULATED_PAYMENTS;

/** No money moves at them. */
export const SIMULATED_PAYMENTS = { kind: 'simulated' } as const;

export interface ChargilyConfig {
  readonly kind: 'chargily';
  readonly mode: 'live';
  /** In place of the service's own, `/api/v2` included. */
  readonly url: string | undefined;
  readonly key: KeySource | undefined;
}

/** @param folder the folder that a relative path counts from */
export function toPayments(section: z.output<typeof PAYMENTS_SECTION>, folder: string): ChargilyConfig {
  const { kind, mode, url } = section;
  return { kind, mode, url, key: keySource(section, folder) };
}
