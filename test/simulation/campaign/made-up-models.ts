import type { FaultLevel, History, Model, Step, Violation, Watch } from '../../../simulation/model.js';
import { Random } from '../../../simulation/world/random.js';

export interface Deposit extends Step {
  readonly do: 'deposit';
  readonly amount: number;
}

/** Checks the balances after each step; what it answers is broken. */
type Check = (balance: number, step: Deposit) => string | undefined;

/** A model of a box that takes deposits. Which of its balances are wrong is up to the test. */
export function boxModel(check: Check, more: Partial<Model<Deposit>> = {}): Model {
  const model: Model<Deposit> = {
    name: 'window',
    generate(seed: number, faults: FaultLevel): History<Deposit> {
      const random = new Random(seed);
      const steps = Array.from({ length: random.between(5, 30) }, (_, index) => ({
        id: index + 1,
        at: index * 250,
        do: 'deposit' as const,
        amount: random.between(1, 100),
      }));
      return { v: 1, model: 'window', seed, faults, setup: { boxes: 1 }, steps };
    },
    run({ steps }: History<Deposit>, watch: Watch) {
      const violations: Violation[] = [];
      let balance = 0;
      for (const step of steps) {
        balance += step.amount;
        const trace = { at: step.at, what: 'deposited', step: step.id, balance };
        watch.traced?.(trace);
        watch.machineStep?.({ machine: 'box', from: 'open', event: 'deposit', to: 'open', isHandled: true });
        const invariant = check(balance, step);
        if (invariant !== undefined) {
          violations.push({ invariant, message: `balance ${balance} after step ${step.id}`, atMs: step.at });
        }
      }
      const simulatedMs = steps.at(-1)?.at ?? 0;
      return Promise.resolve({ violations, simulatedMs, counts: { deposits: steps.length } });
    },
    describe: ({ amount }) => `client deposits ${amount}`,
    ...more,
  };
  return model as unknown as Model;
}

export const neverBroken: Check = () => undefined;

/** A model whose runs do what the test says instead. */
export function modelThatRuns(run: Model['run']): Model {
  return { ...boxModel(neverBroken), run };
}
