/** The configuration as single parts of a node are told it. */

import { MESSAGE_PATIENCE_MS } from '../../actors/partition.js';
import type { PipelineSettings } from '../../http/pipeline/settings.js';
import type { Limits } from '../../limits/limits.js';
import { kindOf } from '../../providers/adapters/adapters.js';
import type { CallLimits } from '../../providers/calls/slots/call-limits.js';
import type { NodeConfig } from '../config/config.js';
import { isReal } from '../config/config-providers.js';

/**
 * On top of twice the gate's limit and the patience of a message: a turn may wait to begin, for the commit
 * under way and then for its own, and only the gate may refuse it then, for what the gate refuses has not
 * happened.
 */
const OPERATION_MARGIN_MS = 5_000;
const MIB = 1_048_576;

export function pipelineSettings(config: NodeConfig): PipelineSettings {
  return {
    bodyMaxBytes: config.bodyMaxBytes,
    bodyTimeoutMs: config.bodyTimeoutMs,
    bodiesMaxBytes: config.bodiesMaxMib * MIB,
    operationTimeLimitMs: MESSAGE_PATIENCE_MS + 2 * config.gateTimeLimitMs + OPERATION_MARGIN_MS,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
  };
}

/** The addresses to which a payment service sends the person back, and its notices. */
export function orderAddresses({ publicUrl }: Pick<NodeConfig, 'publicUrl'>, orderId: string) {
  const base = publicUrl ?? '';
  return {
    returnUrl: `${base}/top-up/${orderId}`,
    noticeUrl: `${base}/payment-notices/${orderId}`,
  };
}

/** Whether results of a provider are kept; if nobody says so, those of services that forget them. */
export function keepsResults({ providers, results }: NodeConfig, provider: string): boolean {
  const entry = providers.find(({ name }) => name === provider);
  if (entry === undefined || !isReal(entry)) return false;
  const usual = kindOf(entry.kind).resultsExpire === true ? 'keep' : 'proxy';
  return (entry.results ?? results ?? usual) === 'keep';
}

/** The bounds of a provider, or of one that is not configured any more. */
export function callLimits(all: NodeConfig, provider: string, internal: Limits): Partial<CallLimits> {
  const config = { ...all, ...all.providers.find(({ name }) => name === provider)?.bounds };
  return {
    submitLimitMs: config.providerSubmitTimeoutMs,
    pollLimitMs: config.providerPollTimeoutMs,
    finalPollLimitMs: config.providerLastCallTimeoutMs,
    submitsWaitingMax: config.providerWaitingMax,
    submitsInFlightMax: config.providerCallsMax,
    pollsInFlightMax: config.providerPollsMax,
    pollsPerSecondMax: config.providerCallsPerSecondMax,
    breaker: {
      failuresInARow: config.providerBreakerFailures,
      coolDownFirstMs: config.providerBreakerCoolDownMs,
      coolDownMaxMs: config.providerBreakerCoolDownMaxMs,
    },
    internal,
  };
}
