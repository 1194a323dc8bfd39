/** The calls of a process to providers that have no answer: some stay so for as long as the node waits. */
import type { Observation } from '../../history/observation.js';
import type { Labels } from './samples.js';

export class OpenCalls {
  readonly #open = new Map<number, { readonly provider: string; readonly kind: string }>();

  observe(seen: Observation): void {
    switch (seen.what) {
      case 'starting':
        this.#open.clear();
        return;
      case 'provider_called':
        this.#open.set(seen.call, seen);
        return;
      case 'text_called':
        this.#open.set(seen.call, { provider: seen.provider, kind: 'text' });
        return;
      case 'provider_answered':
      case 'text_over':
        this.#open.delete(seen.call);
    }
  }

  get size(): number {
    return this.#open.size;
  }

  /** Their number at the provider and of the kind that the labels of a figure name. */
  count({ provider, kind }: Labels): number {
    const called = kind === 'last_call' ? 'poll' : kind;
    return [...this.#open.values()].filter((one) => one.provider === provider && one.kind === called).length;
  }
}
