/** The providers that the configuration does not name any more, since a reload of this process. */
import type { Observation } from '../../history/observation.js';

interface LateSubmit {
  readonly jobId: string;
  readonly provider: string;
  /** The place of the reload among the observations. */
  readonly goneSince: number;
}

export class NamedProviders {
  /** Submits to a provider that is gone. A job that came before goes there all the same. */
  readonly late: LateSubmit[] = [];
  #gone: { readonly provider: string; readonly since: number } | undefined;
  /** By provider, when it was named again, in ms. */
  readonly #goneUntil = new Map<string, number>();

  /** Whether it was not named at some time after `from`. */
  wasGone(provider: string, from: number): boolean {
    return this.#gone?.provider === provider || (this.#goneUntil.get(provider) ?? -1) >= from;
  }

  /** @param seq the place of `seen` among the observations */
  observe(seen: Observation, seq: number): void {
    switch (seen.what) {
      case 'starting':
        this.#isNamedAgain(seen.at);
        return;
      case 'reloaded':
        if (seen.outcome !== 'applied') return;
        this.#isNamedAgain(seen.at);
        this.#gone = seen.without && { provider: seen.without, since: seq };
        return;
      case 'provider_called':
        if (seen.kind === 'submit' && seen.provider === this.#gone?.provider)
          this.late.push({ jobId: seen.jobId, provider: seen.provider, goneSince: this.#gone.since });
    }
  }

  #isNamedAgain(at: number): void {
    if (this.#gone !== undefined) this.#goneUntil.set(this.#gone.provider, at);
    this.#gone = undefined;
  }
}
