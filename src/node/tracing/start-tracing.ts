import type { NodeConfig } from '../config/config.js';
import type { Log } from '../logging/log.js';
import type { Tracing } from './tracing.js';

/** Undefined if none is wanted. */
export async function startTracing(config: NodeConfig, log: Log): Promise<Tracing | undefined> {
  if (config.otlpEndpoint === undefined) return undefined;
  const { OtlpTracing } = await import('./otlp-tracing.js');
  return new OtlpTracing(config.otlpEndpoint, config.otlpSamplingRatio, log);
}
