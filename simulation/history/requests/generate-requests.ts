/** Makes the requests that each history has, in bursts: most of them submits, and polls of their jobs. */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import { CHANCES, type Chances } from '../generate-scripts.js';
import type { ModelSetup, RequestStep } from '../node-history.js';
import { CallMaker } from './generate-calls.js';

export class RequestMaker {
  readonly #random: Random;
  readonly #chances: Chances;
  readonly #calls: CallMaker;

  constructor(
    random: Random,
    faults: FaultLevel,
    accounts: number,
    keys: number,
    models: readonly ModelSetup[],
  ) {
    this.#random = random;
    this.#chances = CHANCES[faults];
    this.#calls = new CallMaker(random, { faults, accounts, keys, models: models.map(({ id }) => id) });
  }

  make(): RequestStep[] {
    const random = this.#random;
    const count = random.between(15, 90);
    const restMs = random.pick([20, 200, 1_500]);
    const steps: RequestStep[] = [];
    let at = 0;
    while (steps.length < count) {
      // Requests come in bursts, some at the very same instant.
      at += random.weighted([
        [3, 0],
        [4, random.between(1, 30)],
        [4, random.between(1, 2 * restMs)],
        [0.3, random.between(55_000, 61_000)],
      ]);
      steps.push(this.#step(at));
    }
    return steps;
  }

  #step(at: number): RequestStep {
    const random = this.#random;
    const call = this.#calls.next();
    return {
      id: 0,
      at,
      do: 'request',
      call,
      client: random.between(1, 3),
      bodyAfterMs: random.chance(0.1) ? random.pick([1, 50, 3_000, 11_000]) : 0,
      ...(random.chance(this.#chances.givesUp) ? { givesUpAfterMs: random.between(0, 400) } : {}),
      ...(random.chance(0.3) ? { obeys: random.pick(['seconds', 'milliseconds'] as const) } : {}),
    };
  }
}
