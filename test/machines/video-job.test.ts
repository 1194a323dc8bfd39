import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MachineRunner, type MachineSnapshot, type MachineStep } from '../../src/machines/run-machine.js';
import { SUBMIT_ATTEMPTS_MAX, submitBackOffMs } from '../../src/machines/submit-attempts.js';
import { videoJobMachine } from '../../src/machines/video-job.js';
import { firstContext, type VideoJobContext } from '../../src/machines/video-job-context.js';
import type { VideoJobEvent, VideoJobEventType } from '../../src/machines/video-job-events.js';
import type { LostAnswer, Route } from '../../src/providers/provider.js';
import { repetitions } from '../test-set.js';

type Snapshot = MachineSnapshot<typeof videoJobMachine>;
type StatePath =
  | 'submitting'
  | 'waiting'
  | 'finding'
  | 'queued.watched'
  | 'queued.lastCall'
  | 'running.watched'
  | 'running.lastCall'
  | 'reading'
  | 'completed'
  | 'failed';

const runner = new MachineRunner(videoJobMachine);

type Kind = LostAnswer['kind'];
const KINDS: readonly Kind[] = ['idempotent', 'findable', 'unknown'];

function route(provider: string, kind: Kind): Route {
  return { provider, model: `${provider}/video`, lostAnswer: { kind } };
}

const READ = {
  lengthMs: 2_480,
  link: '/results/a',
  file: { bytes: 9, contentType: 'video/mp4', isKept: true },
};

const EVENTS: { readonly [Type in VideoJobEventType]: Extract<VideoJobEvent, { type: Type }> } = {
  SUBMIT_ACCEPTED: { type: 'SUBMIT_ACCEPTED', handle: 'h-1' },
  SUBMIT_REJECTED: { type: 'SUBMIT_REJECTED', slug: 'content_rejected', message: 'no' },
  SUBMIT_NOT_TAKEN: { type: 'SUBMIT_NOT_TAKEN', message: 'busy', isTooLate: false },
  SUBMIT_WITHOUT_OUTCOME: { type: 'SUBMIT_WITHOUT_OUTCOME', message: 'silence', isTooLate: false },
  SUBMIT_WAITS: { type: 'SUBMIT_WAITS' },
  SUBMIT_BEGINS: { type: 'SUBMIT_BEGINS' },
  NOT_FOUND: { type: 'NOT_FOUND' },
  STARTED: { type: 'STARTED' },
  COMPLETED: { type: 'COMPLETED', lengthMs: 2_500, location: 'there' },
  MADE: { type: 'MADE', location: 'https://there', saidMs: 2_500 },
  RESULT_READ: { type: 'RESULT_READ', ...READ },
  RESULT_UNREADABLE: { type: 'RESULT_UNREADABLE', message: 'no clip' },
  FAILED: { type: 'FAILED', slug: 'provider_error', message: 'broke' },
  DEADLINE: { type: 'DEADLINE' },
  FINAL_POLL_UNSETTLED: { type: 'FINAL_POLL_UNSETTLED' },
  ENDED_BY_OPERATOR: { type: 'ENDED_BY_OPERATOR', message: 'enough' },
  RESUMED: { type: 'RESUMED', isTooLate: false },
};
const TOO_LATE: readonly VideoJobEvent[] = [
  { ...EVENTS.SUBMIT_NOT_TAKEN, isTooLate: true },
  { ...EVENTS.SUBMIT_WITHOUT_OUTCOME, isTooLate: true },
  { ...EVENTS.RESUMED, isTooLate: true },
];
const ALL_EVENTS: readonly VideoJobEvent[] = Object.values(EVENTS);

/** Of a job whose provider can be asked for it. */
const PATHS: { readonly [To in StatePath]: readonly VideoJobEvent[] } = {
  submitting: [],
  waiting: [EVENTS.SUBMIT_WAITS],
  finding: [EVENTS.SUBMIT_WITHOUT_OUTCOME],
  'queued.watched': [EVENTS.SUBMIT_ACCEPTED],
  'queued.lastCall': [EVENTS.SUBMIT_ACCEPTED, EVENTS.DEADLINE],
  'running.watched': [EVENTS.SUBMIT_ACCEPTED, EVENTS.STARTED],
  'running.lastCall': [EVENTS.SUBMIT_ACCEPTED, EVENTS.STARTED, EVENTS.DEADLINE],
  reading: [EVENTS.SUBMIT_ACCEPTED, EVENTS.MADE],
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
    SUBMIT_WITHOUT_OUTCOME: ['finding', 'find'],
    RESUMED: ['finding', 'find'],
    SUBMIT_WAITS: ['waiting'],
    SUBMIT_BEGINS: ['submitting', 'callSubmit'],
    DEADLINE: ['failed', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'settle'],
  },
  waiting: {
    SUBMIT_BEGINS: ['submitting', 'callSubmit'],
    SUBMIT_NOT_TAKEN: ['submitting', 'callSubmit'],
    RESUMED: ['waiting', 'awaitSubmit'],
    DEADLINE: ['failed', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'settle'],
  },
  finding: {
    SUBMIT_ACCEPTED: ['queued.watched', 'watch'],
    SUBMIT_REJECTED: ['failed', 'settle'],
    NOT_FOUND: ['failed', 'settle'],
    RESUMED: ['finding', 'find'],
    DEADLINE: ['failed', 'cancel', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'cancel', 'settle'],
  },
  'queued.watched': {
    STARTED: ['running.watched'],
    COMPLETED: ['completed', 'settle'],
    MADE: ['reading', 'read'],
    FAILED: ['failed', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'cancel', 'settle'],
    DEADLINE: ['queued.lastCall', 'finalPoll'],
  },
  'queued.lastCall': {
    STARTED: ['running.lastCall'],
    COMPLETED: ['completed', 'settle'],
    MADE: ['reading', 'read'],
    FAILED: ['failed', 'settle'],
    FINAL_POLL_UNSETTLED: ['failed', 'cancel', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'cancel', 'settle'],
    RESUMED: ['queued.lastCall', 'finalPoll'],
  },
  'running.watched': {
    COMPLETED: ['completed', 'settle'],
    MADE: ['reading', 'read'],
    FAILED: ['failed', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'cancel', 'settle'],
    DEADLINE: ['running.lastCall', 'finalPoll'],
  },
  'running.lastCall': {
    COMPLETED: ['completed', 'settle'],
    MADE: ['reading', 'read'],
    FAILED: ['failed', 'settle'],
    FINAL_POLL_UNSETTLED: ['failed', 'cancel', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'cancel', 'settle'],
    RESUMED: ['running.lastCall', 'finalPoll'],
  },
  reading: {
    RESULT_READ: ['completed', 'settle'],
    RESULT_UNREADABLE: ['failed', 'settle'],
    DEADLINE: ['failed', 'settle'],
    ENDED_BY_OPERATOR: ['failed', 'settle'],
    RESUMED: ['reading', 'read'],
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

function first(kind: Kind, fallbacks: readonly Route[] = []): Snapshot {
  return runner.at({ value: 'submitting', context: firstContext({ route: route('p', kind), fallbacks }) });
}

function arrive(
  events: readonly VideoJobEvent[],
  kind: Kind = 'findable',
  fallbacks: readonly Route[] = [],
): Snapshot {
  return events.reduce((snapshot, event) => runner.next(snapshot, event).snapshot, first(kind, fallbacks));
}

describe('the video job machine', () => {
  it('begins by wanting to submit', () => {
    const input = { route: route('p', 'unknown'), fallbacks: [route('q', 'unknown')] };
    const { snapshot, effects } = runner.initial(input);
    expect([stateOf(snapshot), effects]).toEqual(['submitting', ['callSubmit']]);
    expect(first('unknown', input.fallbacks)).toEqual(snapshot);
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
    for (const kind of KINDS) {
      for (const from of paths.map((path) => arrive(path, kind, [route('q', kind)]))) {
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
      expect(leads).toBe(state === 'running' || state === 'reading');
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

  it('ends with an unknown outcome if the last of eight repeatable submits went without one', () => {
    const tries = new Array<VideoJobEvent>(SUBMIT_ATTEMPTS_MAX).fill(EVENTS.SUBMIT_WITHOUT_OUTCOME);
    expect(arrive(tries, 'idempotent').context.failure).toMatchObject({ slug: 'outcome_unknown' });
    const busyAtLast = [EVENTS.SUBMIT_WITHOUT_OUTCOME, ...tries.slice(1).fill(EVENTS.SUBMIT_NOT_TAKEN)];
    expect(arrive(busyAtLast, 'idempotent').context.failure).toMatchObject({ slug: 'outcome_unknown' });
  });

  it('repeats a submit of unknown outcome towards a provider that takes idempotency keys, in their time', () => {
    for (const event of [EVENTS.SUBMIT_WITHOUT_OUTCOME, EVENTS.RESUMED]) {
      const again = runner.next(arrive([], 'idempotent'), event);
      expect([stateOf(again.snapshot), again.effects]).toEqual(['submitting', ['callSubmit']]);
      expect(again.snapshot.context.isBound).toBe(true);
    }
    for (const event of TOO_LATE) {
      const late = runner.next(arrive([EVENTS.SUBMIT_WITHOUT_OUTCOME], 'idempotent'), event);
      expect([stateOf(late.snapshot), late.effects]).toEqual(['failed', ['settle']]);
      expect(late.snapshot.context.failure?.slug).toBe('outcome_unknown');
    }
  });

  it('never repeats a submit of unknown outcome towards a provider that takes no idempotency key (invariant 4)', () => {
    for (const event of [EVENTS.SUBMIT_WITHOUT_OUTCOME, EVENTS.RESUMED]) {
      const step = runner.next(arrive([], 'unknown'), event);
      expect([stateOf(step.snapshot), step.effects]).toEqual(['failed', ['settle']]);
      expect(step.snapshot.context.failure?.slug).toBe('outcome_unknown');
    }
    const again = runner.next(arrive([], 'unknown'), EVENTS.SUBMIT_NOT_TAKEN);
    expect([stateOf(again.snapshot), again.effects]).toEqual(['submitting', ['callSubmit']]);
  });

  it('that its provider does not find ends with an unknown outcome', () => {
    const end = arrive([EVENTS.SUBMIT_WITHOUT_OUTCOME, EVENTS.NOT_FOUND]);
    expect(end.context.failure?.slug).toBe('outcome_unknown');
  });

  it('takes the next route if its provider surely did not take it, and begins to count anew', () => {
    const [q, r] = [route('q', 'findable'), route('r', 'unknown')];
    const second = runner.next(first('unknown', [q, r]), EVENTS.SUBMIT_NOT_TAKEN);
    expect(second.effects).toEqual(['callSubmit']);
    expect(second.snapshot.context).toMatchObject({ route: q, fallbacks: [r], attempt: 1, isBound: false });
    const third = runner.next(second.snapshot, EVENTS.SUBMIT_NOT_TAKEN).snapshot;
    expect(third.context).toMatchObject({ route: r, fallbacks: [], attempt: 1 });
    const last = runner.next(third, EVENTS.SUBMIT_NOT_TAKEN).snapshot;
    expect(last.context).toMatchObject({ route: r, attempt: 2 });
  });

  it('keeps the output that was read, and the location that its provider gave', () => {
    const done = arrive([...PATHS.reading, EVENTS.RESULT_READ]);
    expect(done.context).toMatchObject({ output: { ...READ, location: 'https://there' }, made: null });
  });

  it('fails without a result if that is unreadable, or was not read at the deadline of reading', () => {
    for (const event of [EVENTS.RESULT_UNREADABLE, EVENTS.DEADLINE]) {
      expect(arrive([...PATHS.reading, event]).context.failure?.slug).toBe('result_unavailable');
    }
  });

  it('is never submitted elsewhere once it is bound, whatever comes (invariant 8)', () => {
    const event = fc.constantFrom(...ALL_EVENTS, ...TOO_LATE);
    const kind = fc.constantFrom(...KINDS);
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 20 }),
        kind,
        fc.array(kind, { maxLength: 3 }),
        (events, of, others) => {
          let snapshot = first(
            of,
            others.map((one, n) => route(`other-${n}`, one)),
          );
          const bound = new Set<string>();
          for (const next of events) {
            const before: VideoJobContext = snapshot.context;
            const wasSubmitting = stateOf(snapshot) === 'submitting';
            const step = runner.next(snapshot, next);
            snapshot = reread(step.snapshot);
            const { route: taken, handle, isBound } = snapshot.context;
            const isUnclear = next.type === 'SUBMIT_WITHOUT_OUTCOME' || next.type === 'RESUMED';
            if ((wasSubmitting && isUnclear) || isBound || handle !== null) bound.add(taken.provider);
            if (taken.provider !== before.route.provider) expect([...bound]).toEqual([]);
            if (step.effects.includes('callSubmit') && bound.size > 0) {
              expect([...bound]).toEqual([taken.provider]);
            }
          }
        },
      ),
      { numRuns: repetitions(125, 1_000) },
    );
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
    const event = fc.constantFrom(...ALL_EVENTS, ...TOO_LATE);
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 30, size: 'max' }),
        fc.constantFrom(...KINDS),
        fc.boolean(),
        (events, kind, rereads) => {
          let snapshot = first(kind, [route('q', kind)]);
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
          // Whatever came before: the deadlines and the end of the last call end the job.
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
