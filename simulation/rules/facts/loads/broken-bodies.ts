/** Bodies that broke off and are waited for: what they take of the memory for all bodies. */
import type { NodeSetup } from '../../../history/node-history.js';
import type { Observation } from '../../../history/observation.js';
import { InForce } from '../in-force.js';
import type { Exchange } from '../requests.js';

const BYTES_PER_MIB = 1_048_576;

export class BrokenBodies {
  readonly #inForce: InForce;
  /** Bytes that came, by request. */
  readonly #open = new Map<number, number>();
  /** When those ended that are no more. */
  readonly #ended = new Map<number, number>();

  constructor(setup: NodeSetup) {
    this.#inForce = new InForce(setup);
  }

  observe(seen: Observation, seq: number): void {
    this.#inForce.observe(seen, seq);
    switch (seen.what) {
      case 'body_broke_off':
        this.#open.set(seen.request, seen.bytes);
        return;
      case 'answered':
      case 'gave_up':
      case 'cut_off':
        if (this.#open.delete(seen.request)) this.#ended.set(seen.request, seen.at);
        return;
      case 'crashed':
      case 'stopped':
        this.#open.clear();
    }
  }

  /** Whether a request was under way with another body that broke off. */
  mayTakeRoom({ sent }: Exchange): boolean {
    const others = [...this.#open.keys()].filter((request) => request !== sent.request);
    return others.length > 0 || [...this.#ended].some(([one, at]) => one !== sent.request && at >= sent.at);
  }

  /** Whether all of them together are more than there may be. */
  isBeyondBound(seq: number): boolean {
    const bytes = [...this.#open.values()].reduce((sum, one) => sum + one, 0);
    return bytes > Math.max(...this.#inForce.numbers('bodiesMaxMib', seq, seq)) * BYTES_PER_MIB;
  }
}
