import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateNodeHistory } from '../../../simulation/history/generate.js';
import type { NodeStep } from '../../../simulation/history/node-history.js';
import { RULES } from '../../../simulation/rules/rules.js';
import { repetitions, someOf } from '../../test-set.js';
import { BITES } from './faults/fault-bites.js';
import { FAULT_KINDS, withOnly } from './faults/fault-kinds.js';
import { readFoundAt } from './found-at.js';
import { huntFor, huntTogether, rulesBroken } from './hunting.js';
import { mutated } from './mutant.js';
import { MutantBundle } from './mutant-bundle.js';
import { MUTANTS } from './mutants.js';

describe('the planted defects', () => {
  it('are at least 25, each with a name of its own and rules that catch it', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(25);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
    expect(MUTANTS.filter(({ caughtBy }) => caughtBy.length === 0)).toEqual([]);
  });

  it('of a node are caught by rules that there are', () => {
    const known = new Set([
      ...RULES.map(({ name }) => name),
      'process-lives',
      'run-never-ended',
      'state-charts',
    ]);
    const strange = MUTANTS.filter(({ model }) => model === undefined).flatMap(({ caughtBy }) =>
      caughtBy.filter((rule) => !known.has(rule)),
    );
    expect(strange).toEqual([]);
  });

  it.each(MUTANTS)('still have their place in the product: $name', ({ edits }) => {
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const text = readFileSync(file, 'utf8');
      const ofFile = edits.filter((edit) => edit.file === file);
      expect(mutated(text, ofFile)).not.toBe(text);
    }
  });
});

describe('the kinds of fault', () => {
  it('each have a mutant that needs them', () => {
    const names = MUTANTS.map(({ name }) => name);
    expect(FAULT_KINDS.filter((kind) => !names.includes(BITES[kind]))).toEqual([]);
  });

  it('are taken out of a history, and what is asked of the node stays', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const history = generateNodeHistory(seed, 'heavy');
      const { steps } = withOnly(history, []);
      const isAsked = ({ do: what }: NodeStep) => ['request', 'reload', 'scrape'].includes(what);
      expect(steps.filter((step) => !isAsked(step))).toEqual([]);
      const asked = history.steps.filter(isAsked);
      expect(steps.map(({ id, at }) => [id, at])).toEqual(asked.map(({ id, at }) => [id, at]));
    }
  });
});

describe('the fuzzer', () => {
  const quick = MUTANTS.filter(({ name }) =>
    [
      'failed-job-is-charged',
      'limit-plus-one',
      'reply-before-commit',
      'submit-repeated-after-restart',
      'window-of-59999-ms',
    ].includes(name),
  );
  const hunted = someOf(quick, 3, 1);
  let bundle: MutantBundle;

  beforeAll(() => {
    bundle = new MutantBundle(process.cwd(), hunted);
  });
  afterAll(() => bundle?.remove());

  it.each(hunted)('finds the mutant $name', async (mutant) => {
    const { caught } = await huntFor(bundle, mutant);
    const rules = caught === undefined ? [] : rulesBroken(caught);
    expect(rules.filter((rule) => mutant.caughtBy.includes(rule))).not.toEqual([]);
  });

  it('finds some in one process, and nothing in the product before and after', async () => {
    const foundAt = readFoundAt();
    const tries = hunted.map((mutant) => ({ mutant, seed: foundAt.get(mutant.name) ?? 1 }));
    const answers: [string | undefined, boolean][] = [];
    for await (const { mutant, caught } of huntTogether(bundle, tries))
      answers.push([mutant, caught !== undefined]);
    const ofMutants = answers.filter(([mutant]) => mutant !== undefined);
    expect(ofMutants.map(([mutant]) => mutant)).toEqual(hunted.map(({ name }) => name));
    expect(ofMutants.filter(([, isFound]) => isFound).length).toBeGreaterThan(0);
    const ofProduct = answers.filter(([mutant]) => mutant === undefined);
    expect(ofProduct.length).toBeGreaterThanOrEqual(2);
    expect(ofProduct.filter(([, isFound]) => isFound)).toEqual([]);
  });

  it('finds nothing in the product itself', async () => {
    const { caught } = await huntFor(bundle, undefined, { runs: repetitions(5, 30) });
    expect(caught).toBeUndefined();
  });

  it('finds nothing in it without faults, either', async () => {
    const { caught } = await huntFor(bundle, undefined, { runs: repetitions(5, 40), only: [] });
    expect(caught).toBeUndefined();
  });
});
