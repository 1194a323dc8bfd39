/**
 * Setups that say less than that of a history, to stand in its place when it is made readable. Each has one
 * thing left out or set to what is plain, so that putting simpler for simple ends.
 */

import { fewerLimits } from '../limits/small-limits.js';
import type { NodeHistory, NodeSettings, NodeSetup } from '../node-history.js';

/** Bounds that no history meets. */
export const WIDE_SETTINGS = {
  openJobsMax: 1_000,
  idempotencyHours: 24,
  retentionDays: 90,
  gateTimeLimitMs: 10_000,
  mailboxMax: 10_000,
  residentActorsMax: 100_000,
  passivateAfterMs: 300_000,
  managementRpm: 6_000,
  addressRpm: 60,
  bodyTimeoutMs: 10_000,
  drainTimeLimitMs: 10_000,
} as const satisfies Partial<NodeSettings>;
/** Commits take no time, too. */
export const PLAIN_SETTINGS: Readonly<Record<string, unknown>> = {
  ...WIDE_SETTINGS,
  residentKeysMax: 100_000,
  commitMsMax: 0,
  resultDeadlineMinutes: 3,
};
const PLAIN_KEY = { rpm: 1_000, creditsMicroDa: 100_000_000 };

export function simplerSetups({ setup, steps }: NodeHistory): readonly NodeSetup[] {
  const { payments, people, texts } = setup;
  const text = JSON.stringify(steps);
  const uses = (pattern: RegExp) => pattern.test(text);
  return [
    ...simplerLimits(setup),
    ...(payments !== undefined && !uses(/"op":"(order|show_order|list_orders|void_simulated)"/)
      ? [without(setup, 'payments')]
      : []),
    ...(people !== undefined && !uses(/"(session|link|device)":|"op":"(invite|sign_|list_users)/)
      ? [without(setup, 'people')]
      : []),
    ...(texts !== undefined && !uses(/"op":"chat"/) ? [without(setup, 'texts')] : []),
    ...simplerSettings(setup),
    ...simplerKeys(setup, text),
    ...simplerModels(setup, text),
  ];
}

function without(setup: NodeSetup, name: 'payments' | 'people' | 'texts'): NodeSetup {
  const { [name]: _, ...rest } = setup;
  return rest;
}

function simplerLimits({ limits, ...usual }: NodeSetup): readonly NodeSetup[] {
  if (limits === undefined) return [];
  return fewerLimits(limits).map((fewer) => (fewer === undefined ? usual : { limits: fewer, ...usual }));
}

function simplerSettings(setup: NodeSetup): readonly NodeSetup[] {
  const { settings } = setup;
  const { kept, ...unkept } = settings;
  const { trustedProxies, ...direct } = settings;
  return [
    ...(kept === undefined ? [] : [{ ...setup, settings: unkept }]),
    ...(trustedProxies === undefined ? [] : [{ ...setup, settings: direct }]),
    ...Object.entries(settings)
      .filter(([name, value]) => name in PLAIN_SETTINGS && value !== PLAIN_SETTINGS[name])
      .map(([name]) => ({ ...setup, settings: { ...settings, [name]: PLAIN_SETTINGS[name] } })),
  ];
}

function simplerKeys(setup: NodeSetup, steps: string): readonly NodeSetup[] {
  const { keys } = setup;
  const last = keys.length - 1;
  // Keys go by their numbers, and those that steps make come after these: only the last one can go.
  const isUsed =
    last === 0 || new RegExp(`"(key|to|newKey)":(${last}|\\d{2,})\\b|"op":"(create_key|grant)"`).test(steps);
  return [
    ...(isUsed ? [] : [{ ...setup, keys: keys.slice(0, last) }]),
    ...keys.flatMap((key, at) =>
      (['rpm', 'creditsMicroDa'] as const)
        .filter((name) => key[name] !== PLAIN_KEY[name])
        .map((name) => ({ ...setup, keys: keys.with(at, { ...key, [name]: PLAIN_KEY[name] }) })),
    ),
  ];
}

function simplerModels(setup: NodeSetup, steps: string): readonly NodeSetup[] {
  const { models } = setup;
  const last = models.at(-1);
  const isUsed =
    models.length < 2 || last === undefined || steps.includes(`"${last.id}"`) || steps.includes('"prices"');
  return [
    ...(isUsed ? [] : [{ ...setup, models: models.slice(0, -1) }]),
    ...models.flatMap((model, at) => {
      const { fallbacks, ...single } = model;
      return fallbacks === undefined ? [] : [{ ...setup, models: models.with(at, single) }];
    }),
  ];
}
