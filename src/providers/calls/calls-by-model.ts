/** The calls to each model of each provider that was ever called. */
import type { RouteName } from '../provider.js';
import type { ModelCalls } from './model-calls.js';

export class CallsByModel {
  /** By provider, then model: as many as are configured, and those of stored jobs whose model is gone. */
  readonly #models = new Map<string, Map<string, ModelCalls>>();
  readonly #make: (provider: string, model: string) => ModelCalls;

  constructor(make: (provider: string, model: string) => ModelCalls) {
    this.#make = make;
  }

  /** Undefined if the model was not called yet. */
  find({ provider, model }: RouteName): ModelCalls | undefined {
    return this.#models.get(provider)?.get(model);
  }

  of(provider: string, model: string): ModelCalls {
    let ofProvider = this.#models.get(provider);
    if (ofProvider === undefined) {
      ofProvider = new Map();
      this.#models.set(provider, ofProvider);
    }
    let calls = ofProvider.get(model);
    if (calls === undefined) {
      calls = this.#make(provider, model);
      ofProvider.set(model, calls);
    }
    return calls;
  }

  all(): ModelCalls[] {
    return [...this.#models.values()].flatMap((ofProvider) => [...ofProvider.values()]);
  }

  byProvider(): Iterable<readonly [provider: string, calls: Iterable<ModelCalls>]> {
    return [...this.#models].map(([provider, ofProvider]) => [provider, ofProvider.values()] as const);
  }
}
