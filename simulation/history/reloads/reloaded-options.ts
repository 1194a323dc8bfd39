/** The options that a reload changes, from the list of the code: a new option is drawn by itself. */
import { OPTION_KEYS, OPTIONS, type OptionKey } from '../../../src/node/config/options/options.js';
import { NETWORK_ELSEWHERE } from '../onlookers/watching.js';

export type OptionValue = number | string;

/**
 * Values of options that would not be met otherwise, or that a history is too short or a rule too coarse for.
 * A rule counts on it that a provider has at least its usual time.
 */
const VALUES: Partial<Record<OptionKey, readonly OptionValue[]>> = {
  addressRpm: [1, 3, 60, 200],
  bodyTimeoutMs: [2_000, 10_000, 20_000],
  defaultRpm: [1, 7, 60],
  drainTimeLimitMs: [1_000, 10_000],
  keysPerAccountMax: [1, 2, 3, 100],
  openJobsMax: [1, 2, 1_000],
  retentionDays: [30, 90],
  idempotencyHours: [1, 24],
  jobDeadlineMinutes: [30, 40],
  resultDeadlineMinutes: [1, 3],
  openGenerationsMax: [1, 2, 100],
  firstTokenMaxMs: [1_000, 5_000, 20_000],
  wholeTextMaxMs: [1_000, 5_000, 20_000],
  tokenPauseMaxMs: [500, 3_000, 20_000],
  abandonedStreamMaxMs: [0, 200, 10_000],
  providerSubmitTimeoutMs: [30_000, 40_000],
  providerPollTimeoutMs: [10_000, 15_000],
  providerLastCallTimeoutMs: [5_000, 7_000],
  topUpMin: [100, 103, 1_200],
  topUpMax: [102, 1_000, 999_999, 1_000_000],
  signUpsPerDayMax: [1, 200],
  metricsNetworks: [NETWORK_ELSEWHERE, '198.51.100.0/24'],
};

/** Those with a number, one of a few words or networks; the others name files and addresses. */
export const RELOADED_OPTIONS: readonly (readonly [OptionKey, readonly OptionValue[]])[] = OPTION_KEYS.filter(
  (key) => OPTIONS[key].taken === 'at_reload',
)
  .map((key) => [key, VALUES[key] ?? valuesOf(key)] as const)
  .filter(([, values]) => values.length > 0);

function valuesOf(key: OptionKey): readonly OptionValue[] {
  const { fallback, kind } = OPTIONS[key];
  const values: readonly OptionValue[] =
    typeof fallback === 'number'
      ? [fallback, Math.ceil(fallback / 2), fallback * 2]
      : kind.placeholder.includes('|')
        ? kind.placeholder.split('|')
        : [];
  return values.filter((value) => kind.schema.safeParse(value).success);
}
