import { describe, expect, it } from 'vitest';
import { createMachine, raise } from 'xstate';
import { chartOf } from '../../../simulation/coverage/chart-of.js';
import { videoJobMachine } from '../../../src/machines/video-job.js';

describe('the chart of a machine', () => {
  const chart = chartOf(
    createMachine({
      id: 'door',
      initial: 'shut',
      on: { BURN: '.gone' },
      states: {
        shut: {
          tags: 'quiet',
          initial: 'locked',
          states: {
            locked: { on: { UNLOCK: { guard: 'fits', target: 'free', actions: ['turn', 'pull'] } } },
            free: { tags: 'ready', entry: 'click', on: { KNOCK: { actions: raise({ type: 'OPEN' }) } } },
          },
          on: { UNLOCK: { target: 'jammed' }, OPEN: 'open' },
        },
        open: { initial: 'wide', states: { wide: {} } },
        jammed: {},
        gone: { type: 'final' },
      },
    }),
  );

  it('has the states in which it can rest, with the tags of those around them', () => {
    expect(chart.states).toEqual([
      { path: 'shut.locked', isFinal: false, tags: ['quiet'], entry: [] },
      { path: 'shut.free', isFinal: false, tags: ['quiet', 'ready'], entry: ['click'] },
      { path: 'open.wide', isFinal: false, tags: [], entry: [] },
      { path: 'jammed', isFinal: false, tags: [], entry: [] },
      { path: 'gone', isFinal: true, tags: [], entry: [] },
    ]);
    expect([chart.machine, chart.initial]).toEqual(['door', 'shut.locked']);
  });

  it('has each event once', () => {
    expect(chart.events.toSorted()).toEqual(['BURN', 'KNOCK', 'OPEN', 'UNLOCK']);
  });

  it('tells of each state what those around it do for it, until one does it for certain', () => {
    const of = (from: string, event: string) =>
      chart.transitions
        .filter((one) => one.from === from && one.event === event)
        .map(({ to, guard, actions, declaredIn }) => [to, guard, actions, declaredIn]);
    expect(of('shut.locked', 'UNLOCK')).toEqual([
      ['shut.free', 'fits', ['turn', 'pull'], 'shut.locked'],
      ['jammed', undefined, [], 'shut'],
    ]);
    expect(of('shut.free', 'UNLOCK')).toEqual([['jammed', undefined, [], 'shut']]);
    expect(of('shut.free', 'KNOCK')).toEqual([['shut.free', undefined, ['raise'], 'shut.free']]);
    expect(of('shut.free', 'OPEN')).toEqual([['open.wide', undefined, [], 'shut']]);
    expect(of('jammed', 'BURN')).toEqual([['gone', undefined, [], '']]);
    expect(of('jammed', 'OPEN')).toEqual([]);
  });

  it('has the final states and all events of the video job machine', () => {
    const { states, events, initial } = chartOf(videoJobMachine);
    expect(initial).toBe('submitting');
    expect(states.filter(({ isFinal }) => isFinal).map(({ path }) => path)).toEqual(['completed', 'failed']);
    expect(events).toHaveLength(17);
  });

  it('is refused for a machine that does what it would not show', () => {
    const machines = [
      createMachine({ type: 'parallel', states: { a: {}, b: {} } }),
      createMachine({ initial: 'a', states: { a: { always: 'b' }, b: {} } }),
      createMachine({ initial: 'a', states: { a: { after: { 10: 'b' } }, b: {} } }),
      createMachine({ initial: 'a', states: { a: { invoke: { src: 'x' } } } }),
      createMachine({ initial: 'a', states: { a: { on: { '*': 'b' } }, b: {} } }),
      createMachine({ initial: 'a', states: { a: {}, h: { type: 'history' } } }),
    ];
    for (const machine of machines) expect(() => chartOf(machine)).toThrow('does not show');
  });
});
