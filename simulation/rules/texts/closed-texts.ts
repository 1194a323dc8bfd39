/** Whether a route of a text may be closed: for a while after a call that failed, and while one finds out. */
import type { Observation } from '../../history/observation.js';

/** So long no breaker is open without a call. */
const OPEN_MS = 61_000;

export class ClosedTexts {
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Routes that failed, and have written no text in whole since. */
  readonly #unsound = new Set<string>();
  /** The routes of the calls under way. */
  readonly #open = new Map<number, string>();

  observe(seen: Observation & { readonly at: number }): void {
    switch (seen.what) {
      case 'starting':
        this.#unsound.clear();
        this.#open.clear();
        return;
      case 'provider_failed':
        if (seen.kind !== 'text') return;
        this.#failedAt = seen.at;
        this.#unsound.add(seen.model);
        return;
      case 'text_called':
        this.#open.set(seen.call, seen.model);
        return;
      case 'text_over': {
        const route = this.#open.get(seen.call) ?? '';
        this.#open.delete(seen.call);
        if (seen.how === 'whole') this.#unsound.delete(route);
        else {
          this.#failedAt = seen.at;
          this.#unsound.add(route);
        }
      }
    }
  }

  mayBeAt(at: number): boolean {
    const isTried = [...this.#open.values()].some((route) => this.#unsound.has(route));
    return isTried || at - this.#failedAt <= OPEN_MS;
  }
}
