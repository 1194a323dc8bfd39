/** A job that goes on at its provider is asked for again, also after a poll that failed. */
import type { ProviderState } from '../../../../src/providers/provider.js';
import type { Observation, ProviderAnswered } from '../../../history/observation.js';
import type { Invariant, Rule } from '../../invariant.js';

/** Twenty seconds between polls, a breaker that cools down for half a minute, and a call that times out. */
const LONGEST_MS = 75_000;
/** The longest wait that a provider is granted; a tenth more is allowed. */
const HINT_MAX_MS = 66_000;
/** An answer that takes longer may be one that never comes. */
const SLOW_ANSWER_MS = 5_000;

export const POLLS_GO_ON: Rule = {
  name: 'polls-go-on',
  says: 'While the node runs and its calls arrive and are answered, each job of that model is asked for again within 75 s, or when the provider asked for it.',
  watch: (_, report) => new PollsGoOn(report),
};

interface Asked {
  /** When the latest poll began, in ms. */
  at: number;
  /** The wait that the provider asked for, beyond the usual one. */
  hintMs: number;
}

interface Call {
  readonly at: number;
  readonly jobId: string;
  readonly model: string;
}

class PollsGoOn implements Invariant {
  readonly #report: (message: string) => void;
  readonly #asked = new Map<string, Asked>();
  readonly #open = new Map<number, Call>();
  /**
   * By model, the latest call that failed and whose it was; breakers take that from all jobs of the model.
   */
  readonly #failed = new Map<string, { at: number; jobId: string }>();
  /** By model, when its provider wants to be called again, in ms. */
  readonly #pausedUntil = new Map<string, number>();

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  observe(seen: Observation): void {
    switch (seen.what) {
      case 'crashed':
      case 'stopping':
      case 'starting':
      // A call that an outage refuses is not seen, and a breaker takes it from all jobs.
      case 'provider_failed':
        this.#asked.clear();
        this.#open.clear();
        this.#failed.clear();
        return;
      case 'provider_called': {
        const { call, at, jobId, kind, model } = seen;
        this.#open.set(call, { at, jobId, model });
        if (kind !== 'poll') return;
        this.#check({ at, jobId, model });
        this.#asked.set(jobId, { at, hintMs: 0 });
        return;
      }
      case 'provider_answered': {
        const call = this.#open.get(seen.call);
        this.#open.delete(seen.call);
        if (call === undefined) return;
        const { answer } = seen;
        if (answer.kind === 'error' || answer.kind === 'garbage' || answer.kind === 'busy') {
          this.#failed.set(call.model, { at: seen.at, jobId: call.jobId });
        }
        this.#pause(call.model, seen);
        if (answer.kind === 'state') this.#heard(call.jobId, answer.state);
        return;
      }
    }
  }

  /** A pause is one of all jobs of the model. */
  #pause(model: string, { at, answer }: ProviderAnswered & { readonly at: number }): void {
    const isTaken = answer.kind !== 'submit' || answer.answer.outcome !== 'not_now';
    const busy = answer.kind === 'submit' && answer.answer.outcome === 'not_now' ? answer.answer : answer;
    const forMs = 'askAgainAfterMs' in busy ? (busy.askAgainAfterMs ?? 0) : 0;
    if (isTaken && answer.kind !== 'busy') return;
    this.#pausedUntil.set(model, Math.max(this.#pausedUntil.get(model) ?? 0, at + forMs));
  }

  #heard(jobId: string, state: ProviderState): void {
    // Nobody needs to ask on while a disk that fails keeps the job from taking its end.
    if (state.state !== 'pending' && state.state !== 'in_progress') this.#asked.delete(jobId);
    else {
      const asked = this.#asked.get(jobId);
      if (asked !== undefined) asked.hintMs = Math.min(1.1 * (state.askAgainAfterMs ?? 0), HINT_MAX_MS);
    }
  }

  #check({ at, jobId, model }: Call): void {
    const asked = this.#asked.get(jobId);
    if (asked === undefined) return;
    const tookMs = at - Math.max(asked.at, this.#pausedUntil.get(model) ?? 0) - asked.hintMs;
    if (tookMs > LONGEST_MS && !this.#areOthersInTrouble(jobId, model, asked.at, at))
      this.#report(`${jobId} was asked for ${at - asked.at} ms after it was asked for before`);
  }

  #areOthersInTrouble(jobId: string, model: string, from: number, now: number): boolean {
    const failed = this.#failed.get(model);
    if (failed !== undefined && failed.jobId !== jobId && failed.at >= from) return true;
    for (const call of this.#open.values()) {
      if (call.model === model && call.jobId !== jobId && now - call.at > SLOW_ANSWER_MS) return true;
    }
    return false;
  }
}
