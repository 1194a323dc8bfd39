import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MachineRunner, type MachineSnapshot, type MachineStep } from '../../src/machines/run-machine.js';
import {
  SUBMIT_ATTEMPTS_MAX,
  submitBackOffMs,
  type VideoJobEvent,
  type VideoJobEventType,
  videoJobMachine,
} from '../../src/machines/video-job.js';
import { repetitions } from '../test-set.js';

type Snapshot = MachineSnapshot<typeof videoJobMachine>;
type StatePath =
  | 'submitting'
  | 'queued.watched'
  | 'queued.lastCall'
  | 'running.watched'
  | 'running.lastCall'
  | 'completed'
  | 'failed';

const runner = new MachineRunner(videoJobMachine);

const EVENTS: { readonly [Type in VideoJobEventType]: Extract<VideoJobEvent, { type: Type }> } = {
  SUBMIT_ACCEPTED: { type: 'SUBMIT_ACCEPTED', handle: 'h-1' },
  SUBMIT_REJECTED: { type: 'SUBMIT_REJECTED', slug: 'content_rejected', message: 'no' },
  SUBMIT_NOT_TAKEN: { type: 'SUBMIT_NOT_TAKEN', message: 'busy' },
  SUBMIT_WITHOUT_OUTCOME: { type: 'SUBMIT_WITHOUT_OUTCOME', slug: 'provider_timeout', message: 'silence' },
  STARTED: { type: 'STARTED' },
  COMPLETED: { type: 'COMPLETED', lengthMs: 2_500, location: 'there' },
  FAILED: { type: 'FAILED', slug: 'provider_error', message: 'broke' },
  DEADLINE: { type: 'DEADLINE' },
  FINAL_POLL_UNSETTLED: { type: 'FINAL_POLL_UNSETTLED' },
  ENDED_BY_OPERATOR: { type: 'ENDED_BY_OPERATOR', message: 'enough' },
  RESUMED: { type: 'RESUMED' },
};
const ALL_EVENTS: readonly VideoJobEvent[] = Object.values(EVENTS);

const PATHS: { readonly [To in StatePath]: readonly VideoJobEvent[] } = {
  submitting: [],
  'queued.watched': [EVENTS.SUBMIT_ACCEPTED],
  'queued.lastCall': [EVENTS.SUBMIT_ACCEPTED, EVENTS.DEADLINE],
  'running.watched': [EVENTS.SUBMIT_ACCEPTED, EVENTS.STARTED],
  'running.lastCall': [EVENTS.SUBMIT_ACCEPTED, EVENTS.STARTED, EVENTS.DEADLINE],
  completed: [EVENTS.SUBMIT_ACCEPTED, EVENTS.STARTED, EVENTS.COMPLETED],
  failed: [EVENTS.SUBMIT_REJECTED],
};
const STATES = Object.keys(PATHS) as StatePath[];

/** The state that each event leads to in each state, and the effects. Not listed: nothing. */
const TABLE: {
  readonly [From in StatePath]: { readonly [Type in VideoJobEventType]?: readonly [StatePath, ...string[]] };
} = {
  submitting: {
    SUBMIT_ACCEPTED: ['queued.watched', 'watch'],
    SUBMIT_REJECTED: ['failed', 'settle'],
    SUBMIT_NOT_TAKEN: ['submitting', 'callSubmit'],
    SUBMIT_WITHOUT_OUTCOME: ['submitting', 'callSubmit'],
    RESUMED: ['submitting', 'callSubmit'],
    DEADLINE: ['failed', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'settle'],
  },
  'queued.watched': {
    STARTED: ['running.watched'],
    COMPLETED: ['completed', 'settle'],
    FAILED: ['failed', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'settle'],
    DEADLINE: ['queued.lastCall', 'finalPoll'],
  },
  'queued.lastCall': {
    STARTED: ['running.lastCall'],
    COMPLETED: ['completed', 'settle'],
    FAILED: ['failed', 'settle'],
    FINAL_POLL_UNSETTLED: ['failed', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'settle'],
    RESUMED: ['queued.lastCall', 'finalPoll'],
  },
  'running.watched': {
    COMPLETED: ['completed', 'settle'],
    FAILED: ['failed', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'settle'],
    DEADLINE: ['running.lastCall', 'finalPoll'],
  },
  'running.lastCall': {
    COMPLETED: ['completed', 'settle'],
    FAILED: ['failed', 'settle'],
    FINAL_POLL_UNSETTLED: ['failed', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'settle'],
    RESUMED: ['running.lastCall', 'finalPoll'],
  },
  completed: {},
  failed: {},
};

function stateOf(snapshot: Snapshot): StatePath {
  const found = STATES.find((state) => {
    const [outer, inner] = state.split('.');
    return typeof snapshot.value === 'string'
      ? snapshot.value === state
      : inner !== undefined && (snapshot.value as Record<string, string>)[outer ?? ''] === inner;
  });
  if (found === undefined) throw new Error(`no state for ${JSON.stringify(snapshot.value)}`);
  return found;
}

/** As a restart would find it. */
function reread(snapshot: Snapshot): Snapshot {
  const { value, context } = JSON.parse(JSON.stringify({ value: snapshot.value, context: snapshot.context }));
  return runner.at({ value, context });
}

function arrive(events: readonly VideoJobEvent[], idempotentSubmit = true): Snapshot {
  return events.reduce(
    (snapshot, event) => runner.next(snapshot, event).snapshot,
    runner.initial({ idempotentSubmit }).snapshot,
  );
}

describe('the video job machine', () => {
  it('begins by wanting to submit', () => {
    const { snapshot, effects } = runner.initial({ idempotentSubmit: true });
    expect([stateOf(snapshot), effects]).toEqual(['submitting', ['callSubmit']]);
  });

  for (const state of STATES) {
    for (const event of ALL_EVENTS) {
      const [to, ...effects] = TABLE[state][event.type] ?? [state];
      const wanted = effects.length === 0 ? 'nothing' : effects.join(', ');
      it(`in ${state}, ${event.type} leads to ${to} and wants ${wanted}, also from a snapshot that was stored`, () => {
        const from = arrive(PATHS[state]);
        expect(stateOf(from)).toBe(state);
        for (const snapshot of [from, reread(from)]) {
          const step = runner.next(snapshot, event);
          expect([stateOf(step.snapshot), step.effects]).toEqual([to, effects]);
          if (TABLE[state][event.type] === undefined) expect(step.snapshot).toBe(snapshot);
        }
      });
    }
  }

  it('is observed to handle an event exactly where that changes something or wants something', () => {
    const tries = (count: number) => new Array<VideoJobEvent>(count).fill(EVENTS.SUBMIT_NOT_TAKEN);
    const paths = [...Object.values(PATHS), tries(SUBMIT_ATTEMPTS_MAX - 1)];
    for (const isIdempotent of [true, false]) {
      for (const from of paths.map((path) => arrive(path, isIdempotent))) {
        for (const event of ALL_EVENTS) {
          const steps: MachineStep[] = [];
          const { snapshot, effects } = runner.next(from, event, (step) => steps.push(step));
          expect(steps[0]).toMatchObject({ machine: 'videoJob', from: stateOf(from), event: event.type });
          expect(steps[0]?.isHandled).toBe(snapshot !== from || effects.length > 0);
          expect(steps[0]?.isHandled).toBe(videoJobMachine.resolveState(from).can(event));
          expect(steps.at(-1)?.to).toBe(stateOf(snapshot));
        }
      }
    }
  });

  it('is observed to complete in running where a job that is queued completes', () => {
    for (const state of ['queued.watched', 'queued.lastCall'] as const) {
      const steps: MachineStep[] = [];
      runner.next(arrive(PATHS[state]), EVENTS.COMPLETED, (step) => steps.push(step));
      expect(steps.map(({ from, event, to, isHandled }) => [from, event, to, isHandled])).toEqual([
        [state, 'COMPLETED', 'running.watched', true],
        ['running.watched', 'COMPLETED', 'completed', true],
      ]);
    }
  });

  it('passes through running where a job that is queued completes, and keeps the output (invariant 3)', () => {
    const done = arrive([EVENTS.SUBMIT_ACCEPTED, EVENTS.COMPLETED]);
    expect(done.context.output).toEqual({ lengthMs: 2_500, location: 'there' });
    for (const [state, node] of Object.entries(videoJobMachine.config.states ?? {})) {
      const leads = JSON.stringify((node as { on?: unknown }).on ?? {}).includes('"completed"');
      expect(leads).toBe(state === 'running');
    }
  });

  it('gives up after eight submits that the provider did not take', () => {
    let snapshot = arrive([]);
    for (let attempt = 2; attempt <= SUBMIT_ATTEMPTS_MAX; attempt++) {
      snapshot = runner.next(snapshot, EVENTS.SUBMIT_NOT_TAKEN).snapshot;
      expect(snapshot.context.attempt).toBe(attempt);
    }
    snapshot = runner.next(snapshot, EVENTS.SUBMIT_NOT_TAKEN).snapshot;
    expect(snapshot.context.failure).toEqual({ slug: 'provider_unavailable', message: 'busy' });
  });

  it('names what was lacking when the last of eight repeatable submits went without an outcome', () => {
    const tries = new Array<VideoJobEvent>(SUBMIT_ATTEMPTS_MAX).fill(EVENTS.SUBMIT_WITHOUT_OUTCOME);
    expect(arrive(tries).context.failure).toEqual({ slug: 'provider_timeout', message: 'silence' });
  });

  it('never repeats a submit of unknown outcome towards a provider that takes no idempotency key (invariant 4)', () => {
    for (const event of [EVENTS.SUBMIT_WITHOUT_OUTCOME, EVENTS.RESUMED]) {
      const step = runner.next(arrive([], false), event);
      expect([stateOf(step.snapshot), step.effects]).toEqual(['failed', ['settle']]);
      expect(step.snapshot.context.failure?.slug).toBe('outcome_unknown');
    }
    const again = runner.next(arrive([], false), EVENTS.SUBMIT_NOT_TAKEN);
    expect([stateOf(again.snapshot), again.effects]).toEqual(['submitting', ['callSubmit']]);
  });

  it('expires, also where it started or was started during the last call (invariant 5)', () => {
    for (const events of [
      [EVENTS.DEADLINE],
      [EVENTS.SUBMIT_ACCEPTED, EVENTS.DEADLINE, EVENTS.STARTED, EVENTS.FINAL_POLL_UNSETTLED],
      [EVENTS.SUBMIT_ACCEPTED, EVENTS.STARTED, EVENTS.DEADLINE, EVENTS.FINAL_POLL_UNSETTLED],
    ]) {
      expect(arrive(events).context.failure?.slug).toBe('expired');
    }
  });

  it("ends as expired, with the operator's words, wherever an operator ends it (invariant 7)", () => {
    for (const state of STATES.filter((one) => one !== 'completed' && one !== 'failed')) {
      const { snapshot } = runner.next(arrive(PATHS[state]), EVENTS.ENDED_BY_OPERATOR);
      expect(snapshot.context.failure).toEqual({ slug: 'expired', message: 'enough' });
    }
  });

  it('is tagged with one status everywhere, and as calling where a restart has to call again (invariant 6)', () => {
    for (const state of STATES) {
      const snapshot = arrive(PATHS[state]);
      const statuses = (['pending', 'in_progress', 'completed', 'failed'] as const).filter((tag) =>
        snapshot.hasTag(tag),
      );
      expect(statuses).toHaveLength(1);
      expect(snapshot.hasTag('calling')).toBe('RESUMED' in TABLE[state]);
    }
  });

  it('settles at most once, ends only with an output or a failure, and ends whenever it is driven to an end (1 to 5)', () => {
    const event = fc.constantFrom(...ALL_EVENTS);
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 30, size: 'max' }),
        fc.boolean(),
        fc.boolean(),
        (events, isIdempotent, rereads) => {
          let snapshot = runner.initial({ idempotentSubmit: isIdempotent }).snapshot;
          let settled = 0;
          const drive = (next: VideoJobEvent) => {
            const wasFinal = snapshot.isDone;
            const step = runner.next(rereads ? reread(snapshot) : snapshot, next);
            settled += step.effects.filter((effect) => effect === 'settle').length;
            if (wasFinal) expect([stateOf(step.snapshot), step.effects]).toEqual([stateOf(snapshot), []]);
            snapshot = step.snapshot;
            expect(settled).toBe(snapshot.isDone ? 1 : 0);
            expect(snapshot.context.output !== null).toBe(stateOf(snapshot) === 'completed');
            expect(snapshot.context.failure !== null).toBe(stateOf(snapshot) === 'failed');
          };
          for (const next of events) drive(next);
          // Whatever came before: the deadline and the end of the last call end the job.
          drive(EVENTS.DEADLINE);
          drive(EVENTS.FINAL_POLL_UNSETTLED);
          expect(snapshot.isDone).toBe(true);
        },
      ),
      { numRuns: repetitions(125, 500) },
    );
  });

  it('waits longer before each submit, up to five seconds', () => {
    const waits = Array.from({ length: SUBMIT_ATTEMPTS_MAX }, (_, i) => submitBackOffMs(i + 1));
    expect(waits).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 5_000]);
  });
});
