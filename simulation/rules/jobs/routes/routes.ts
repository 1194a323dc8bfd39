/** The routes that a job takes, and how often it is taken. */
import type { StoreReader } from '../../../../src/store/store.js';
import { type ModelRoute, routesOf } from '../../../history/model-routes.js';
import type { NodeSetup } from '../../../history/node-history.js';
import type { Observation, ProviderCalled } from '../../../history/observation.js';
import { canMake, providerKind, SERVICE_NAMES } from '../../../history/provider-kinds.js';
import { type JobRecord, TableImage } from '../../facts/disk-image.js';
import { OptionBounds } from '../../facts/options.js';
import type { Requests } from '../../facts/requests.js';
import { SteadyDoubt } from '../../facts/steady-doubt.js';
import type { Invariant, Rule } from '../../invariant.js';
import { NamedProviders } from '../../providers/named-providers.js';
import { modelAt } from '../catalogue.js';
import { isSettled } from '../job-claims.js';
import { ProviderRecord, type SubmitSeen } from '../provider-record.js';
import { RouteTroubles } from './route-troubles.js';

type Begun = Extract<Observation, { readonly what: 'provider_began' }>;

const SERVICES: ReadonlySet<string> = new Set(SERVICE_NAMES);
/** From the submit of a job to that at its provider, if nothing is waited for. */
const AT_ONCE_MS = 100;

export const ROUTES: Rule = {
  name: 'routes',
  says: 'A job is begun once, whatever becomes of answers. It takes the next of the routes that it has not tried, in order of preference, only if every attempt before ended in not_now, passes over none that answered every call, and each is on disk before its call; the record of a job names the route taken.',
  watch: (setup, report, requests) => new Routes(setup, report, requests),
};

class Routes implements Invariant {
  readonly #report: (message: string) => void;
  readonly #requests: Requests;
  /** By the gateway's model, in order of preference. */
  readonly #routes: ReadonlyMap<string, readonly ModelRoute[]>;
  readonly #troubles = new RouteTroubles();
  readonly #record = new ProviderRecord();
  readonly #options: OptionBounds;
  readonly #named = new NamedProviders();
  readonly #jobs = new TableImage<JobRecord>('jobs');
  readonly #doubt = new SteadyDoubt();
  /** By job, its first beginning. */
  readonly #begun = new Map<string, Begun>();
  /** Jobs that were first submitted while nothing was asked of their other routes. */
  readonly #begunApart = new Set<string>();
  /** By job, when the first process ended that had it. */
  readonly #outlivedAt = new Map<string, number>();
  #now = 0;

  constructor(setup: NodeSetup, report: (message: string) => void, requests: Requests) {
    this.#options = new OptionBounds(setup);
    this.#routes = new Map(setup.models.map((model) => [model.id, routesOf(model)]));
    this.#report = report;
    this.#requests = requests;
  }

  observe(seen: Observation): void {
    this.#now = seen.at;
    this.#options.observe(seen);
    this.#doubt.observe(seen);
    if (seen.what === 'provider_began') this.#checkBegun(seen);
    this.#named.observe(seen, this.#requests.seq);
    if (seen.what === 'provider_called' && seen.kind === 'submit') this.#submitted(seen);
    this.#troubles.observe(seen);
    this.#record.observe(seen, this.#requests.seq);
  }

  disk(records: StoreReader): void {
    const onDisk = this.#jobs.read(records);
    for (const jobId of onDisk.keys())
      if (!this.#outlivedAt.has(jobId)) this.#outlivedAt.set(jobId, this.#now);
    for (const { jobId, submits, takenBy } of this.#record.jobs) {
      const job = onDisk.get(jobId);
      if (job === undefined || !this.#routes.has(job.model)) continue;
      const called = submits.at(-1)?.called.provider ?? job.provider;
      if (called !== job.provider && submits.some((one) => one.called.provider === job.provider)) {
        this.#report(`${jobId} was submitted to ${called}, and on disk it is at ${job.provider}`);
      }
      if (isSettled(job) && takenBy !== undefined && takenBy !== job.provider) {
        this.#report(`${jobId} was taken by ${takenBy}, and on disk it is ${job.status} at ${job.provider}`);
      }
    }
  }

  end(): void {
    for (const { jobId, provider, goneSince } of this.#named.late) {
      const submit = this.#requests.job(jobId)?.submit;
      if (submit === undefined || submit.answer?.headers['idempotent-replayed'] !== undefined) continue;
      if (submit.seq > goneSince)
        this.#report(
          `${jobId} was submitted to ${provider}, which the configuration did not name when it came`,
        );
    }
  }

  #checkBegun(seen: Begun): void {
    const { jobId, provider, at } = seen;
    const first = this.#begun.get(jobId);
    if (first === undefined) {
      this.#begun.set(jobId, seen);
      return;
    }
    const keptMs = providerKind(provider)?.idempotentForMs ?? Number.POSITIVE_INFINITY;
    const sinceMs = at - first.at;
    const isForgotten = first.provider === provider && sinceMs > keptMs;
    // By the node's time, the provider may still know the job.
    if (isForgotten && sinceMs - this.#doubt.slackSince(first.at) <= keptMs) return;
    this.#report(`${jobId} was begun by ${first.provider}, and again by ${provider}`);
  }

  #submitted({ jobId, provider, model, lengthMs = 0, fields }: ProviderCalled): void {
    const routes = this.#routes.get(modelAt(model));
    if (routes === undefined) return;
    if (!routes.some((one) => one.provider === provider))
      this.#report(`${jobId} was submitted to ${provider}, which is no route of ${model}`);
    if (!canMake(provider, lengthMs)) {
      this.#report(`${jobId} was submitted to ${provider}, which cannot make ${lengthMs} ms`);
    }
    const before = this.#record.job(jobId)?.submits ?? [];
    const last = before.at(-1)?.called;
    const from = last?.provider ?? provider;
    if (last === undefined) {
      const others = routes.filter((one) => one.provider !== provider);
      const wasCalled = others.some((one) => this.#troubles.wasCalledSince(one, this.#now - AT_ONCE_MS));
      if (!wasCalled) this.#begunApart.add(jobId);
      return;
    }
    if (from === provider) {
      this.#repeated(
        jobId,
        before,
        routes.filter((one) => canMake(one.provider, lengthMs)),
      );
      return;
    }
    const tried = before.map(({ called }) => called.provider);
    const left = routes.filter((one) => canMake(one.provider, lengthMs) && !tried.includes(one.provider));
    // A service may have no use for a field of the request: its route is passed over.
    const mayRefuse = (one: ModelRoute) => fields !== undefined && SERVICES.has(one.provider);
    const cameAt = before.find(({ called }) => called.provider === from)?.called.at ?? last.at;
    const outlivedAt = this.#outlivedAt.get(jobId) ?? Number.POSITIVE_INFINITY;
    // A job on disk may have passed over a route before it came to the present one.
    const mayHavePassed = (endedAt: number) =>
      endedAt >= last.at || (endedAt >= outlivedAt && endedAt <= cameAt);
    const next = left.find(
      (one) =>
        one.provider === provider ||
        !(
          mayRefuse(one) ||
          this.#troubles.mayBeClosed(one, mayHavePassed) ||
          this.#named.wasGone(one.provider, last.at)
        ),
    );
    if (next?.provider !== provider) {
      this.#report(`${jobId} went on from ${from} to ${provider}, and not to ${next?.provider}`);
    }
    // An answer that comes later is none: the outcome is unknown.
    const unclear = before.find((submit) => !this.#isSurelyNotTaken(submit));
    if (unclear !== undefined) {
      const { called, end = 'without an answer' } = unclear;
      this.#report(`${jobId} went on to ${provider} after a submit to ${called.provider} that ended ${end}`);
    }
  }

  /**
   * A job that is not taken goes to the other of two routes before it is submitted to the same again. It has
   * not been there if it was submitted as soon as it came, and no call to the other was under way then.
   *
   * @param routes those that can make it
   */
  #repeated(jobId: string, before: readonly SubmitSeen[], routes: readonly ModelRoute[]): void {
    const first = before[0]?.called;
    const cameAt = this.#requests.job(jobId)?.submit.sent.at;
    const [other, ...more] = routes.filter((one) => one.provider !== first?.provider);
    if (first === undefined || cameAt === undefined || other === undefined || more.length > 0) return;
    const isFree = before.every(
      (one) => one.called.provider === first.provider && this.#isSurelyNotTaken(one),
    );
    const mayHaveBeenThere =
      first.at - cameAt > AT_ONCE_MS ||
      this.#outlivedAt.has(jobId) ||
      !this.#begunApart.has(jobId) ||
      SERVICES.has(other.provider) ||
      this.#named.wasGone(other.provider, cameAt);
    if (isFree && !mayHaveBeenThere)
      this.#report(`${jobId} was submitted to ${first.provider} again, and never to ${other.provider}`);
  }

  #isSurelyNotTaken({ end, endAt, called }: SubmitSeen): boolean {
    const limitMs = this.#options.most('providerSubmitTimeoutMs', called.at);
    return end === 'not_now' && endAt - called.at <= limitMs;
  }
}
