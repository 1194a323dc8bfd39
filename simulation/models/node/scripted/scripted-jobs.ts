/** A job at a scripted provider, and how it stands there. */
import type { ProviderState } from '../../../../src/providers/provider.js';
import type { ProviderKind } from '../../../history/provider-kinds.js';
import type { ProviderScript } from '../../../history/provider-script.js';
import { completed, hint, locationOf } from './scripted-answers.js';

/** A provider's own record of a job. */
export interface ScriptedJob {
  readonly script: ProviderScript;
  readonly lengthMs: number;
  /** Ms of true time. */
  readonly acceptedAt: number;
  polls: number;
  reads: number;
  isCancelled: boolean;
  /** The length of output that it stands by, in ms, if it is not the script's. */
  outputMs: number | undefined;
}

interface Asked {
  readonly kind: ProviderKind;
  readonly handle: string;
  /** True time. */
  readonly nowMs: number;
  /** How old the answer is. */
  readonly behindMs: number;
}

export function stateOf(job: ScriptedJob, { kind, handle, nowMs, behindMs }: Asked): ProviderState {
  const { script, acceptedAt, outputMs, isCancelled } = job;
  const asks = hint(script.askAgainAfterMs);
  const sinceMs = nowMs - acceptedAt - behindMs;
  if (outputMs !== undefined && behindMs === 0) return madeBy(kind, handle, job);
  if (isCancelled) return { state: 'failed', slug: 'provider_error', message: 'It was given up.' };
  if (sinceMs < script.pendingMs) return { state: 'pending', ...asks };
  const runsMs = sinceMs - script.pendingMs;
  if (script.end.how === 'never' || runsMs < script.runningMs) {
    const progress = Math.min(99, Math.floor((100 * runsMs) / Math.max(1, script.runningMs)));
    return { state: 'in_progress', progress, ...asks };
  }
  if (script.end.how === 'completed') return madeBy(kind, handle, job);
  return { state: 'failed', slug: script.end.slug, message: 'It did not work out.' };
}

export function outputOf({ outputMs, script }: ScriptedJob): number {
  return outputMs ?? (script.end.how === 'completed' ? script.end.outputMs : 0);
}

function madeBy({ results }: ProviderKind, handle: string, job: ScriptedJob): ProviderState {
  if (results === 'told') return completed(handle, outputOf(job));
  const { saidMs } = job.script;
  return { state: 'made', location: locationOf(handle), ...(saidMs === undefined ? {} : { saidMs }) };
}
