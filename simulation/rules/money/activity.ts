/** The activity on disk counts what the jobs and generations on disk say. */
import type { StoreReader } from '../../../src/store/store.js';
import type { Observation } from '../../history/observation.js';
import {
  type ActivityRecord,
  type GenerationRecord,
  type JobRecord,
  TableImage,
} from '../facts/disk-image.js';
import type { Invariant, Rule } from '../invariant.js';
import { isSettled } from '../jobs/job-claims.js';
import { Retention } from '../jobs/retention.js';

export const ACTIVITY: Rule = {
  name: 'activity',
  says: 'The activity of a key counts each of its settled jobs and texts once, by model and provider, with its output, tokens and cost; that of an account adds up its keys.',
  watch: (setup, report) => new Activity(report, new Retention(setup)),
};

type Sums = Required<ActivityRecord>;

class Activity implements Invariant {
  readonly #report: (message: string) => void;
  readonly #jobs = new TableImage<JobRecord>('jobs');
  readonly #generations = new TableImage<GenerationRecord>('generations');
  readonly #activity = new TableImage<ActivityRecord>('activity');
  readonly #ofAccounts = new TableImage<ActivityRecord>('account_activity');

  readonly #retention: Retention;
  #firstSubmitAt: number | undefined;
  #now = 0;

  /** @param retention of settled jobs; the activity outlives them */
  constructor(report: (message: string) => void, retention: Retention) {
    this.#report = report;
    this.#retention = retention;
  }

  observe(seen: Observation): void {
    this.#now = seen.at;
    this.#retention.observe(seen);
    if (seen.what === 'sent' && (seen.call.op === 'submit' || seen.call.op === 'chat'))
      this.#firstSubmitAt ??= seen.at;
  }

  disk(records: StoreReader): void {
    const ofJobs = new Map<string, Sums>();
    for (const job of this.#jobs.read(records).values()) {
      if (!isSettled(job)) continue;
      const isCompleted = job.status === 'completed';
      add(ofJobs, [job.key, job.model, job.provider].join(' '), {
        completed: isCompleted ? 1 : 0,
        failed: isCompleted ? 0 : 1,
        output_ms: (isCompleted && job.machine.context.output?.lengthMs) || 0,
        prompt_tokens: 0,
        completion_tokens: 0,
        cost: job.settled?.cost ?? 0,
      });
    }
    for (const { status, machine, key, model, cost } of this.#generations.read(records).values()) {
      if (status === 'open') continue;
      const { end, route } = machine.context;
      add(ofJobs, [key, model, route.provider].join(' '), {
        completed: status === 'completed' ? 1 : 0,
        failed: status === 'completed' ? 0 : 1,
        output_ms: 0,
        prompt_tokens: end?.promptTokens ?? 0,
        completion_tokens: end?.completionTokens ?? 0,
        cost: cost ?? 0,
      });
    }
    const shown = new Map<string, Sums>();
    const byRow = new Map<string, Sums>();
    for (const [row, sums] of this.#activity.read(records)) {
      add(byRow, row.slice(row.indexOf('/') + 1), sums);
      const [key = '', , model = '', provider = ''] = row.split('/');
      add(shown, [key, decodeURIComponent(model), decodeURIComponent(provider)].join(' '), sums);
    }
    const ofAccounts = new Map<string, Sums>();
    for (const [row, sums] of this.#ofAccounts.read(records))
      add(ofAccounts, row.slice(row.indexOf('/') + 1), sums);
    for (const row of new Set([...byRow.keys(), ...ofAccounts.keys()])) {
      const [keys, accounts] = [textOf(byRow.get(row) ?? NOTHING), textOf(ofAccounts.get(row) ?? NOTHING)];
      if (keys !== accounts)
        this.#report(
          `on disk, the activity of accounts in ${row} is ${accounts}, that of their keys ${keys}`,
        );
    }
    const areAllKept = !this.#retention.mayBeOver(this.#firstSubmitAt ?? this.#now, this.#now);
    for (const about of new Set([...ofJobs.keys(), ...shown.keys()])) {
      const is = shown.get(about) ?? NOTHING;
      const has = ofJobs.get(about) ?? NOTHING;
      const isRight = areAllKept ? textOf(is) === textOf(has) : holds(is, has);
      if (!isRight)
        this.#report(`on disk, the activity of ${about} is ${textOf(is)}; its jobs make it ${textOf(has)}`);
    }
  }
}

function add(all: Map<string, Sums>, about: string, one: ActivityRecord): void {
  const before = all.get(about);
  all.set(about, {
    completed: (before?.completed ?? 0) + one.completed,
    failed: (before?.failed ?? 0) + one.failed,
    output_ms: (before?.output_ms ?? 0) + one.output_ms,
    prompt_tokens: (before?.prompt_tokens ?? 0) + (one.prompt_tokens ?? 0),
    completion_tokens: (before?.completion_tokens ?? 0) + (one.completion_tokens ?? 0),
    cost: (before?.cost ?? 0) + one.cost,
  });
}

const NOTHING: Sums = {
  completed: 0,
  failed: 0,
  output_ms: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost: 0,
};

/** Whether `all` may be what `part` and jobs that were removed make together. */
function holds(all: Sums, part: Sums): boolean {
  return (
    all.completed >= part.completed &&
    all.failed >= part.failed &&
    all.output_ms >= part.output_ms &&
    all.prompt_tokens >= part.prompt_tokens &&
    all.completion_tokens >= part.completion_tokens &&
    all.cost >= part.cost
  );
}

function textOf(sums: Sums): string {
  const { completed, failed, output_ms, prompt_tokens, completion_tokens, cost } = sums;
  const tokens =
    prompt_tokens === 0 && completion_tokens === 0 ? '' : ` ${prompt_tokens} + ${completion_tokens} tokens,`;
  return `${completed} completed, ${failed} failed, ${output_ms} ms,${tokens} ${cost} micro-DA`;
}
