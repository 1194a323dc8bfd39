/**
 * The things that were open when a process ended, as they stood on disk then: the next process takes up each
 * of them, soon after its start, and none twice.
 */
import type { StoreReader } from '../../../src/store/store.js';
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation, ProviderAnswered, ProviderCalled } from '../../history/observation.js';
import { sometimes } from '../../moments/sometimes.js';
import { TableImage } from '../facts/disk-image.js';
import { WellSince } from '../facts/ends/well-since.js';
import type { OrderRecord } from '../facts/order-image.js';
import type { Requests } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';

type Report = (message: string) => void;

interface UnfinishedImage {
  readonly provider: string;
  readonly model: string;
  readonly handle: string | null;
}

/** A job that a provider had taken when the process before ended. */
interface TakenJob {
  readonly model: string;
  /** Not before the wait that its provider asked for is over. */
  readonly from: number;
}

/** Overdue jobs are asked for within some seconds, however many there are. */
const JOBS_WITHIN_MS = 30_000;
const TEXTS_WITHIN_MS = 10_000;
const ORDERS_WITHIN_MS = 45_000;
const REMINDERS_WITHIN_MS = 30_000;
const MANY = 3;
/** The longest wait between two polls that a provider is granted, and a tenth more. */
const HINT_MAX_MS = 66_000;
/** An answer that takes longer may hold up others. */
const SLOW_ANSWER_MS = 5_000;
/** A poll that has no answer after so long may have been given up. */
const SURELY_UNDER_WAY_MS = 9_000;

export const TAKEN_UP: Rule = {
  name: 'taken-up',
  says: 'A start takes up all that was open: each job at a provider is asked for again, each open text interrupted, each order without a checkout called for, each reminder fired, all soon; and no job is polled twice at a time.',
  watch: (setup, report, requests) => new TakenUp(setup, report, requests),
};

class TakenUp implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #doubt = new SteadyDoubt();
  readonly #well = new WellSince();
  readonly #unfinished = new TableImage<UnfinishedImage>('unfinished');
  readonly #orders = new TableImage<OrderRecord>('orders');
  readonly #open = new Map<number, ProviderCalled & { readonly at: number }>();
  /** By job, until when its provider wants no poll. */
  readonly #waitsUntil = new Map<string, number>();
  /** Those that this process has not done anything about yet. */
  #jobs = new Map<string, TakenJob>();
  #texts = new Set<string>();
  #uncalled = new Set<string>();
  /** Models whose provider failed, or asked to be left alone, since the start. */
  readonly #troubled = new Set<string>();
  #startedAt = 0;
  #goesLive = false;

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#setup = setup;
    this.#report = report;
    this.#requests = requests;
  }

  observe(seen: Observation): void {
    this.#doubt.observe(seen);
    this.#well.observe(seen);
    switch (seen.what) {
      case 'starting':
        this.#open.clear();
        this.#troubled.clear();
        this.#goesLive ||= seen.goesLive === true;
        return;
      case 'started':
        this.#startedAt = seen.at;
        if (this.#jobs.size >= MANY) sometimes('start-took-up-many');
        return;
      case 'provider_called':
        this.#called(seen);
        return;
      case 'provider_failed':
        this.#jobs.delete(seen.jobId);
        this.#troubled.add(seen.model);
        return;
      case 'provider_answered':
        this.#answered(seen);
        return;
      case 'payment_called':
        this.#uncalled.delete(seen.order);
    }
  }

  disk(records: StoreReader): void {
    const unfinished = this.#unfinished.read(records);
    const { endedAt, lastedMs } = this.#well;
    this.#checkJobs(unfinished, endedAt, lastedMs);
    const texts = [...records.range('open_generations', {})].map(({ key }) => key);
    for (const id of texts) {
      if (this.#texts.has(id) && lastedMs > TEXTS_WITHIN_MS)
        this.#report(`on disk, ${id} is open, and was when the node started ${lastedMs} ms before`);
    }
    this.#texts = new Set(texts);
    this.#checkReminders(records, lastedMs);
    if (this.#setup.payments !== undefined) this.#checkOrders(this.#orders.read(records), lastedMs);
    this.#jobs = new Map(
      [...unfinished].flatMap(([id, { model, handle }]) =>
        handle === null ? [] : [[id, { model, from: this.#waitsUntil.get(id) ?? 0 }] as const],
      ),
    );
  }

  /**
   * @param endedAt when the process ended or was told to
   * @param lastedMs how long all was well with it then
   */
  #checkJobs(unfinished: ReadonlyMap<string, UnfinishedImage>, endedAt: number, lastedMs: number): void {
    for (const [id, job] of this.#jobs) {
      if (unfinished.get(id)?.handle == null) continue;
      const untilMs = Math.max(0, job.from - this.#startedAt) + JOBS_WITHIN_MS;
      if (lastedMs > untilMs + this.#doubt.slackSince(0) && !this.#isInTrouble(job, endedAt))
        this.#report(
          `${id} was at its provider when the node started, and was not asked for in ${lastedMs} ms`,
        );
    }
  }

  #checkReminders(records: StoreReader, lastedMs: number): void {
    if (lastedMs <= REMINDERS_WITHIN_MS) return;
    const { steady_ms: now = 0 } = JSON.parse(records.get('meta', 'clock') ?? '{}') as {
      readonly steady_ms?: number;
    };
    for (const { key, value } of records.range('reminders', {})) {
      if (Number(value) + REMINDERS_WITHIN_MS < now)
        this.#report(`reminder ${key} was due ${now - Number(value)} ms before the node's clock was noted`);
    }
  }

  #checkOrders(orders: ReadonlyMap<string, OrderRecord>, lastedMs: number): void {
    const made = [...orders].flatMap(([id, { status }]) => (status === 'made' ? [id] : []));
    if (lastedMs > ORDERS_WITHIN_MS && !this.#goesLive) {
      for (const id of made)
        if (this.#uncalled.has(id))
          this.#report(`${id} has no checkout, and was not called for in ${lastedMs} ms since the start`);
    }
    this.#uncalled = new Set(made);
  }

  #called(called: ProviderCalled & { readonly at: number }): void {
    const { jobId, at, kind, call } = called;
    const job = this.#jobs.get(jobId);
    this.#jobs.delete(jobId);
    if (job !== undefined) {
      const from = Math.max(this.#startedAt, this.#well.at, job.from);
      const tookMs = at - from;
      if (tookMs > JOBS_WITHIN_MS + this.#doubt.slackSince(0) && !this.#isInTrouble(job, at))
        this.#report(`${jobId} was at its provider when the node started, and asked for after ${tookMs} ms`);
    }
    if (kind === 'poll' && !this.#mayBeAtItsDeadline(jobId, at)) this.#checkOnce(called);
    this.#open.set(call, called);
  }

  #checkOnce({ jobId, at, call }: ProviderCalled & { readonly at: number }): void {
    for (const other of this.#open.values()) {
      if (other.jobId !== jobId || other.kind !== 'poll' || other.call === call) continue;
      if (at - other.at < SURELY_UNDER_WAY_MS)
        this.#report(`${jobId} is polled, and a poll of ${at - other.at} ms before is under way`);
    }
  }

  #answered({ call, answer, at }: ProviderAnswered & { readonly at: number }): void {
    const called = this.#open.get(call);
    this.#open.delete(call);
    if (called === undefined) return;
    const said = answer.kind === 'submit' ? answer.answer : answer;
    if (answer.kind === 'error' || answer.kind === 'garbage' || answer.kind === 'busy')
      this.#troubled.add(called.model);
    if ('outcome' in said && said.outcome === 'not_now') this.#troubled.add(called.model);
    const state = 'state' in said && typeof said.state === 'object' ? said.state : undefined;
    const hintMs = state !== undefined && 'askAgainAfterMs' in state ? (state.askAgainAfterMs ?? 0) : 0;
    this.#waitsUntil.set(called.jobId, at + Math.min(1.1 * hintMs, HINT_MAX_MS));
  }

  #isInTrouble({ model }: TakenJob, at: number): boolean {
    if (this.#troubled.has(model)) return true;
    return [...this.#open.values()].some((call) => call.model === model && at - call.at > SLOW_ANSWER_MS);
  }

  #mayBeAtItsDeadline(jobId: string, now: number): boolean {
    const submit = this.#requests.job(jobId)?.submit;
    if (submit?.sent.call.op !== 'submit') return true;
    if (submit.answer?.headers['idempotent-replayed'] !== undefined) return true;
    const { model: id } = submit.sent.call;
    const model = this.#setup.models.find((one) => one.id === id);
    if (model === undefined) return true;
    return now >= submit.sent.at + model.deadlineAfterMs - this.#doubt.slackSince(submit.sent.at);
  }
}
