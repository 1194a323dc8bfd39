/** An operator who reads a job reads of it what its submit asked for, and how it stands at its provider. */
import type { NodeSetup } from '../../../history/node-history.js';
import type { AboutCall, Observation } from '../../../history/observation.js';
import { DiskTrouble } from '../../facts/disk-trouble.js';
import {
  bodyOf,
  type Exchange,
  type JsonObject,
  type KnownJob,
  type Requests,
} from '../../facts/requests.js';
import type { Invariant, Rule } from '../../invariant.js';
import { modelAt, offeredModel } from '../catalogue.js';
import { HEARD_WITHIN_MS, ProviderRecord } from '../provider-record.js';

/** From an answer of a provider to the commit of what follows from it. */
const ON_DISK_WITHIN_MS = 5_000;
/** A deadline this near may have come. */
const NEAR_MS = 5_000;
/** Both times are whole seconds. */
const SLACK_S = 2;
/** The longest interval that is believed, and up to a tenth more. */
const NEXT_POLL_MAX_S = 66;
const PRINTED_MS = 100;
const UNDER_WAY = ['awaits', 'deadline_at', 'next_poll_in', 'routes_left', 'polls_failed', 'progress'];
const OVER = ['cost', 'completed_at', 'output_seconds', 'error', 'error_message'];

export const JOB_LOOKS: Rule = {
  name: 'job-looks',
  says: 'An operator reads of a job the key, model, time and length of its submit, its deadline until it is over and no reserve after it, no other routes once its provider has it, and a next poll that comes no sooner.',
  watch: (setup, report, requests) => new JobLooks(setup, report, requests),
};

class JobLooks implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: (message: string) => void;
  readonly #requests: Requests;
  readonly #record = new ProviderRecord();
  readonly #trouble = new DiskTrouble();
  /** From when on each is polled next, as an operator was told in this process. */
  readonly #nextPolls = new Map<string, number>();
  #startedAt = 0;
  #isWallSound = true;

  constructor(setup: NodeSetup, report: (message: string) => void, requests: Requests) {
    this.#setup = setup;
    this.#report = report;
    this.#requests = requests;
  }

  observe(seen: Observation, exchange?: Exchange): void {
    this.#trouble.observe(seen);
    this.#record.observe(seen, this.#requests.seq);
    switch (seen.what) {
      case 'wall_stepped':
        this.#isWallSound = false;
        return;
      case 'starting':
        if (seen.isReboot) this.#isWallSound = false;
        this.#startedAt = seen.at;
        this.#nextPolls.clear();
        return;
      case 'provider_called':
        if (seen.kind === 'poll') this.#polled(seen, seen.at);
        return;
      case 'answered': {
        if (exchange?.sent.call.op !== 'show_job' || seen.status !== 200) return;
        const job = this.#requests.job(exchange.sent.jobId);
        const told = bodyOf(seen);
        if (job !== undefined && told !== undefined) this.#check(exchange, job, told, seen.at);
      }
    }
  }

  #check(exchange: Exchange, job: KnownJob, told: JsonObject, at: number): void {
    const wrong = (message: string) => this.#report(`${job.id}, as an operator reads it, ${message}`);
    const { submit } = job;
    const { call } = submit.sent;
    if (call.op !== 'submit') return;
    const { created_at } = (submit.answer && bodyOf(submit.answer)) ?? {};
    const asked: JsonObject = { key: job.keyId, account: job.account, model: call.model, created_at };
    for (const [field, value] of Object.entries(asked))
      if (told[field] !== value) wrong(`has ${field} ${String(told[field])}, not ${String(value)}`);
    if (call.seconds !== undefined && told.seconds !== Number(call.seconds))
      wrong(`has ${String(told.seconds)} seconds, not ${call.seconds}`);
    const isOver = told.status === 'completed' || told.status === 'failed';
    const strange = (isOver ? UNDER_WAY : OVER).filter((field) => told[field] !== undefined);
    if (strange.length > 0) wrong(`is ${String(told.status)}, and has ${strange.join(', ')}`);
    if (isOver && told.reserved !== 0)
      wrong(`is ${String(told.status)}, and holds ${String(told.reserved)} DA`);
    if (isOver) return;
    this.#checkDeadline(job, told, at, wrong);
    if (this.#setup.providersAreSeen !== false) this.#checkProvider(exchange, job.id, told, wrong);
  }

  #checkDeadline(job: KnownJob, told: JsonObject, at: number, wrong: (message: string) => void): void {
    const { awaits, deadline_at: shown, created_at: createdAt } = told;
    const { sent } = job.submit;
    const model = sent.call.op === 'submit' ? offeredModel(this.#setup, sent.call.model) : undefined;
    if (awaits === 'last_call' && shown !== undefined) wrong('was asked a last time, and has a deadline');
    if (model === undefined || (awaits !== 'submit' && awaits !== 'find' && awaits !== 'poll')) return;
    const isNear = at > sent.at + model.deadlineAfterMs - NEAR_MS;
    if (shown === undefined) {
      if (!isNear && this.#isWallSound) wrong('has no deadline');
      return;
    }
    const expected = Number(createdAt) + model.deadlineAfterMs / 1_000;
    if (this.#isWallSound && Math.abs(Number(shown) - expected) > SLACK_S)
      wrong(`has the deadline ${String(shown)}, not ${expected}`);
  }

  #checkProvider(
    { sent }: Exchange,
    jobId: string,
    told: JsonObject,
    wrong: (message: string) => void,
  ): void {
    const { provider, awaits, routes_left: left = 0, submits, next_poll_in: nextIn } = told;
    const model = this.#setup.models.find(({ id }) => id === told.model);
    const facts = this.#record.job(jobId);
    if (model === undefined) return;
    const before = facts?.submits.filter(({ called }) => called.at < sent.at) ?? [];
    const tried = new Set([...before.map(({ called }) => called.provider), provider]);
    const others = 1 + (model.fallbacks?.length ?? 0) - tried.size;
    if (Number(left) > others) wrong(`has ${String(left)} routes left, and ${others} at most were not tried`);
    const taken = before.find(
      ({ end, endAt, called }) => end === 'accepted' && endAt - called.at < HEARD_WITHIN_MS,
    );
    if (taken !== undefined && this.#isOnDisk(taken.called.at, taken.endAt, sent.at)) {
      if (left !== 0 || awaits === 'submit' || awaits === 'find')
        wrong(`was taken, and awaits ${String(awaits)} with ${String(left)} routes left`);
      if (provider !== taken.called.provider)
        wrong(`is with ${String(provider)}, not ${taken.called.provider}`);
    }
    const ofRoute = (facts?.submits ?? []).filter(({ called }) => called.provider === provider).length;
    if (Number(submits) > ofRoute + 1)
      wrong(`was submitted ${String(submits)} times, of which ${ofRoute} were seen`);
    if (nextIn === undefined) return;
    if (awaits !== 'poll' || Number(nextIn) > NEXT_POLL_MAX_S)
      wrong(`awaits ${String(awaits)}, and the next poll in ${String(nextIn)} s`);
    this.#nextPolls.set(jobId, sent.at + Number(nextIn) * 1_000 - PRINTED_MS);
  }

  #polled({ jobId, model }: AboutCall, at: number): void {
    const from = this.#nextPolls.get(jobId);
    this.#nextPolls.delete(jobId);
    const submit = this.#requests.job(jobId)?.submit;
    const { deadlineAfterMs = 0 } = offeredModel(this.#setup, modelAt(model)) ?? {};
    if (from === undefined || submit === undefined || at >= from) return;
    // It may be the last one.
    if (at < submit.sent.at + deadlineAfterMs - NEAR_MS)
      this.#report(`${jobId} is polled ${from - at} ms sooner than an operator was told`);
  }

  /** The node has heard its provider, and its disk has what follows. */
  #isOnDisk(calledAt: number, endAt: number, now: number): boolean {
    return (
      this.#startedAt < calledAt &&
      now - endAt > ON_DISK_WITHIN_MS &&
      !this.#trouble.isOnAt(now - ON_DISK_WITHIN_MS)
    );
  }
}
