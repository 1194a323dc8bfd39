/**
 * The operator's settings, for the log: each option that differs from its default, except paths. None is a
 * secret.
 */
import type { NodeConfig } from './config.js';
import { OPTION_KEYS, OPTIONS, optionName } from './options/options.js';

export function configSummary(config: NodeConfig): Readonly<Record<string, unknown>> {
  const changed = OPTION_KEYS.flatMap((key) => {
    if (
      key === 'config' ||
      OPTIONS[key].kind.inFolder !== undefined ||
      JSON.stringify(config[key]) === JSON.stringify(OPTIONS[key].fallback)
    )
      return [];
    return [[optionName(key), config[key]] as const];
  });
  const { payments } = config;
  return {
    ...Object.fromEntries(changed),
    providers: config.providers.map(({ name, kind }) => `${name} (${kind})`),
    ...(payments?.kind === 'chargily' ? { payments: `chargily (${payments.mode})` } : {}),
    'management-key': config.managementKey === undefined ? 'of the data folder' : 'of the environment',
  };
}
