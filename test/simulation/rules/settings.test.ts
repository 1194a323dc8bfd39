/** Each option of the configuration is seen by a rule of the fuzzer, or has a reason why none sees it. */
import { describe, expect, it } from 'vitest';
import { DRAWN_LIMITS } from '../../../simulation/history/limits/small-limits.js';
import { RELOADED_OPTIONS } from '../../../simulation/history/reloads/reloaded-options.js';
import { RULES } from '../../../simulation/rules/rules.js';
import { OPTION_KEYS, OPTIONS, type OptionKey } from '../../../src/node/config/options/options.js';
import { SOURCES } from '../../structure/project.js';

/** By rule, the options that it sees. */
const SEEN: Readonly<Record<string, readonly OptionKey[]>> = {
  answers: ['bodyTimeoutMs', 'drainTimeLimitMs'],
  'body-room': ['bodiesMaxMib'],
  'cross-origin': ['corsOrigins'],
  configured: ['bodyMaxBytes', 'defaultRpm', 'signUp', 'topUpMax', 'topUpMin'],
  idempotency: ['idempotencyHours'],
  'kept-jobs': ['retentionDays'],
  links: ['publicUrl'],
  'look-ups': ['generations'],
  'keys-per-account': ['keysPerAccountMax'],
  linearizability: ['openJobsMax', 'openGenerationsMax'],
  liveness: ['resultDeadlineMinutes'],
  'provider-bounds': ['providerCallsMax', 'providerPollsMax'],
  'sign-ups': ['signUpsPerDayMax'],
  'text-streams': ['firstTokenMaxMs', 'tokenPauseMaxMs', 'abandonedStreamMaxMs'],
  'window-exact': ['addressRpm', 'managementRpm'],
};

/** Options that no rule sees, each with the tests that do. */
const UNSEEN: Readonly<Record<string, readonly OptionKey[]>> = {
  'A process has it, and a simulated node is none: test/node/config and test/contract/operating see it.': [
    'data',
    'config',
    'logLevel',
    'logRequests',
    'otlpEndpoint',
    'otlpSamplingRatio',
    'lmdbMapMib',
  ],
  'A listener has it, and the messages of a history come through none: test/contract/listening sees it.': [
    'port',
    'host',
    'tlsCert',
    'tlsKey',
    'tlsPassphraseFile',
    'unixSocket',
    'unixSocketMode',
    'unixSocketOwner',
    'managementPort',
    'managementHost',
    'managementTls',
    'dashboard',
    'connectionsMax',
  ],
  'It judges fields that no client of a history sends, and /metrics: test/http/request and test/http/pipeline see it.':
    ['metricsNetworks'],
  'A history has it from its setup, and the rules see who came through a proxy: window-exact and links.': [
    'trustedProxies',
  ],
  'Mail has it, and there is none in histories: test/people and test/mail see it.': [
    'verify',
    'smtpUrl',
    'smtpPasswordFile',
    'mailFrom',
  ],
  'It bounds the time or the health of calls, whose end at the node is out of sight: test/providers/calls sees it.':
    [
      'providerWaitingMax',
      'providerCallsPerSecondMax',
      'providerSubmitTimeoutMs',
      'providerPollTimeoutMs',
      'providerLastCallTimeoutMs',
      'providerBreakerFailures',
      'providerBreakerCoolDownMs',
      'providerBreakerCoolDownMaxMs',
      'wholeTextMaxMs',
    ],
  'Histories set the store of results up by themselves, in bytes and ms: kept-results sees the bounds so.': [
    'results',
    'resultsDir',
    'resultsMaxGib',
    'resultsDaysMin',
    'resultMaxMib',
  ],
  'Each model of a history has a deadline of its own: test/contract/operating sees it.': [
    'jobDeadlineMinutes',
  ],
  'No answer tells of it: histories draw it, and every rule holds whatever it is.': [
    'gateTimeLimitMs',
    'mailboxMax',
    'residentActorsMax',
    'residentKeysMax',
    'passivateAfterMs',
    'addressWindowsMax',
  ],
  'The load of a machine has it, and a simulated node has none: test/overload and test/node/machine see it.':
    ['queueDelayMaxMs', 'memoryMaxMib', 'diskReserveMib'],
};

/** Options that a history sets or reloads by a name of its own, or tries one at a time. */
const DRAWN_OTHERWISE: readonly OptionKey[] = ['publicUrl', 'corsOrigins'];

const SIMULATION = SOURCES.filter(({ path }) => path.startsWith('simulation/rules/'));

describe('each option of the configuration', () => {
  it('names the rule that sees it, or a reason why none does', () => {
    const named = [...Object.values(SEEN), ...Object.values(UNSEEN)].flat();
    expect(named.toSorted()).toEqual(OPTION_KEYS.toSorted());
  });

  it('is seen by a rule that there is', () => {
    const names = RULES.map(({ name }) => name);
    expect(Object.keys(SEEN).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('stands in the rules, if one of them sees it', () => {
    const text = SIMULATION.map((file) => file.text).join('\n');
    const absent = Object.values(SEEN)
      .flat()
      .filter((key) => !new RegExp(`'${key}'`).test(text));
    expect(absent).toEqual([]);
  });

  it('has two values at least in histories, if a rule sees it', () => {
    const reloaded = new Map<string, number>(RELOADED_OPTIONS.map(([key, values]) => [key, values.length]));
    const still = Object.values(SEEN)
      .flat()
      .filter((key) => OPTIONS[key].taken === 'at_reload' && !DRAWN_OTHERWISE.includes(key))
      .filter((key) => (reloaded.get(key) ?? 0) < 2 && !(key in DRAWN_LIMITS));
    expect(still).toEqual([]);
  });
});
