/**
 * The tickets that a caller hands in to have a provider called, and the records in which it waits for its
 * turn.
 */
import type { SteadyMs } from '../../time/clock.js';
import { NOT_HELD, type Scheduled } from '../../time/deadline-heap.js';
import type { ProviderJob, RouteName } from '../provider.js';

export interface SubmitTicket {
  readonly provider: string;
  /** The submit waits at least until then; it begins at once if this is absent. */
  readonly notBefore?: SteadyMs;
  /** Of a repeated one: when the provider may take it for another job. It does not begin any more then. */
  readonly notAfter?: SteadyMs | null;
  /** The routes on which the job can go on if this one does not take it; none if absent. */
  readonly fallbacks?: readonly RouteName[];
  /** True if its job stands on disk as one that waits, so that the submit begins as a `WaitReport` says. */
  readonly isWaiting?: boolean;
}

export interface JobTicket extends ProviderJob {
  readonly provider: string;
}

export interface CancelTicket extends Omit<JobTicket, 'handle'> {
  /** Null if no submit was answered: the provider may tell it by the job's id. */
  readonly handle: string | null;
}

export interface PollTicket extends JobTicket {
  readonly nextPollAt: SteadyMs;
  /** How the job is known to stand: only what goes beyond it is news. `pending` if absent. */
  readonly status?: 'pending' | 'in_progress';
}

/** A job that was polled already, before a restart. */
export interface TakeUpTicket extends JobTicket {
  /** When it was to be polled for the first time. */
  readonly firstPollAt: SteadyMs;
  readonly status: 'pending' | 'in_progress';
}

/** The polls of a job, as they are going. */
export interface PollsOfJob {
  readonly nextInMs: number;
  readonly failures: number;
  /** '' if the last was answered. */
  readonly trouble: string;
}

/** Polls jobs. */
export interface JobPoller {
  unwatch(job: PolledJob): void;
}

/** A job that is looked for at its provider. */
export class SoughtJob implements Scheduled {
  slot = NOT_HELD;
  order = 0;
  dueAt = 0;
  looks = 0;
  /** How often in a row the provider had no such job. */
  absences = 0;
  readonly jobId: string;

  constructor(jobId: string) {
    this.jobId = jobId;
  }
}

/** A final poll or a cancel that waits for its turn. Due when it is given up. */
export class PromptCall implements Scheduled {
  slot = NOT_HELD;
  order = 0;
  readonly dueAt: number;
  readonly job: ProviderJob;

  constructor(job: ProviderJob, giveUpAt: SteadyMs) {
    this.job = job;
    this.dueAt = giveUpAt;
  }
}

/**
 * A job that is polled. There may be hundreds of thousands: numbers and three strings, nothing per job
 * beside.
 */
export class PolledJob implements Scheduled {
  slot = NOT_HELD;
  order = 0;
  dueAt: number;
  /** Polls answered, and polls failed in a row. */
  quietPolls: number;
  failures = 0;
  /** How the last poll failed; '' if it was answered. */
  trouble = '';
  /** 0 to 100; -1 if the provider has not said. */
  progress = -1;
  /** False once nobody wants to know any more: a poll under way then ends in silence. */
  isWanted = true;
  status: 'pending' | 'in_progress';
  readonly watcher: JobPoller;
  readonly jobId: string;
  readonly handle: string;

  constructor(watcher: JobPoller, ticket: PollTicket, quietPolls: number) {
    this.watcher = watcher;
    this.jobId = ticket.jobId;
    this.handle = ticket.handle;
    this.dueAt = ticket.nextPollAt;
    this.quietPolls = quietPolls;
    this.status = ticket.status ?? 'pending';
  }
}
