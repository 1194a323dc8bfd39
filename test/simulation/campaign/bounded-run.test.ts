import { describe, expect, it } from 'vitest';
import { type Patience, runBounded } from '../../../simulation/campaign/bounded-run.js';
import type { MachineStep, TraceLine, Violation } from '../../../simulation/model.js';
import { boxModel, modelThatRuns, neverBroken } from './made-up-models.js';

const patient: Patience = () => async () => [];
const STEP: MachineStep = { machine: 'box', from: 'open', event: 'deposit', to: 'open', isHandled: true };
const history = boxModel(neverBroken).generate(1, 'none');

describe('a bounded run', () => {
  it('answers what the model answers, and shows what it shows', async () => {
    const model = boxModel((balance) => (balance > 0 ? 'empty' : undefined));
    const lines: TraceLine[] = [];
    const steps: MachineStep[] = [];
    const watch = {
      traced: (line: TraceLine) => lines.push(line),
      machineStep: (step: MachineStep) => steps.push(step),
    };
    const { outcome, hasEnded, stack } = await runBounded(model, history, watch, patient);
    expect(hasEnded).toBe(true);
    expect(stack).toBeUndefined();
    expect(outcome.violations).toHaveLength(history.steps.length);
    expect(lines).toHaveLength(history.steps.length);
    expect(steps).toHaveLength(history.steps.length);
  });

  it('lets the model ask whether it has shown enough', async () => {
    const asked: string[] = [];
    const model = modelThatRuns((_history, watch) => {
      for (const invariant of ['empty', 'full'])
        if (watch.isEnough?.({ invariant, message: '', atMs: 0 })) break;
      return Promise.resolve({ violations: [], simulatedMs: 0, counts: {} });
    });
    const isEnough = ({ invariant }: Violation) => asked.push(invariant) > 0;
    await runBounded(model, history, { isEnough }, patient);
    expect(asked).toEqual(['empty']);
  });

  it('does not have a trace made that nobody asked for', async () => {
    let isAsked = true;
    const model = modelThatRuns((_history, watch) => {
      isAsked = watch.traced !== undefined;
      return Promise.resolve({ violations: [], simulatedMs: 0, counts: {} });
    });
    await runBounded(model, history, {}, patient);
    expect(isAsked).toBe(false);
  });

  it.each([
    [
      'at once',
      () => {
        throw new TypeError('no box');
      },
    ],
    ['later', () => Promise.reject(new TypeError('no box'))],
  ])('finds a model that throws %s', async (_when, run) => {
    const bounded = await runBounded(modelThatRuns(run), history, {}, patient);
    expect(bounded).toMatchObject({
      hasEnded: true,
      outcome: { violations: [{ invariant: 'simulator-failed', message: 'TypeError: no box' }] },
      stack: expect.stringContaining('bounded-run'),
    });
  });

  it('finds a model that throws what is no error', async () => {
    const bounded = await runBounded(
      modelThatRuns(() => Promise.reject('nothing')),
      history,
      {},
      patient,
    );
    expect(bounded.outcome.violations).toEqual([
      { invariant: 'simulator-failed', message: 'nothing', atMs: 0 },
    ]);
  });

  it('breaks a loop that never waits', async () => {
    const model = modelThatRuns((_history, watch) => {
      for (;;) watch.machineStep?.(STEP);
    });
    expect(await runBounded(model, history, {}, patient, 1_000)).toMatchObject({
      hasEnded: false,
      outcome: { violations: [{ invariant: 'run-never-ended' }] },
    });
  });

  it('breaks a loop that swallows every error', async () => {
    let isOver = false;
    const model = modelThatRuns(async (_history, watch) => {
      while (!isOver) {
        try {
          watch.machineStep?.(STEP);
        } catch {
          await Promise.resolve();
        }
      }
      return { violations: [], simulatedMs: 0, counts: {} };
    });
    const bounded = await runBounded(model, history, {}, patient, 1_000);
    isOver = true;
    expect(bounded).toMatchObject({ hasEnded: false });
  });

  it('gives up when patience ends, and tells how far it had come', async () => {
    let stuck = (_why: string): void => {};
    const model = modelThatRuns((_history, watch) => {
      watch.traced?.({ at: 750, what: 'deposited' });
      return new Promise(() => {});
    });
    const running = runBounded(model, history, { traced: () => {} }, (_history, giveUp) => {
      stuck = giveUp;
      return async () => [];
    });
    stuck('nothing left');
    expect(await running).toEqual({
      hasEnded: false,
      outcome: {
        violations: [{ invariant: 'run-never-ended', message: 'nothing left', atMs: 750 }],
        simulatedMs: 0,
        counts: {},
      },
    });
  });

  it('needs no patience once it has ended', async () => {
    let isForgotten = false;
    await runBounded(boxModel(neverBroken), history, {}, () => async () => {
      isForgotten = true;
      return [];
    });
    expect(isForgotten).toBe(true);
  });
});
