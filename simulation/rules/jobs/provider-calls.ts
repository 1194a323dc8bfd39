/** The calls that a node may make to a provider, seen from the provider's side. */
import type { ProviderCalled } from '../../history/observation.js';
import type { Invariant, Rule } from '../invariant.js';
import { isSettled, jobClaims } from './job-claims.js';

export const PROVIDER_CALLS: Rule = {
  name: 'provider-calls',
  says: 'A provider is polled for a job only once it has said that it took it, and is called for no job that was shown as settled.',
  watch: (_, report) => new ProviderCalls(report),
};

class ProviderCalls implements Invariant {
  readonly #report: (message: string) => void;
  /** Submits and polls whose answers the node has not had, by number. */
  readonly #open = new Map<number, ProviderCalled>();
  readonly #taken = new Set<string>();
  readonly #shownAsSettled = new Set<string>();

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    switch (seen.what) {
      case 'provider_called':
        this.#called(seen);
        return;
      case 'provider_answered': {
        const called = this.#open.get(seen.call);
        this.#open.delete(seen.call);
        if (called === undefined || seen.answer.kind !== 'submit') return;
        if (seen.answer.answer.outcome === 'accepted') this.#taken.add(called.jobId);
        return;
      }
      default:
        for (const claim of jobClaims(seen, exchange)) {
          if (isSettled(claim)) this.#shownAsSettled.add(claim.jobId);
        }
    }
  }

  #called(called: ProviderCalled): void {
    const { jobId, kind, call } = called;
    this.#open.set(call, called);
    if (this.#shownAsSettled.has(jobId)) this.#report(`a ${kind} of ${jobId}, which was shown as settled`);
    if (kind === 'poll' && !this.#taken.has(jobId)) {
      this.#report(`a poll of ${jobId}, and the provider never said that it took it`);
    }
  }
}
