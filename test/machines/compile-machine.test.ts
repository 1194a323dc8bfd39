import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnyStateMachine,
  and,
  assign,
  createMachine,
  initialTransition,
  raise,
  sendParent,
  setup,
  transition,
} from 'xstate';
import { compileMachine } from '../../src/machines/compile-machine.js';
import { generationMachine } from '../../src/machines/generation.js';
import { orderMachine } from '../../src/machines/order.js';
import { MachineRunner } from '../../src/machines/run-machine.js';
import { videoJobMachine } from '../../src/machines/video-job.js';
import { repetitions } from '../test-set.js';

/** States in states in states, actions in every state, guards in a row, raised events that meet nobody. */
const nested = setup({
  types: {
    context: {} as { readonly count: number; readonly last: string },
    events: {} as { readonly type: 'GO' | 'BACK' | 'DEEP' | 'AGAIN' | 'STAY' | 'TWICE' | 'END' | 'LOST' },
  },
  actions: {
    say: (_, _params: { readonly word: string }) => {},
    count: assign({ count: ({ context }) => context.count + 1 }),
    note: assign((_, params: { readonly last: string }) => params),
    set: assign({ last: 'set' }),
  },
  guards: {
    isEven: ({ context }) => context.count % 2 === 0,
    isBelow: ({ context }, { most }: { readonly most: number }) => context.count < most,
  },
}).createMachine({
  id: 'nested',
  context: { count: 0, last: '' },
  initial: 'low',
  states: {
    low: {
      tags: ['outer'],
      entry: ['count', { type: 'say', params: { word: 'low' } }],
      exit: [{ type: 'say', params: { word: 'left low' } }, 'set'],
      initial: 'first',
      on: {
        GO: { target: 'high', actions: { type: 'note', params: ({ event }) => ({ last: event.type }) } },
        AGAIN: { target: 'low', reenter: true, actions: 'count' },
        STAY: { actions: ['count', raise({ type: 'LOST' })] },
      },
      states: {
        first: {
          exit: 'count',
          on: {
            DEEP: [
              { guard: 'isEven', target: 'second' },
              { guard: { type: 'isBelow', params: { most: 20 } }, target: '#nested.high.middle.inner' },
            ],
            STAY: { guard: ({ context }) => context.count > 10, actions: 'set' },
          },
        },
        second: {
          tags: ['inner', 'outer'],
          entry: raise({ type: 'BACK' }),
          on: { BACK: { target: 'first', guard: 'isEven', actions: raise(({ event }) => event) } },
        },
      },
    },
    high: {
      initial: 'middle',
      on: { END: 'over', BACK: 'low' },
      states: {
        middle: {
          initial: 'inner',
          entry: 'count',
          states: {
            inner: { exit: 'set', on: { DEEP: '#nested.low.second', TWICE: 'other' } },
            other: { entry: [raise({ type: 'END' }), raise({ type: 'GO' })] },
          },
        },
      },
    },
    over: { type: 'final', entry: 'count', tags: 'over' },
  },
});

const NESTED_EVENTS = ['GO', 'BACK', 'DEEP', 'AGAIN', 'STAY', 'TWICE', 'END', 'LOST'].map((type) => ({
  type,
}));
const JOB_EVENTS = [
  { type: 'SUBMIT_ACCEPTED', handle: 'h' },
  { type: 'SUBMIT_REJECTED', slug: 'content_rejected', message: 'no' },
  { type: 'SUBMIT_NOT_TAKEN', message: 'busy', isTooLate: false },
  { type: 'SUBMIT_WITHOUT_OUTCOME', message: 'silence', isTooLate: false },
  { type: 'NOT_FOUND' },
  { type: 'STARTED' },
  { type: 'COMPLETED', lengthMs: 2_500, location: 'there' },
  { type: 'MADE', location: 'there' },
  { type: 'RESULT_READ', lengthMs: 2_400, link: '/results/a', file: { bytes: 9, contentType: 'video/mp4' } },
  { type: 'RESULT_UNREADABLE', message: 'no clip' },
  { type: 'FAILED', slug: 'provider_error', message: 'broke' },
  { type: 'DEADLINE' },
  { type: 'FINAL_POLL_UNSETTLED' },
  { type: 'RESUMED', isTooLate: false },
  { type: 'RESUMED', isTooLate: true },
];

/** Drives a machine by its tables and by XState itself, and compares them at each step. */
function expectSameWay(
  machine: AnyStateMachine,
  input: unknown,
  events: readonly { readonly type: string }[],
): void {
  const runner = new MachineRunner(machine);
  const first = runner.initial(input);
  let ours = first.snapshot;
  let [theirs, actions] = initialTransition(machine, input);
  expect(first.effects).toEqual(effectsOf(actions));
  for (const event of events) {
    const step = runner.next(ours, event);
    [theirs, actions] = transition(machine, theirs, event);
    ours = step.snapshot;
    expect([ours.value, ours.context, ours.isDone, step.effects]).toEqual([
      theirs.value,
      theirs.context,
      theirs.status === 'done',
      effectsOf(actions),
    ]);
    for (const tag of TAGS) expect(ours.hasTag(tag)).toBe(theirs.hasTag(tag));
  }
}

const TAGS = [
  'awaiting_payment',
  'paid',
  'outer',
  'inner',
  'over',
  'pending',
  'in_progress',
  'completed',
  'failed',
  'calling',
];

function effectsOf(actions: readonly { readonly type: string }[]): string[] {
  return actions.map(({ type }) => type).filter((type) => !type.startsWith('xstate.'));
}

describe('a compiled machine', () => {
  for (const kind of ['idempotent', 'findable', 'unknown']) {
    it(`take the job machine the way XState takes it (lost answer: ${kind})`, () => {
      const routes = ['p', 'q', 'r'].map((provider) => ({ provider, model: 'm', lostAnswer: { kind } }));
      const [route, ...fallbacks] = routes;
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...JOB_EVENTS), { maxLength: 15 }), (events) => {
          expectSameWay(videoJobMachine, { route, fallbacks }, events);
        }),
        { numRuns: repetitions(100, 400) },
      );
    });
  }

  it('take the machine of a generation the way XState takes it', () => {
    const event = fc.constantFrom(
      { type: 'NOT_TAKEN', failure: { code: 'provider_error', message: 'no' } },
      { type: 'NOT_TAKEN', failure: { code: 'provider_timeout', message: 'late' } },
      { type: 'REFUSED', failure: { code: 'provider_error', message: 'no' } },
      { type: 'ENDED', end: { finishReason: 'stop' } },
      { type: 'RESUMED' },
    );
    const routes = [0, 1, 2].map((number) => ({ provider: `p${number}`, model: 'm' }));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), fc.nat(2), (events, count) => {
        const [route, ...fallbacks] = routes.slice(0, count + 1);
        expectSameWay(generationMachine, { route, fallbacks }, events);
      }),
      { numRuns: repetitions(100, 1_000) },
    );
  });

  it('take the order machine the way XState takes it', () => {
    const checkout = { id: 'c', url: 'https://pay' };
    const mismatch = { kind: 'amount', message: 'less' };
    const types = 'REFUSED NOT_CREATED'.split(' ').map((end) => ({ type: `CHECKOUT_${end}`, message: 'no' }));
    const created = { type: 'CHECKOUT_CREATED', checkout };
    const found = 'PAID FAILED CANCELED EXPIRED MISMATCHED'.split(' ').map((type) => ({ type, mismatch }));
    const told = 'NOTICED CALL_DUE DEADLINE RESUMED'.split(' ').map((type) => ({ type }));
    const event = fc.constantFrom(...types, created, ...found, ...told);
    fc.assert(
      fc.property(fc.array(event, { maxLength: 15 }), (events) => {
        expectSameWay(orderMachine, undefined, [created, ...events]);
        expectSameWay(orderMachine, undefined, events);
      }),
      { numRuns: repetitions(50, 400) },
    );
  });

  it('take states within states, guards in a row and raised events the way XState takes them', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...NESTED_EVENTS), { maxLength: 25 }), (events) => {
        expectSameWay(nested, undefined, events);
      }),
      { numRuns: repetitions(200, 1_000) },
    );
  });

  it('refuse a stored state that the machine does not have', () => {
    const runner = new MachineRunner(nested);
    const context = { count: 0, last: '' };
    for (const value of ['nowhere', 'low', { low: 'third' }, { high: {} }, {}]) {
      expect(() => runner.at({ value: value as 'over', context })).toThrow('has no state');
    }
  });

  const b = { on: { BACK: 'a' } };
  const REFUSED: Readonly<Record<string, AnyStateMachine>> = {
    'a parallel state': createMachine({
      initial: 'a',
      states: { a: { type: 'parallel', states: { x: {}, y: {} } } },
    }),
    'a history state': createMachine({
      initial: 'a',
      states: { a: { initial: 'x', states: { x: {}, h: { type: 'history' } } } },
    }),
    '`always`': createMachine({ initial: 'a', states: { a: { always: 'b' }, b } }),
    '`after`': createMachine({ initial: 'a', states: { a: { after: { 10: 'b' } }, b } }),
    '`invoke`': createMachine({ initial: 'a', states: { a: { invoke: { src: 'someone' } } } }),
    'actions or events at the top': createMachine({ initial: 'a', on: { GO: '.a' }, states: { a: {} } }),
    'a final state within a state': createMachine({
      initial: 'a',
      states: { a: { initial: 'x', states: { x: { type: 'final' } } } },
    }),
    'actions at the end': createMachine({ initial: 'a', states: { a: { type: 'final', exit: 'say' } } }),
    'a wildcard': createMachine({ initial: 'a', states: { a: { on: { '*': 'b' } }, b } }),
    'a guard made of guards': createMachine({
      initial: 'a',
      states: { a: { on: { GO: { guard: and([() => true]), target: 'b' } } }, b },
    }),
    'guard absent, which is not implemented': createMachine({
      initial: 'a',
      states: { a: { on: { GO: { guard: 'absent', target: 'b' } } }, b },
    }),
    'that does not reenter': createMachine({
      initial: 'a',
      states: { a: { initial: 'x', on: { GO: '.y' }, states: { x: {}, y: {} } } },
    }),
    'an action of type xstate.raise': createMachine({
      initial: 'a',
      states: { a: { on: { GO: 'b' } }, b: { entry: raise({ type: 'GO' }, { delay: 10 }) } },
    }),
    'an action of type xstate.sendTo': createMachine({
      initial: 'a',
      states: { a: { exit: sendParent({ type: 'GO' }), on: { GO: 'b' } }, b },
    }),
  };
  for (const [what, machine] of Object.entries(REFUSED)) {
    it(`refuse ${what}`, () => {
      expect(() => compileMachine(machine)).toThrow(what);
    });
  }
});
