/** The duties of every component model, whatever it models. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { FaultLevel, History, Model, Outcome, Step, Watch } from '../../simulation/model.js';
import { repetitions } from '../test-set.js';

export const LEVELS: readonly FaultLevel[] = ['none', 'light', 'heavy'];

export async function traceOf<S extends Step, Setup>(
  model: Model<S, Setup>,
  history: History<S, Setup>,
): Promise<string> {
  const lines: string[] = [];
  const outcome = await model.run(history, { traced: (line) => lines.push(JSON.stringify(line)) });
  return [...lines, JSON.stringify(outcome)].join('\n');
}

/** The seeds whose histories broke a rule, with the first thing that did. */
export async function broken<S extends Step, Setup>(
  model: Model<S, Setup>,
  faults: FaultLevel,
  seeds: number,
): Promise<string[]> {
  const found: string[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const [first] = (await model.run(model.generate(seed, faults), {})).violations;
    if (first !== undefined) found.push(`${seed}: ${first.invariant}: ${first.message}`);
  }
  return found;
}

/** The first seed whose history breaks a rule when something is wrong; undefined if none does. */
export async function seedThatFinds<S extends Step, Setup>(
  model: Model<S, Setup>,
  faults: FaultLevel,
  seeds: number,
  run: (history: History<S, Setup>, watch: Watch) => Promise<Outcome>,
): Promise<number | undefined> {
  for (let seed = 1; seed <= seeds; seed++) {
    if ((await run(model.generate(seed, faults), {})).violations.length > 0) return seed;
  }
  return undefined;
}

/** Rule 2 of models: every sub-sequence of the steps of a history is a history. */
export async function holdsForEverySubSequence<S extends Step, Setup>(
  model: Model<S, Setup>,
  runs: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(100_000),
      fc.constantFrom(...LEVELS),
      fc.infiniteStream(fc.boolean()),
      async (seed, faults, kept) => {
        const history = model.generate(seed, faults);
        const steps = history.steps.filter(() => kept.next().value);
        const { violations } = await model.run({ ...history, steps }, {});
        expect(violations).toEqual([]);
      },
    ),
    { numRuns: runs },
  );
}

/** Rule 1 of models, and that histories and traces are plain data. */
export async function followsItsSeed<S extends Step, Setup>(model: Model<S, Setup>): Promise<void> {
  for (const faults of LEVELS) {
    for (let seed = 1; seed <= repetitions(2, 6); seed++) {
      const history = model.generate(seed, faults);
      expect(model.generate(seed, faults)).toEqual(history);
      const trace = await traceOf(model, history);
      expect(trace.split('\n').length).toBeGreaterThan(3);
      expect(await traceOf(model, JSON.parse(JSON.stringify(history)))).toBe(trace);
      for (const step of history.steps) expect(model.describe(step)).toMatch(/^[^\n]{5,}$/);
    }
  }
}
