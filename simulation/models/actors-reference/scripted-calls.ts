/**
 * Providers that answer each job by its script, and check what they are asked.
 *
 * Rules
 *  - `intent`: a submit is called only of a job whose effect `submit` is on disk.
 *  - `once`: a provider that makes a job of every submit is not asked twice, unless it said each time that it
 *    took nothing; and no provider is, while another may have the job.
 *  - `asks`: a poll is of a job that was accepted, by its handle.
 */
import type { LostAnswer, Provider, ProviderJob, ProviderSubmit } from '../../../src/providers/provider.js';
import type { Occasion } from '../../history/process-faults.js';
import type { RunRecord } from '../../world/run-record.js';
import type { VirtualWorld } from '../../world/virtual-world.js';
import { handleOf, type ProviderScript, type ScriptedAnswer } from './actors-history.js';
import type { NaiveJob } from './naive-books.js';

const POLL_LIMIT_MS = 10_000;

const IDEMPOTENT = 'idempotent';
const FORGETFUL = 'forgetful';

/** The provider whose lost answers mean that; none answers for one that can be asked. */
export const PROVIDERS: Readonly<Record<LostAnswer['kind'], string>> = {
  idempotent: IDEMPOTENT,
  findable: 'findable',
  unknown: FORGETFUL,
};

interface Asked {
  readonly script: ProviderScript;
  submits: number;
  polls: number;
  /** Submits that may have been taken, as far as the node can know. */
  mayBeTaken: number;
  /** The provider that the last submit went to. */
  provider: string | undefined;
}

export interface CallsHost {
  readonly world: VirtualWorld;
  readonly record: RunRecord;
  committedJob(id: string): NaiveJob | undefined;
  occasion(on: Occasion, deliver: () => void): void;
}

export class ScriptedCalls {
  readonly #host: CallsHost;
  readonly #asked = new Map<string, Asked>();

  constructor(host: CallsHost) {
    this.#host = host;
  }

  learn(job: string, script: ProviderScript): void {
    this.#asked.set(job, { script, submits: 0, polls: 0, mayBeTaken: 0, provider: undefined });
  }

  submits(job: string): number {
    return this.#asked.get(job)?.submits ?? 0;
  }

  /** How often each job was asked for; undefined if its provider may not answer such a question in time. */
  polls(jobs: Iterable<string>): Map<string, number> | undefined {
    const polls = new Map<string, number>();
    for (const job of jobs) {
      const asked = this.#asked.get(job);
      if (asked === undefined || !asked.script.polls.every(isPrompt)) return undefined;
      polls.set(job, asked.polls);
    }
    return polls;
  }

  /** The providers as one process reaches them; what comes back after its end reaches nobody. */
  providers(isAlive: () => boolean): Provider[] {
    return [IDEMPOTENT, FORGETFUL].map((name) => ({
      name,
      models: [],
      lostAnswer: { kind: name === IDEMPOTENT ? 'idempotent' : 'unknown' },
      submit: (request) => this.#submit(name, request, isAlive) as ReturnType<Provider['submit']>,
      poll: (job) => this.#poll(job) as ReturnType<Provider['poll']>,
      content: async () => undefined,
    }));
  }

  #submit(name: string, { jobId }: ProviderSubmit, isAlive: () => boolean): Promise<unknown> {
    const { record } = this.#host;
    const job = this.#host.committedJob(jobId);
    if (job?.life.stage !== 'sending')
      record.broke('intent', `${jobId} is submitted, and stands as ${job?.life.stage}`);
    const asked = this.#asked.get(jobId);
    if (asked === undefined) return Promise.reject(new Error('unknown job'));
    if (name === FORGETFUL && asked.mayBeTaken > 0)
      record.broke('once', `${jobId} is submitted again to a provider that may have it`);
    if (asked.provider !== undefined && asked.provider !== name && asked.mayBeTaken > 0)
      record.broke('once', `${jobId} is submitted to ${name}, and ${asked.provider} may have it`);
    asked.provider = name;
    asked.mayBeTaken += 1;
    record.count('submits');
    const answer = nth(asked.script.submits, asked.submits++);
    record.trace('provider_called', { job: jobId, kind: 'submit', says: answer.says });
    return this.#answered(answer, () => {
      if (answer.says === 'not_now' && isAlive()) asked.mayBeTaken -= 1;
      return submitAnswer(jobId, answer.says, asked.script.outputMs);
    });
  }

  #poll({ jobId, handle }: ProviderJob): Promise<unknown> {
    const { record } = this.#host;
    if (this.#host.committedJob(jobId)?.life.handle !== handle)
      record.broke('asks', `${jobId} is asked for by ${handle}`);
    const asked = this.#asked.get(jobId);
    if (asked === undefined) return Promise.reject(new Error('unknown job'));
    record.count('polls');
    const answer = nth(asked.script.polls, asked.polls++);
    record.trace('provider_called', { job: jobId, kind: 'poll', says: answer.says });
    return this.#answered(answer, () => stateOf(jobId, answer.says, asked.script.outputMs));
  }

  #answered({ says, afterMs }: ScriptedAnswer, answer: () => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#host.occasion('provider_call', () => {
        if (says === 'never') return;
        this.#host.world.after(afterMs, () => {
          if (says === 'error') reject(new Error('connection lost'));
          else resolve(answer());
        });
      });
    });
  }
}

function isPrompt({ says, afterMs }: ScriptedAnswer): boolean {
  return (says === 'pending' || says === 'started') && afterMs < POLL_LIMIT_MS;
}

/** The last one answers all further. */
function nth(answers: readonly ScriptedAnswer[], index: number): ScriptedAnswer {
  return answers[Math.min(index, answers.length - 1)] ?? { says: 'never', afterMs: 0 };
}

function submitAnswer(job: string, says: ScriptedAnswer['says'], outputMs: number): unknown {
  if (says === 'not_now') return { outcome: 'not_now', message: 'busy' };
  if (says === 'rejected') return { outcome: 'rejected', slug: 'invalid_input', message: 'no' };
  if (says === 'garbage') return { outcome: 'accepted', handle: 7 };
  return { outcome: 'accepted', handle: handleOf(job), state: stateOf(job, says, outputMs) };
}

function stateOf(job: string, says: ScriptedAnswer['says'], outputMs: number): unknown {
  switch (says) {
    case 'started':
      return { state: 'in_progress', progress: 50 };
    case 'done':
      return { state: 'completed', outputMs, location: `made/${job}` };
    case 'failed':
    case 'rejected':
      return { state: 'failed', slug: 'content_rejected', message: 'no' };
    case 'garbage':
      return { state: 'completed', outputMs: -1 };
    default:
      return { state: 'pending' };
  }
}
