/** The outage between a node and its providers, if there is one. */
import type { OutageStep } from '../../history/node-history.js';
import type { AboutCall } from '../../history/observation.js';
import type { CallFate } from './observed-provider.js';

export class Outage {
  readonly #failed: (how: OutageStep['how'], about: AboutCall) => void;
  #now: (Pick<OutageStep, 'how' | 'provider'> & { skip: number; calls: number }) | undefined;

  /** @param failed told of each call that meets it */
  constructor(failed: (how: OutageStep['how'], about: AboutCall) => void) {
    this.#failed = failed;
  }

  /** It takes the place of the one before. */
  begin({ how, skip, calls, provider }: OutageStep): void {
    this.#now = { how, skip, calls, ...(provider && { provider }) };
  }

  end(): void {
    this.#now = undefined;
  }

  fateOf(about: AboutCall): CallFate {
    const now = this.#now;
    if (now === undefined) return 'through';
    if (now.provider !== undefined && now.provider !== about.provider) return 'through';
    if (now.skip > 0) {
      now.skip -= 1;
      return 'through';
    }
    this.#failed(now.how, about);
    now.calls -= 1;
    if (now.calls <= 0) this.#now = undefined;
    return now.how;
  }
}
