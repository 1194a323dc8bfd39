/** The configuration as single parts of a node are told it, and the rule about marked credit. */
import { USUAL_LIMITS } from '../../../../src/limits/limits.js';
import { refuseMarkedCredit } from '../../../../src/node/assembly/marked-credit.js';
import { callLimits, keepsResults, pipelineSettings } from '../../../../src/node/assembly/part-settings.js';
import type { NodeConfig } from '../../../../src/node/config/config.js';
import { ConfigError } from '../../../../src/node/config/start-refused.js';
import type { Random } from '../../../world/random.js';
import { DEFAULTS } from '../../node/config/node-config.js';
import type { Part } from '../part.js';

type Numbers = Readonly<Record<string, number>>;
type Place = 'keep' | 'proxy' | undefined;

interface SettingsAct {
  readonly do: 'configure';
  readonly options: Numbers;
  readonly results: Place;
  readonly providers: readonly {
    readonly name: string;
    readonly kind: string;
    readonly bounds: Numbers;
    readonly results: Place;
  }[];
  readonly payments: 'none' | 'simulated' | 'test' | 'live';
  /** Marked credit in balances and in reserves, in micro-DA, and unpaid orders of it. */
  readonly marked: Numbers;
}

/** By kind: whether it costs money, and whether its results expire. */
const KINDS: Readonly<Record<string, { readonly isReal: boolean; readonly expires: boolean }>> = {
  simulated: { isReal: false, expires: false },
  fal: { isReal: true, expires: false },
  comfyui: { isReal: true, expires: false },
  openai: { isReal: true, expires: false },
  replicate: { isReal: true, expires: true },
  veo: { isReal: true, expires: true },
  runway: { isReal: true, expires: true },
};
const BOUNDS = {
  providerSubmitTimeoutMs: 'submitLimitMs',
  providerPollTimeoutMs: 'pollLimitMs',
  providerLastCallTimeoutMs: 'finalPollLimitMs',
  providerWaitingMax: 'submitsWaitingMax',
  providerCallsMax: 'submitsInFlightMax',
  providerPollsMax: 'pollsInFlightMax',
  providerCallsPerSecondMax: 'pollsPerSecondMax',
  providerBreakerFailures: 'failuresInARow',
  providerBreakerCoolDownMs: 'coolDownFirstMs',
  providerBreakerCoolDownMaxMs: 'coolDownMaxMs',
};
const MIB = 1_048_576;
const PLACES: readonly Place[] = [undefined, undefined, 'keep', 'proxy'];

export function settingsPart(): Part<undefined, SettingsAct> {
  return {
    name: 'settings',
    limits: () => undefined,
    act: (random) => ({
      do: 'configure',
      options: { ...numbers(random, 1), bodyMaxBytes: random.below(9), bodiesMaxMib: random.below(9) },
      results: random.pick(PLACES),
      providers: Array.from({ length: random.below(3) }, (_, nth) => ({
        name: `provider-${nth}`,
        kind: random.pick([...Object.keys(KINDS), 'simulated', 'simulated']),
        bounds: numbers(random, 0.3),
        results: random.pick(PLACES),
      })),
      payments: random.pick(['none', 'simulated', 'test', 'live'] as const),
      marked: {
        'marked/balance': random.pick([0, 0, 1]),
        'marked/reserved': random.pick([0, 0, 1]),
        'marked/open_orders': random.pick([0, 0, 1]),
      },
    }),
    pauseMs: () => 0,
    begin: (trial) => ({
      take(act) {
        const { options, providers, results, payments, marked } = act;
        const config = configOf(act);
        for (const name of ['provider-0', 'provider-1', 'gone']) {
          const { breaker, internal, ...plain } = callLimits(config, name, USUAL_LIMITS);
          const own = providers.find((one) => one.name === name);
          const due = Object.entries(BOUNDS).map(([option, limit]) => [
            limit,
            own?.bounds[option] ?? options[option],
          ]);
          const told: Readonly<Record<string, unknown>> = { ...plain, ...breaker };
          trial.same(
            'bounds',
            due.map(([limit]) => [limit, told[`${limit}`]]),
            due,
          );
          trial.same('internal', internal === USUAL_LIMITS, true);
          const { isReal = false, expires = false } = KINDS[own?.kind ?? ''] ?? {};
          const place = own?.results ?? results ?? (expires ? 'keep' : 'proxy');
          trial.same('kept', keepsResults(config, name), isReal && place === 'keep');
        }
        const { bodyMaxBytes, bodiesMaxBytes } = pipelineSettings(config);
        const bodies = [options.bodyMaxBytes, Number(options.bodiesMaxMib) * MIB];
        trial.same('bodies', [bodyMaxBytes, bodiesMaxBytes], bodies);
        const isCostly = payments === 'live' || providers.some(({ kind }) => KINDS[kind]?.isReal);
        const isLeft = Object.values(marked).some((sum) => sum > 0);
        trial.same('refused', isRefused(config, marked), isCostly && isLeft);
      },
      compare() {},
    }),
  };
}

function numbers(random: Random, chance: number): Numbers {
  const names = Object.keys(BOUNDS).filter(() => random.chance(chance));
  return Object.fromEntries(names.map((name) => [name, random.between(1, 1_000_000)]));
}

function configOf({ options, providers, results, payments }: SettingsAct): NodeConfig {
  const outside = { kind: 'chargily', mode: payments, url: undefined, key: undefined };
  const paid = { none: undefined, simulated: { kind: 'simulated' }, test: outside, live: outside }[payments];
  const entries = providers.map((one) => ({ ...one, settings: {}, models: [], key: undefined }));
  return { ...DEFAULTS, ...options, results, providers: entries, payments: paid } as NodeConfig;
}

function isRefused(config: NodeConfig, marked: Numbers): boolean {
  try {
    refuseMarkedCredit(config, new Map(Object.entries(marked)));
    return false;
  } catch (error) {
    if (error instanceof ConfigError) return true;
    throw error;
  }
}
