/**
 * The documentation of each option: its default, the least and the most that it may be, and whether a running
 * node takes a changed value (docs/configuration.md, and docs/tollgate.yaml for the bounds).
 */
import type { OptionKey } from '../../../src/node/config/options/options.js';

interface OptionFact {
  readonly taken: 'at_start' | 'at_reload';
  readonly usual: unknown;
  /** Of a number. */
  readonly bounds?: readonly [min: number, max: number];
}

const atStart = fact('at_start');
const atReload = fact('at_reload');

export const OPTION_FACTS: Readonly<Record<OptionKey, OptionFact>> = {
  data: atStart('data'),
  config: atStart(undefined),
  logLevel: atReload('info'),
  otlpEndpoint: atStart(undefined),
  otlpSamplingRatio: atStart(0.1),
  logRequests: atStart(0),
  drainTimeLimitMs: atReload(10_000, 0, 600_000),
  port: atStart(8_080, 0, 65_535),
  host: atStart('127.0.0.1'),
  tlsCert: atReload(undefined),
  tlsKey: atReload(undefined),
  tlsPassphraseFile: atReload(undefined),
  unixSocket: atStart(undefined),
  unixSocketMode: atStart('0660'),
  unixSocketOwner: atStart(undefined),
  managementPort: atStart(undefined, 0, 65_535),
  managementHost: atStart('127.0.0.1'),
  managementTls: atStart(false),
  dashboard: atStart('management'),
  publicUrl: atReload(undefined),
  trustedProxies: atReload([]),
  metricsNetworks: atReload([]),
  corsOrigins: atReload([]),
  bodyMaxBytes: atReload(1_048_576, 1_024, 104_857_600),
  bodyTimeoutMs: atReload(10_000, 10, 600_000),
  bodiesMaxMib: atReload(256, 1, 65_536),
  defaultRpm: atReload(60, 1, 1_000_000),
  managementRpm: atReload(6_000, 1, 1_000_000),
  keysPerAccountMax: atReload(100, 1, 1_000_000),
  addressRpm: atReload(60, 1, 1_000_000),
  addressWindowsMax: atReload(100_000, 1, 10_000_000),
  openJobsMax: atReload(1_000, 1, 1_000_000),
  retentionDays: atReload(90, 1, 36_500),
  idempotencyHours: atReload(24, 1, 8_760),
  jobDeadlineMinutes: atReload(30, 1, 10_080),
  resultDeadlineMinutes: atReload(120, 1, 10_080),
  generations: atStart(false),
  openGenerationsMax: atReload(100, 1, 1_000_000),
  firstTokenMaxMs: atReload(60_000, 100, 3_600_000),
  wholeTextMaxMs: atReload(600_000, 100, 3_600_000),
  tokenPauseMaxMs: atReload(30_000, 100, 3_600_000),
  abandonedStreamMaxMs: atReload(10_000, 0, 600_000),
  providerCallsMax: atReload(256, 1, 100_000),
  providerWaitingMax: atReload(100_000, 1, 10_000_000),
  providerPollsMax: atReload(2_048, 1, 100_000),
  providerCallsPerSecondMax: atReload(20_000, 1, 1_000_000),
  providerSubmitTimeoutMs: atReload(30_000, 100, 600_000),
  providerPollTimeoutMs: atReload(10_000, 100, 600_000),
  providerLastCallTimeoutMs: atReload(5_000, 100, 600_000),
  providerBreakerFailures: atReload(8, 1, 10_000),
  providerBreakerCoolDownMs: atReload(1_000, 10, 600_000),
  providerBreakerCoolDownMaxMs: atReload(30_000, 10, 3_600_000),
  results: atReload(undefined),
  resultsDir: atStart(undefined),
  resultsMaxGib: atReload(50, 1, 1_048_576),
  resultsDaysMin: atReload(7, 0, 36_500),
  resultMaxMib: atReload(2_048, 1, 1_048_576),
  topUpMin: atReload(100, 1, 1_000_000_000),
  topUpMax: atReload(1_000_000, 1, 1_000_000_000),
  signUp: atReload('closed'),
  verify: atReload('operator'),
  signUpsPerDayMax: atReload(200, 1, 1_000_000),
  smtpUrl: atStart(undefined),
  smtpPasswordFile: atStart(undefined),
  mailFrom: atStart(undefined),
  gateTimeLimitMs: atStart(5_000, 100, 600_000),
  mailboxMax: atStart(10_000, 10_000, 10_000_000),
  queueDelayMaxMs: atStart(500, 50, 60_000),
  connectionsMax: atStart(100_000, 1, 10_000_000),
  memoryMaxMib: atStart(0, 0, 16_777_216),
  diskReserveMib: atStart(64, 0, 16_777_216),
  residentActorsMax: atStart(100_000, 100, 100_000_000),
  residentKeysMax: atStart(1_000_000, 1, 10_000_000),
  passivateAfterMs: atStart(120_000, 1_000, 86_400_000),
  lmdbMapMib: atStart(65_536, 16, 16_777_216),
};

function fact(taken: OptionFact['taken']) {
  return (usual: unknown, min?: number, max?: number): OptionFact =>
    min === undefined || max === undefined ? { taken, usual } : { taken, usual, bounds: [min, max] };
}
