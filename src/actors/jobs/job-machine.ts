/** The machine of a video job, and what is read off its snapshots. */
import { MachineRunner, type MachineSnapshot } from '../../machines/run-machine.js';
import { submitBackOffMs, videoJobMachine } from '../../machines/video-job.js';
import type { Effect, JobInput, ProviderTicket } from './effects.js';
import type { JobStatus, VideoJobState } from './video-job-messages.js';

export type JobSnapshot = MachineSnapshot<typeof videoJobMachine>;

export const runner = new MachineRunner(videoJobMachine);

/** The first snapshot of every job, by whether its provider takes the job's id as an idempotency key. */
export const FIRST_SNAPSHOTS = {
  idempotent: runner.initial({ idempotentSubmit: true }).snapshot,
  other: runner.initial({ idempotentSubmit: false }).snapshot,
};

export function statusOf(snapshot: JobSnapshot): JobStatus {
  for (const status of ['pending', 'in_progress', 'completed', 'failed'] as const) {
    if (snapshot.hasTag(status)) return status;
  }
  throw new Error(`state ${JSON.stringify(snapshot.value)} carries no status`);
}

export function ticketOf(job: VideoJobState): ProviderTicket | undefined {
  const { handle } = job.machine.context;
  return handle === null ? undefined : { jobId: job.id, provider: job.provider, model: job.model, handle };
}

export function submitEffect(job: VideoJobState, input: JobInput | undefined): Effect {
  const { attempt } = job.machine.context;
  const { id: jobId, provider, model, lengthMs, trace } = job;
  const delayMs = submitBackOffMs(attempt);
  return { type: 'submit', jobId, provider, model, lengthMs, input, delayMs, trace };
}
