/** A job that waits for its submit gets its turn. */
import type { NodeSetup } from '../../../history/node-history.js';
import type { Observation, ProviderAnswered, ProviderCalled } from '../../../history/observation.js';
import { DiskTrouble } from '../../facts/disk-trouble.js';
import { hasSmallMailboxes } from '../../facts/options.js';
import { bodyOf, type Exchange } from '../../facts/requests.js';
import type { Invariant, Rule } from '../../invariant.js';
import { modelAt } from '../catalogue.js';
import { isSettled, jobClaims } from '../job-claims.js';

/** In which a job that may be submitted is, beside what a commit takes. */
const TURN_MS = 5_000;
const COMMITS = 4;
/** Calls that fail open a breaker, for half a minute and a fifth more. */
const COOL_DOWN_MS = 40_000;
/** An answer that takes longer may be one that the node waited for no more. */
const SURELY_HEARD_MS = 4_900;
const SOON_MS = 1_000;
const LOOK_EVERY_MS = 250;
const UNSOUND: readonly ProviderAnswered['answer']['kind'][] = ['busy', 'error', 'garbage'];

export const TURNS: Rule = {
  name: 'turns',
  says: 'A job that was accepted is submitted within 5 s in which its only provider answers and has no submit to answer, and node and disk are well.',
  watch: (setup, report) => new Turns(setup, report),
};

interface Waiting {
  readonly model: string;
  readonly since: number;
  readonly expiresAt: number;
}

class Turns implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: (message: string) => void;
  readonly #turnMs: number;
  readonly #isOff: boolean;
  readonly #trouble = new DiskTrouble();
  /** Jobs that no provider was called for. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #called = new Set<string>();
  readonly #open = new Map<number, ProviderCalled & { readonly at: number }>();
  /** Until when the node, or a provider that is called for a model, may not be well. */
  #doubtUntil = 0;
  readonly #doubtsUntil = new Map<string, number>();
  #lookedAt = 0;
  #isStopping = false;
  /** A provider is not in the configuration that is in force. */
  #isWithout = false;

  constructor(setup: NodeSetup, report: (message: string) => void) {
    this.#setup = setup;
    this.#report = report;
    this.#turnMs = TURN_MS + COMMITS * setup.settings.commitMsMax;
    this.#isOff = setup.providersAreSeen === false || hasSmallMailboxes(setup);
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    if (this.#isOff) return;
    if (seen.at - this.#lookedAt >= LOOK_EVERY_MS) this.#look(seen.at);
    this.#trouble.observe(seen);
    this.#note(seen);
    if (exchange?.sent.call.op === 'submit' && seen.what === 'answered') this.#accepted(exchange);
    for (const claim of jobClaims(seen, exchange)) if (isSettled(claim)) this.#waiting.delete(claim.jobId);
  }

  #note(seen: Observation & { readonly at: number }): void {
    const { at } = seen;
    switch (seen.what) {
      case 'stopping':
      case 'crashed':
        this.#isStopping = true;
        this.#waiting.clear();
        this.#open.clear();
        this.#doubtUntil = Number.POSITIVE_INFINITY;
        return;
      case 'started':
        this.#isStopping = false;
        this.#isWithout = false;
        this.#doubtUntil = at + SOON_MS;
        this.#doubtsUntil.clear();
        return;
      case 'reloaded':
        if (seen.outcome !== 'applied') return;
        this.#isWithout = seen.without !== undefined;
        this.#doubtUntil = Math.max(this.#doubtUntil, at + SOON_MS);
        return;
      case 'short':
        this.#doubtUntil = Math.max(this.#doubtUntil, at + seen.forMs + SOON_MS);
        return;
      case 'sent':
        if (seen.call.op === 'fail_job') this.#waiting.delete(seen.jobId ?? '');
        return;
      case 'provider_failed':
        this.#waiting.delete(seen.jobId);
        this.#called.add(seen.jobId);
        this.#doubt(seen.model, at + COOL_DOWN_MS);
        return;
      case 'provider_called':
        this.#waiting.delete(seen.jobId);
        this.#called.add(seen.jobId);
        this.#open.set(seen.call, seen);
        return;
      case 'provider_answered':
        this.#answered(seen);
    }
  }

  #answered({ call: number, answer, at }: ProviderAnswered & { readonly at: number }): void {
    const call = this.#open.get(number);
    this.#open.delete(number);
    if (call === undefined) return;
    const said = answer.kind === 'submit' ? answer.answer : answer;
    const isPutOff = 'outcome' in said && said.outcome === 'not_now';
    const waitMs = 'askAgainAfterMs' in said ? (said.askAgainAfterMs ?? 0) : 0;
    const isLate = at - call.at >= SURELY_HEARD_MS;
    if (isLate || isPutOff || UNSOUND.includes(answer.kind))
      this.#doubt(call.model, at + Math.max(COOL_DOWN_MS, waitMs));
    else if (call.kind === 'submit') this.#doubt(call.model, at);
  }

  #doubt(model: string, until: number): void {
    const id = modelAt(model);
    this.#doubtsUntil.set(id, Math.max(this.#doubtsUntil.get(id) ?? 0, until));
  }

  #accepted({ sent, answer }: Exchange): void {
    if (sent.call.op !== 'submit' || answer?.status !== 202) return;
    if (answer.headers['idempotent-replayed'] !== undefined) return;
    const { model: id } = sent.call;
    const model = this.#setup.models.find((one) => one.id === id);
    const jobId = String(bodyOf(answer)?.id);
    if (model === undefined || model.fallbacks !== undefined || this.#called.has(jobId)) return;
    // A job that a node takes while it stops is taken up by the next one, or given up for its lost outcome.
    if (this.#isStopping) return;
    const expiresAt = sent.at + model.deadlineAfterMs;
    this.#waiting.set(jobId, { model: id, since: answer.at, expiresAt });
  }

  #look(now: number): void {
    this.#lookedAt = now;
    if (this.#isWithout) this.#doubtUntil = Math.max(this.#doubtUntil, now);
    if (this.#waiting.size === 0) return;
    const busy = new Set<string>();
    for (const { kind, model, at } of this.#open.values())
      if (kind === 'submit' || now - at >= SURELY_HEARD_MS) busy.add(modelAt(model));
    for (const [jobId, { model, since, expiresAt }] of this.#waiting) {
      if (now >= expiresAt) this.#waiting.delete(jobId);
      const doubtUntil = Math.max(this.#doubtUntil, this.#trouble.until, this.#doubtsUntil.get(model) ?? 0);
      if (busy.has(model)) this.#doubt(model, now);
      else if (now < expiresAt && now - Math.max(since, doubtUntil) > this.#turnMs) {
        this.#waiting.delete(jobId);
        this.#report(`${jobId} was accepted ${now - since} ms ago, and its provider was not called for it`);
      }
    }
  }
}
