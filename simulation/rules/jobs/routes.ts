/** The routes that a job takes, and how often it is taken. */
import type { StoreReader } from '../../../src/store/store.js';
import { routesOf } from '../../history/model-routes.js';
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation, ProviderCalled } from '../../history/observation.js';
import { canMake } from '../../history/provider-kinds.js';
import { type JobRecord, TableImage } from '../facts/disk-image.js';
import type { Requests } from '../facts/requests.js';
import type { Invariant, Rule } from '../invariant.js';
import { modelAt } from './catalogue.js';
import { isSettled } from './job-claims.js';
import { ProviderRecord, type SubmitSeen } from './provider-record.js';

/** A submit that is answered later than this has no known outcome. */
const SUBMIT_LIMIT_MS = 30_000;

export const ROUTES: Rule = {
  name: 'routes',
  says: 'A job is begun once, whatever becomes of answers. It takes the next of the routes that it has not tried, in order of preference, only if every attempt before ended in not_now, and each is on disk before its call; the record of a job names the route taken.',
  watch: (setup, report, requests) => new Routes(setup, report, requests),
};

class Routes implements Invariant {
  readonly #report: (message: string) => void;
  readonly #requests: Requests;
  /** By the gateway's model: its providers in order of preference. */
  readonly #providers: ReadonlyMap<string, readonly string[]>;
  readonly #record = new ProviderRecord();
  readonly #jobs = new TableImage<JobRecord>('jobs');
  /** By job, the provider that began it. */
  readonly #begun = new Map<string, string>();

  constructor({ models }: NodeSetup, report: (message: string) => void, requests: Requests) {
    this.#providers = new Map(
      models.map((model) => [model.id, routesOf(model).map(({ provider }) => provider)]),
    );
    this.#report = report;
    this.#requests = requests;
  }

  observe(seen: Observation): void {
    if (seen.what === 'provider_began') {
      const { jobId, provider } = seen;
      const before = this.#begun.get(jobId);
      if (before !== undefined) this.#report(`${jobId} was begun by ${before}, and again by ${provider}`);
      this.#begun.set(jobId, provider);
    }
    if (seen.what === 'provider_called' && seen.kind === 'submit') this.#submitted(seen);
    this.#record.observe(seen, this.#requests.seq);
  }

  disk(records: StoreReader): void {
    const onDisk = this.#jobs.read(records);
    for (const { jobId, submits, takenBy } of this.#record.jobs) {
      const job = onDisk.get(jobId);
      const providers = job && this.#providers.get(job.model);
      if (job === undefined || providers === undefined) continue;
      const called = submits.at(-1)?.called.provider ?? job.provider;
      if (called !== job.provider && submits.some((one) => one.called.provider === job.provider)) {
        this.#report(`${jobId} was submitted to ${called}, and on disk it is at ${job.provider}`);
      }
      if (isSettled(job) && takenBy !== undefined && takenBy !== job.provider) {
        this.#report(`${jobId} was taken by ${takenBy}, and on disk it is ${job.status} at ${job.provider}`);
      }
    }
  }

  #submitted({ jobId, provider, model, lengthMs = 0 }: ProviderCalled): void {
    const providers = this.#providers.get(modelAt(model));
    if (providers === undefined) return;
    if (!providers.includes(provider))
      this.#report(`${jobId} was submitted to ${provider}, which is no route of ${model}`);
    if (!canMake(provider, lengthMs)) {
      this.#report(`${jobId} was submitted to ${provider}, which cannot make ${lengthMs} ms`);
    }
    const before = this.#record.job(jobId)?.submits ?? [];
    const from = before.at(-1)?.called.provider ?? provider;
    if (from === provider) return;
    const tried = before.map(({ called }) => called.provider);
    const next = providers.find((one) => canMake(one, lengthMs) && !tried.includes(one));
    if (next !== provider) this.#report(`${jobId} went on from ${from} to ${provider}, and not to ${next}`);
    const unclear = before.find((submit) => !isSurelyNotTaken(submit));
    if (unclear !== undefined) {
      const { called, end = 'without an answer' } = unclear;
      this.#report(`${jobId} went on to ${provider} after a submit to ${called.provider} that ended ${end}`);
    }
  }
}

function isSurelyNotTaken({ end, endAt, called }: SubmitSeen): boolean {
  return end === 'not_now' && endAt - called.at <= SUBMIT_LIMIT_MS;
}
