/**
 * The options of the configuration that rules ask for, and their values: those of the setup, or the defaults
 * of the contract.
 */
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';

export type OptionValue = number | string;

const SECOND_MS = 1_000;
const PUBLIC_URL = 'https://gateway.test';
const RESULTS_AT_TOP = { top: 'keep', kinds: '', each_against_top: 'proxy' };

export function optionsOf({
  settings,
  texts,
  people,
  payments,
  limits,
}: NodeSetup): Readonly<Record<string, OptionValue>> {
  const { bodyTimeoutMs, drainTimeLimitMs, openJobsMax, idempotencyHours, retentionDays } = settings;
  return {
    addressRpm: settings.addressRpm,
    managementRpm: settings.managementRpm,
    bodyTimeoutMs,
    drainTimeLimitMs,
    openJobsMax,
    idempotencyHours,
    retentionDays,
    resultDeadlineMinutes: settings.resultDeadlineMinutes ?? 120,
    openGenerationsMax: texts?.openGenerationsMax ?? 0,
    firstTokenMaxMs: texts?.firstTokenMaxMs ?? 0,
    wholeTextMaxMs: texts?.firstTokenMaxMs ?? 0,
    tokenPauseMaxMs: texts?.tokenPauseMaxMs ?? 0,
    abandonedStreamMaxMs: texts?.abandonedStreamMaxMs ?? 0,
    defaultRpm: 60,
    keysPerAccountMax: 100,
    topUpMin: 100,
    topUpMax: 1_000_000,
    signUp: people?.signUp ?? 'closed',
    signUpsPerDayMax: 200,
    bodyMaxBytes: 1_048_576,
    corsOrigins: '',
    metricsNetworks: '',
    results: RESULTS_AT_TOP[settings.kept?.saidBy ?? 'kinds'],
    bodiesMaxMib: 256,
    providerCallsMax: limits?.providerCallsMax ?? 256,
    providerBreakerFailures: 8,
    providerBreakerCoolDownMs: 1_000,
    providerBreakerCoolDownMaxMs: 30_000,
    providerCallsPerSecondMax: 20_000,
    providerSubmitTimeoutMs: 30_000,
    providerPollsMax: limits?.providerPollsMax ?? 2_048,
    publicUrl: (payments ?? people) === undefined ? '' : PUBLIC_URL,
  };
}

/** The options that an observation brings. */
export function optionsIn(seen: Observation): Readonly<Record<string, OptionValue>> {
  if (seen.what !== 'reloaded' || seen.outcome !== 'applied') return {};
  const { addressRpm, managementRpm, options } = seen;
  return {
    ...(addressRpm === undefined ? {} : { addressRpm }),
    ...(managementRpm === undefined ? {} : { managementRpm }),
    ...options,
  };
}

/** A value of an option, and until when it was in force, in ms of the history. */
interface Held {
  readonly value: number;
  untilAt: number;
}

/** The least and the most that each option has been since a time: for rules that cannot tell which counts. */
export class OptionBounds {
  readonly #held = new Map<string, Held[]>();

  constructor(setup: NodeSetup) {
    this.#note(optionsOf(setup), Number.NEGATIVE_INFINITY);
  }

  observe(seen: Observation): void {
    if (seen.what === 'reloaded') this.#note(optionsIn(seen), seen.at);
  }

  /** @param since in ms, the beginning of what it is asked for: what was over by then counts no more */
  least(name: string, since: number): number {
    return Math.min(...this.#since(name, since));
  }

  /** @param since as of `least` */
  most(name: string, since: number): number {
    return Math.max(...this.#since(name, since));
  }

  /** The least of calls under way, and of those begun in a second, that a provider may have had. */
  leastCalls(since: number): number {
    return Math.min(
      this.least('providerCallsMax', since),
      this.least('providerCallsPerSecondMax', since - SECOND_MS),
    );
  }

  #since(name: string, since: number): readonly number[] {
    const held = this.#held.get(name);
    if (held === undefined) throw new Error(`no rule knows of the option ${name}`);
    return held.filter(({ untilAt }) => untilAt >= since).map(({ value }) => value);
  }

  #note(options: Readonly<Record<string, OptionValue>>, at: number): void {
    for (const [name, value] of Object.entries(options)) {
      if (typeof value !== 'number') continue;
      const held = this.#held.get(name) ?? [];
      const last = held.at(-1);
      if (last !== undefined) last.untilAt = at;
      this.#held.set(name, [...held, { value, untilAt: Number.POSITIVE_INFINITY }]);
    }
  }
}

/** Orders of a key that may be unpaid at a time. */
export function openOrdersMax({ limits }: NodeSetup): number {
  return limits?.openOrders ?? 100;
}

/** Whether messages may find no mailbox that takes them. */
export function hasSmallMailboxes({ limits }: NodeSetup): boolean {
  return limits?.mailboxMax !== undefined || limits?.mailboxesFactor !== undefined;
}

/** Whether turns wait for commits of few writes each. */
export function hasSmallCommits({ limits }: NodeSetup): boolean {
  return limits?.writesInCommit !== undefined;
}

/** Whether requests may wait so long for commits, each slow and of few writes, that others are refused. */
export function hasSlowQueue(setup: NodeSetup): boolean {
  return hasSmallCommits(setup) && setup.settings.commitMsMax >= SLOW_COMMIT_MS;
}

const SLOW_COMMIT_MS = 100;
/** A commit, a call that is given up, and the turn in which its successor is asked for. */
const TURN_MS = 3_000;
/** So many commits may be before a turn if each takes few writes: a start has more to do than that. */
const SMALL_COMMITS = 40;
/** A message that finds its mailbox full comes again a second later, up to ten times. */
const SMALL_MAILBOXES_MS = 10_000;

/** How long news may take until all know of it, in ms, while the disk works. */
export function newsMsMax(setup: NodeSetup): number {
  const queueMs = hasSmallCommits(setup) ? SMALL_COMMITS * setup.settings.commitMsMax : 0;
  return TURN_MS + queueMs + (hasSmallMailboxes(setup) ? SMALL_MAILBOXES_MS : 0);
}
