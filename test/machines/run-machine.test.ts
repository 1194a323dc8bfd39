import { describe, expect, it } from 'vitest';
import { assign, raise, setup } from 'xstate';
import { MachineRunner, type MachineStep } from '../../src/machines/run-machine.js';

const machine = setup({
  types: {
    context: {} as { readonly count: number },
    events: {} as { type: 'GO' } | { type: 'NEXT' } | { type: 'BREAK' },
    input: {} as { readonly from: number },
  },
  actions: {
    sayFirst: () => {
      throw new Error('an effect is not carried out');
    },
    saySecond: () => {},
    count: assign({ count: ({ context }) => context.count + 1 }),
    fail: assign(() => {
      throw new Error('broken');
    }),
  },
}).createMachine({
  id: 'walk',
  context: ({ input }) => ({ count: input.from }),
  initial: 'idle',
  states: {
    idle: { on: { GO: { target: 'going', actions: ['sayFirst', 'count', raise({ type: 'NEXT' })] } } },
    going: { on: { NEXT: { target: 'gone', actions: 'saySecond' }, BREAK: { actions: 'fail' } } },
    gone: { on: { BREAK: { actions: 'fail' } } },
  },
});

describe('a machine runner', () => {
  const runner = new MachineRunner(machine);

  it('returns the custom actions in order, executes none, and does the built-in ones', () => {
    const step = runner.next(runner.initial({ from: 3 }).snapshot, { type: 'GO' });
    expect([step.snapshot.value, step.snapshot.context.count, step.effects]).toEqual([
      'gone',
      4,
      ['sayFirst', 'saySecond'],
    ]);
  });

  it('is pure: the same snapshot and event give the same again, and the snapshot stays as it was', () => {
    const from = runner.initial({ from: 1 }).snapshot;
    const before = JSON.stringify(from);
    const first = runner.next(from, { type: 'GO' });
    const second = runner.next(from, { type: 'GO' });
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(JSON.stringify(from)).toBe(before);
  });

  it('keeps apart machines that run in turns', () => {
    const other = new MachineRunner(machine);
    const one = runner.initial({ from: 1 }).snapshot;
    const two = other.initial({ from: 2 }).snapshot;
    expect(runner.next(one, { type: 'GO' }).snapshot.context.count).toBe(2);
    expect(other.next(two, { type: 'GO' }).snapshot.context.count).toBe(3);
  });

  it('throws what an action of the machine threw, and works on', () => {
    const { snapshot } = runner.next(runner.initial({ from: 0 }).snapshot, { type: 'GO' });
    expect(() => runner.next(snapshot, { type: 'BREAK' })).toThrow('broken');
    expect(runner.next(snapshot, { type: 'NEXT' }).effects).toEqual([]);
  });

  it('tells an observer each microstep in order, those of raised events included', () => {
    const steps: MachineStep[] = [];
    const observe = (step: MachineStep) => steps.push(step);
    const { snapshot } = runner.next(runner.initial({ from: 0 }).snapshot, { type: 'GO' }, observe);
    runner.next(snapshot, { type: 'NEXT' }, observe);
    expect(steps).toEqual([
      { machine: 'walk', from: 'idle', event: 'GO', to: 'going', isHandled: true },
      { machine: 'walk', from: 'going', event: 'NEXT', to: 'gone', isHandled: true },
      { machine: 'walk', from: 'gone', event: 'NEXT', to: 'gone', isHandled: false },
    ]);
  });

  it('tells an observer nothing of steps that others make, nor after a step that threw', () => {
    const steps: MachineStep[] = [];
    const { snapshot } = runner.next(runner.initial({ from: 0 }).snapshot, { type: 'GO' });
    expect(() => runner.next(snapshot, { type: 'BREAK' }, (step) => steps.push(step))).toThrow('broken');
    runner.next(snapshot, { type: 'NEXT' });
    expect(steps).toEqual([]);
  });
});
