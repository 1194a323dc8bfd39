/** The providers whose results are kept, as the configuration in force says. */
import type { NodeSetup } from '../../history/node-history.js';
import type { Observation } from '../../history/observation.js';
import { InForce } from '../facts/in-force.js';
import type { OptionValue } from '../facts/options.js';

/** It keeps its results itself. */
const EMBEDDED = 'simulated';

export type Keeping = 'kept' | 'not kept' | 'either';

export class KeptInForce {
  readonly #kept: NodeSetup['settings']['kept'];
  readonly #inForce: InForce;

  constructor(setup: NodeSetup) {
    this.#kept = setup.settings.kept;
    this.#inForce = new InForce(setup);
  }

  /** @param seq the place of `seen` among the observations */
  observe(seen: Observation, seq: number): void {
    this.#inForce.observe(seen, seq);
  }

  /** Whether results of a provider that were read between two observations are kept. */
  of(provider: string, first: number, last: number): Keeping {
    const said = this.#inForce.option('results', first, last).map((top) => this.#isKept(provider, top));
    if (!said.includes(true)) return 'not kept';
    return said.includes(false) ? 'either' : 'kept';
  }

  /** @param top the word at the top of the configuration; empty if nothing stands there */
  #isKept(provider: string, top: OptionValue): boolean {
    if (this.#kept === undefined || provider === EMBEDDED) return false;
    const { providers, saidBy } = this.#kept;
    const isNamed = providers.some((name) => name === provider);
    switch (saidBy) {
      case 'top':
        return isNamed && top === 'keep';
      case 'kinds':
        return top === '' ? isNamed : top === 'keep';
      case 'each_against_top':
        return isNamed || top === 'keep';
      default:
        return isNamed;
    }
  }
}
