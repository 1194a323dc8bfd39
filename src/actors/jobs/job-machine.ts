/** The machine of a video job, and what is read off its snapshots. */
import { MachineRunner, type MachineSnapshot } from '../../machines/run-machine.js';
import { submitBackOffMs } from '../../machines/submit-attempts.js';
import { videoJobMachine } from '../../machines/video-job.js';
import { firstContext, type VideoJobInput } from '../../machines/video-job-context.js';
import type { Route } from '../../providers/provider.js';
import { later, type SteadyMs } from '../../time/clock.js';
import type { Effect, JobInput, ProviderTicket, ReadTicket } from './effects.js';
import type { JobStatus, VideoJobState } from './video-job-messages.js';

/** A repeated submit takes its time to arrive, and the provider's clock is not ours. */
const REPEAT_MARGIN_MS = 60_000;

export type JobSnapshot = MachineSnapshot<typeof videoJobMachine>;

export const runner = new MachineRunner(videoJobMachine);

/** Of a job that is about to be submitted: `runner.initial` would be XState's own step, which is slow. */
export function firstSnapshot(input: VideoJobInput): JobSnapshot {
  return runner.at({ value: 'submitting', context: firstContext(input) });
}

export function statusOf(snapshot: JobSnapshot): JobStatus {
  for (const status of ['pending', 'in_progress', 'completed', 'failed'] as const) {
    if (snapshot.hasTag(status)) return status;
  }
  throw new Error(`state ${JSON.stringify(snapshot.value)} carries no status`);
}

/**
 * Until when a submit on a route can be repeated, in steady ms; null if there is no limit, or no repeating.
 *
 * @param now when the job takes the route, which is before its first submit
 */
export function repeatUntil({ lostAnswer }: Route, now: SteadyMs): SteadyMs | null {
  if (lostAnswer.kind !== 'idempotent' || lostAnswer.forMs === undefined) return null;
  return later(now, Math.max(0, lostAnswer.forMs - REPEAT_MARGIN_MS));
}

export function isTooLate({ repeatUntil }: VideoJobState, now: SteadyMs): boolean {
  return repeatUntil !== null && now >= repeatUntil;
}

export function ticketOf({ id: jobId, machine }: VideoJobState): ProviderTicket | undefined {
  const { route, handle } = machine.context;
  return handle === null ? undefined : { jobId, provider: route.provider, model: route.model, handle };
}

export function submitEffect(job: VideoJobState, input: JobInput | undefined): Effect {
  const { route, fallbacks, attempt, isBound } = job.machine.context;
  const { id: jobId, lengthMs, trace } = job;
  const { provider, model } = route;
  const delayMs = submitBackOffMs(attempt);
  const notAfter = isBound ? job.repeatUntil : null;
  const isWaiting = job.machine.value === 'waiting';
  return {
    type: 'submit',
    jobId,
    provider,
    model,
    lengthMs,
    input,
    delayMs,
    notAfter,
    fallbacks,
    isWaiting,
    trace,
  };
}

/** Undefined if there is nothing to read. */
export function readTicketOf(job: VideoJobState): ReadTicket | undefined {
  const { route, made } = job.machine.context;
  if (made === null) return undefined;
  const { id: jobId, account } = job;
  return { jobId, account, provider: route.provider, location: made.location, saidMs: made.saidMs };
}
