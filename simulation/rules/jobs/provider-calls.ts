/** The calls that a node may make to a provider, seen from the provider's side. */
import type { ProviderCalled } from '../../history/observation.js';
import { providerKind } from '../../history/provider-kinds.js';
import type { Invariant, Rule } from '../invariant.js';
import { isSettled, jobClaims } from './job-claims.js';

/** An answer that takes longer may be one that the node waited for no more. */
const SURELY_HEARD_MS = 9_000;

export const PROVIDER_CALLS: Rule = {
  name: 'provider-calls',
  says: 'A provider is asked about a job only once it has said that it took it, and looked at for one only before, and of the model that it was to make it with; it is called for no job that was shown as settled, save to give it up and to fetch its result.',
  watch: (_, report) => new ProviderCalls(report),
};

class ProviderCalls implements Invariant {
  readonly #report: (message: string) => void;
  /** Submits and polls whose answers the node has not had, by number. */
  readonly #open = new Map<number, ProviderCalled & { readonly at: number }>();
  /** By job, the provider that said so. */
  readonly #taken = new Map<string, string>();
  /** Jobs of which that was said while the node waited for it. */
  readonly #surelyTaken = new Set<string>();
  /** By job and provider, the provider's name of the model of its last submit there. */
  readonly #models = new Map<string, string>();
  /** By job, its last status. */
  readonly #shownAsSettled = new Map<string, string>();

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    switch (seen.what) {
      case 'starting':
        // The one before may have ended with what it heard.
        this.#surelyTaken.clear();
        return;
      case 'provider_called':
        this.#called(seen);
        return;
      case 'provider_answered': {
        const called = this.#open.get(seen.call);
        this.#open.delete(seen.call);
        if (called === undefined || seen.answer.kind !== 'submit') return;
        if (seen.answer.answer.outcome !== 'accepted') return;
        this.#taken.set(called.jobId, called.provider);
        if (seen.at - called.at <= SURELY_HEARD_MS) this.#surelyTaken.add(called.jobId);
        return;
      }
      default:
        for (const claim of jobClaims(seen, exchange)) {
          if (isSettled(claim)) this.#shownAsSettled.set(claim.jobId, claim.status);
        }
    }
  }

  #called(called: ProviderCalled & { readonly at: number }): void {
    const { jobId, kind, call, provider, model } = called;
    this.#open.set(call, called);
    const settled = this.#shownAsSettled.get(jobId);
    if (settled !== undefined && kind !== 'cancel' && !(kind === 'read' && settled === 'completed')) {
      this.#report(`a ${kind} of ${jobId}, which was shown as settled`);
    }
    const taker = this.#taken.get(jobId);
    const place = `${jobId} ${provider}`;
    if (kind === 'submit') {
      this.#models.set(place, model);
      return;
    }
    const asked = this.#models.get(place);
    if (kind !== 'read' && asked !== undefined && asked !== model)
      this.#report(`a ${kind} of ${jobId} as one of ${model}, and it was submitted as one of ${asked}`);
    if (kind === 'find') {
      if (this.#surelyTaken.has(jobId))
        this.#report(`${jobId} is looked for, and ${taker} said that it took it`);
      if (providerKind(provider)?.lostAnswer !== 'findable') {
        this.#report(`${jobId} is looked for at ${provider}, which finds none`);
      }
    } else if (taker === undefined) {
      // A job that can be looked for can be given up without an answer, too.
      if (kind === 'cancel' && providerKind(provider)?.lostAnswer === 'findable') return;
      this.#report(`a ${kind} of ${jobId}, and the provider never said that it took it`);
    } else if (taker !== provider) {
      this.#report(`a ${kind} of ${jobId} at ${provider}, and ${taker} took it`);
    }
  }
}
