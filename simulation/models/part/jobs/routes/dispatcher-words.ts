/** Messages to jobs, their answers, and tickets, in words by which a dispatcher and its twin are compared. */
import type { VideoJobMessage, VideoJobReply } from '../../../../../src/actors/jobs/video-job-messages.js';
import type { UnfinishedRecord } from '../../../../../src/actors/jobs/video-job-records.js';
import type { ProviderReport } from '../../../../../src/providers/provider-report.js';
import type { SteadyMs } from '../../../../../src/time/clock.js';
import type { LeftJob, ReportKind, TakenReport } from './dispatcher-acts.js';

export function aboutOf(message: VideoJobMessage): string {
  if (message.type !== 'report') return message.type;
  const { report } = message;
  return report.about === 'submit' ? report.outcome : report.about === 'poll' ? 'polled' : report.about;
}

export function reportOf(kind: ReportKind): ProviderReport {
  switch (kind) {
    case 'accepted':
      return { about: 'submit', outcome: kind, handle: 'handle', state: { state: 'pending' } };
    case 'unknown':
      return { about: 'submit', outcome: kind, message: 'No answer.' };
    case 'rejected':
      return { about: 'submit', outcome: kind, slug: 'invalid_input', message: 'No.' };
    case 'polled':
      return { about: 'poll', state: { state: 'in_progress' } };
  }
}

export function replyOf(id: string, { isSettled, handle }: TakenReport): VideoJobReply {
  const route = { provider: 'a', model: 'film' };
  const job = { id, settled: isSettled ? {} : null, machine: { context: { route, handle } } };
  return { outcome: 'job', job } as unknown as VideoJobReply;
}

export function shown(fields: object): string {
  return JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A job of the run before, as the disk has it. */
export function recordOf({ handle, isCalled, hasBegun }: LeftJob, nextPollAt: number): string {
  const record: Partial<UnfinishedRecord> = {
    ...{ v: 1, provider: 'a', model: 'film', handle, resume: isCalled, next_poll: nextPollAt as SteadyMs },
    ...(hasBegun && { begun: true }),
  };
  return JSON.stringify(record);
}
