/**
 * Of the errors that apply, a request gets the first in the contract's order.
 *
 * A request's own flaws show in what was sent. That a request repeats an accepted one is known once the
 * first was answered. Whether the bounds on open jobs are reached, or the money is gone, is for
 * `linearizability` to say.
 */
import type { SubmitCall } from '../../history/client-call.js';
import type { NodeSetup } from '../../history/node-history.js';
import { InForce } from '../facts/in-force.js';
import { codeOf, type Exchange, managerOf, type Requests } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Invariant, Rule } from '../invariant.js';
import { submitFlaw } from './submit-flaw.js';

type Report = (message: string) => void;

const HOUR_MS = 3_600_000;
/** Refusals that come after a replay and after the refusal of another request under the same key. */
const AFTER_REPLAY: readonly string[] = [
  'model_not_found',
  'too_many_keys',
  'too_many_jobs',
  'too_many_generations',
  'insufficient_credits',
];

export const REFUSAL_ORDER: Rule = {
  name: 'refusal-order',
  says: 'A refused request gets the first error that applies; an accepted request that is repeated gets its first result, whatever would be refused by now.',
  watch: (setup, report, requests) => new RefusalOrder(setup, report, requests),
};

class RefusalOrder implements Invariant {
  readonly #setup: NodeSetup;
  readonly #report: Report;
  readonly #requests: Requests;
  readonly #doubt = new SteadyDoubt();
  readonly #inForce: InForce;
  /** The request that was accepted under each Idempotency-Key or reference. */
  readonly #accepted = new Map<string, Exchange>();

  constructor(setup: NodeSetup, report: Report, requests: Requests) {
    this.#setup = setup;
    this.#inForce = new InForce(setup);
    this.#report = report;
    this.#requests = requests;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    this.#doubt.observe(seen);
    this.#inForce.observe(seen, this.#requests.seq);
    if (seen.what !== 'answered' || exchange === undefined) return;
    const { call, keyId } = exchange.sent;
    const code = codeOf(seen);
    if (call.op === 'submit') this.#checkFlaw(exchange, call, code);
    const label = labelOf(exchange);
    if (label === undefined) return;
    const isReplay = seen.headers['idempotent-replayed'] === 'true';
    if (seen.status < 300 && !isReplay) this.#accepted.set(label, exchange);
    const first = this.#accepted.get(label);
    if (code === undefined || first === undefined || first.endSeq >= exchange.seq) return;
    if (!this.#isKept(first, exchange)) return;
    const isSame = sameness(first, keyId) === sameness(exchange, keyId);
    if (AFTER_REPLAY.includes(code) || (isSame && code === 'invalid_request')) {
      const again = isSame ? 'repeats' : 'has the key of';
      this.#report(
        `request ${exchange.sent.request} (${call.op}) ${again} request ${first.sent.request}, which was accepted, and got ${code}`,
      );
    }
  }

  #checkFlaw(exchange: Exchange, call: SubmitCall, code: string | undefined): void {
    const { seq, endSeq } = exchange;
    const flaw = submitFlaw(this.#setup, call, {
      prices: this.#inForce.prices(call.model, seq, endSeq) ?? [],
      offered: this.#inForce.offered(call.model, seq, endSeq),
      lengths: this.#inForce.lengths(call.model, seq, endSeq),
    });
    if (flaw === 'unknown') return;
    const about = `request ${exchange.sent.request} (submit)`;
    const isReplay = exchange.answer?.headers['idempotent-replayed'] === 'true';
    // A job that is accepted outlives the offer of its model, and its bounds.
    const isAccepted = exchange.answer?.status === 202 && !isReplay;
    if (flaw === undefined) {
      if (code === 'model_not_found' || code === 'invalid_request')
        this.#report(`${about} got ${code}, and its model, prompt and seconds are right`);
      return;
    }
    const due = flaw.code;
    const isLater = code !== due && code !== undefined && flaw.later.includes(code);
    if (isAccepted || isLater)
      this.#report(`${about} got ${code ?? 202}; due is ${due}, for ${flaw.because}`);
  }

  /** Whether what `first` made is remembered still; a reference is for ever. */
  #isKept(first: Exchange, again: Exchange): boolean {
    if ('reference' in first.sent.call) return true;
    const least = (name: string) => Math.min(...this.#inForce.numbers(name, first.seq, again.endSeq));
    const slackMs = this.#doubt.slackSince(first.sent.at);
    if (slackMs === undefined) return false;
    return (
      again.endAt - first.sent.at <
      Math.min(least('idempotencyHours'), least('retentionDays') * 24) * HOUR_MS - slackMs
    );
  }
}

/** Names what two requests have in common if the second is refused or answered for the sake of the first. */
function labelOf({ sent }: Exchange): string | undefined {
  const { call, keyId } = sent;
  if ('reference' in call) return `reference ${call.reference}`;
  if (call.op === 'submit' && call.idempotencyKey !== undefined)
    return `submit ${keyId} ${call.idempotencyKey}`;
  if ((call.op === 'create_key' || call.op === 'order') && call.idempotencyKey !== undefined)
    return `${call.op} ${managerOf(sent)} ${call.idempotencyKey}`;
  return undefined;
}

/** The same text for requests that say the same in the same words. */
function sameness({ sent }: Exchange, keyId: string): string {
  const call: { readonly op: string; readonly script?: unknown } = sent.call;
  const { script: _, ...asked } = call;
  return JSON.stringify([asked, keyId === sent.keyId]);
}
