/** The bounds of a configuration as single parts of a node are told them, by docs/configuration.md. */
import { isDeepStrictEqual } from 'node:util';
import { USUAL_LIMITS } from '../../../src/limits/limits.js';
import { callLimits, pipelineSettings } from '../../../src/node/assembly/part-settings.js';
import { metricsReaders, type NodeConfig } from '../../../src/node/config/config.js';

const BYTES_IN_MIB = 1_048_576;
/** Besides twice the time of a commit: of a message, and of the operation itself. */
const FURTHER_MS = 5_000 + 5_000;
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** @returns the parts that are told something else */
export function wrongParts(config: NodeConfig): readonly string[] {
  const wrong: string[] = [];
  const same = (part: string, found: unknown, due: unknown) => {
    if (!isDeepStrictEqual(found, due))
      wrong.push(`${part}: ${JSON.stringify(found)}, not ${JSON.stringify(due)}`);
  };
  same('requests', pipelineSettings(config), {
    bodyMaxBytes: config.bodyMaxBytes,
    bodyTimeoutMs: config.bodyTimeoutMs,
    bodiesMaxBytes: config.bodiesMaxMib * BYTES_IN_MIB,
    operationTimeLimitMs: 2 * config.gateTimeLimitMs + FURTHER_MS,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
  });
  same(
    'readers of metrics',
    new Set(metricsReaders(config)),
    new Set([...LOOPBACK, ...config.metricsNetworks]),
  );
  for (const [provider, bounds] of [
    ...config.providers.map(({ name, bounds }) => [name, { ...config, ...bounds }] as const),
    ['gone', config] as const,
  ]) {
    const { internal: _, ...limits } = callLimits(config, provider, USUAL_LIMITS);
    same(`calls to ${provider}`, limits, {
      submitLimitMs: bounds.providerSubmitTimeoutMs,
      pollLimitMs: bounds.providerPollTimeoutMs,
      finalPollLimitMs: bounds.providerLastCallTimeoutMs,
      submitsWaitingMax: bounds.providerWaitingMax,
      submitsInFlightMax: bounds.providerCallsMax,
      pollsInFlightMax: bounds.providerPollsMax,
      pollsPerSecondMax: bounds.providerCallsPerSecondMax,
      breaker: {
        failuresInARow: bounds.providerBreakerFailures,
        coolDownFirstMs: bounds.providerBreakerCoolDownMs,
        coolDownMaxMs: bounds.providerBreakerCoolDownMaxMs,
      },
    });
  }
  return wrong;
}
