/** The activity on disk counts what the jobs on disk say. */
import type { StoreReader } from '../../store/store.js';
import { type ActivityRecord, type JobRecord, TableImage } from './disk-image.js';
import type { Invariant, Rule } from './invariant.js';
import { isSettled } from './job-claims.js';

export const ACTIVITY: Rule = {
  name: 'activity',
  says: 'The activity of a key counts each of its settled jobs once, by model and provider, with its output and cost.',
  watch: (_, report) => new Activity(report),
};

type Sums = ActivityRecord;

class Activity implements Invariant {
  readonly #report: (message: string) => void;
  readonly #jobs = new TableImage<JobRecord>('jobs');
  readonly #activity = new TableImage<ActivityRecord>('activity');

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  observe(): void {}

  disk(records: StoreReader): void {
    const ofJobs = new Map<string, Sums>();
    for (const job of this.#jobs.read(records).values()) {
      if (!isSettled(job)) continue;
      const isCompleted = job.status === 'completed';
      add(ofJobs, [job.key, job.model, job.provider].join(' '), {
        completed: isCompleted ? 1 : 0,
        failed: isCompleted ? 0 : 1,
        output_ms: (isCompleted && job.machine.context.output?.lengthMs) || 0,
        cost: job.settled?.cost ?? 0,
      });
    }
    const shown = new Map<string, Sums>();
    for (const [row, sums] of this.#activity.read(records)) {
      const [key = '', , model = '', provider = ''] = row.split('/');
      add(shown, [key, decodeURIComponent(model), decodeURIComponent(provider)].join(' '), sums);
    }
    for (const about of new Set([...ofJobs.keys(), ...shown.keys()])) {
      const [is, has] = [textOf(shown.get(about)), textOf(ofJobs.get(about))];
      if (is !== has) this.#report(`on disk, the activity of ${about} is ${is}; its jobs make it ${has}`);
    }
  }
}

function add(all: Map<string, Sums>, about: string, one: Sums): void {
  const before = all.get(about);
  all.set(about, {
    completed: (before?.completed ?? 0) + one.completed,
    failed: (before?.failed ?? 0) + one.failed,
    output_ms: (before?.output_ms ?? 0) + one.output_ms,
    cost: (before?.cost ?? 0) + one.cost,
  });
}

function textOf(sums: Sums | undefined): string {
  if (sums === undefined) return 'nothing';
  const { completed, failed, output_ms, cost } = sums;
  return `${completed} completed, ${failed} failed, ${output_ms} ms, ${cost} micro-DA`;
}
