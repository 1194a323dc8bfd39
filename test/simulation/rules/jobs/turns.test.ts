import { expect, it } from 'vitest';
import { TURNS } from '../../../../simulation/rules/jobs/submits/turns.js';
import { checkBreaches } from '../check-breaches.js';
import { cleanRun, failed, PENDING } from '../clean-run.js';
import {
  ACCEPTED,
  at,
  exchange,
  FORGETFUL,
  type Moment,
  NOT_NOW,
  POLL,
  pollCalled,
  providerSaid,
  ROUTED,
  type Run,
  reportsOf,
  SETUP,
  SUBMIT,
  sent,
  submitCalled,
} from '../told-history.js';

const WAITER = 'video_2';
const OTHER = 'video_3';
const ACCEPTED_AT = 2_000;
/** A turn is 5 s and four commits, each of 1 ms. */
const TURN_MS = 5_004;
const COOL_DOWN_MS = 40_000;

type Headers = Parameters<typeof exchange>[3];
type Call = Parameters<typeof exchange>[0];

function accepted(call: Call = SUBMIT, headers: Headers = {}): readonly Moment[] {
  return exchange(call, 202, { id: WAITER, status: 'pending' }, headers);
}

/** Somebody asks so long after the job was accepted, and the rule looks around. */
function looks(afterMs: number): Run {
  return { [`look ${afterMs}`]: at(ACCEPTED_AT + afterMs, ...exchange({ op: 'credits', key: 0 }, 200, {})) };
}

/** A job that is accepted at 2 s and not called for, beside moments of other times. */
function waits(afterMs: number, more: Run = {}): Run {
  return { accepted: at(ACCEPTED_AT, ...accepted()), ...more, ...looks(afterMs) };
}

/** A poll shows how it stands. */
function shows(standing: object): readonly Moment[] {
  return exchange(POLL, 200, { ...standing, id: WAITER }, {}, { jobId: WAITER });
}

/** A call for another job, and what its provider says of it. */
function answers(calledAt: number, saidAt: number, answer: Parameters<typeof providerSaid>[1]): Run {
  return { call: at(calledAt, submitCalled(7, OTHER)), said: at(saidAt, providerSaid(7, answer)) };
}

const NOT_YET = { kind: 'submit', answer: { ...NOT_NOW.answer, askAgainAfterMs: 50_000 } } as const;
const CRASH: Moment = { what: 'crashed', on: 'now', undecided: 'kept' };
const WORKING = { kind: 'state', state: { state: 'pending' } } as const;
const JUST_OVER = TURN_MS + 1;
const STARTS = [{ what: 'starting', isReboot: false }, { what: 'started' }] as const;
const taken: readonly Moment[] = [submitCalled(7, WAITER), providerSaid(7, ACCEPTED)];
const fails = (jobId: string): Moment => ({
  ...{ what: 'provider_failed', how: 'refused', kind: 'submit', provider: 'idempotent', jobId },
  model: 'model/idempotent',
});

checkBreaches(
  TURNS,
  [
    [
      'a job is not called for, once',
      { ...waits(JUST_OVER), ...looks(20_000) },
      /^video_2 was accepted 5005 ms ago, and its provider was not called for it$/,
    ],
    [
      'another provider has a submit to answer',
      waits(JUST_OVER, { call: at(2_500, submitCalled(7, OTHER, 'model/forgetful')) }),
      /video_2 was accepted 5005 ms ago/,
    ],
    ['its provider has a poll to answer', waits(JUST_OVER, { call: at(5_000, pollCalled(7)) }), /video_2/],
    [
      'its provider answers a poll',
      waits(JUST_OVER, { call: at(2_900, pollCalled(7)), said: at(3_000, providerSaid(7, WORKING)) }),
      /video_2 was accepted 5005 ms ago/,
    ],
    [
      'a process before had a submit that was not answered',
      waits(JUST_OVER, { call: at(300, submitCalled(7, OTHER)) }),
      /video_2 was accepted 5005 ms ago/,
    ],
    [
      'it is shown as pending',
      waits(JUST_OVER, { poll: at(5_000, ...shows(PENDING)) }),
      /video_2 was accepted 5005 ms ago/,
    ],
    [
      'its provider answered a submit long enough before',
      waits(6_005, answers(2_000, 3_000, ACCEPTED)),
      /video_2 was accepted 6005 ms ago/,
    ],
    [
      'its provider failed for another job long enough before',
      waits(COOL_DOWN_MS + JUST_OVER, { fails: at(ACCEPTED_AT, fails(OTHER)) }),
      /video_2 was accepted 45005 ms ago/,
    ],
    [
      'its provider put another job off long enough before',
      waits(COOL_DOWN_MS + JUST_OVER, answers(1_900, ACCEPTED_AT, NOT_NOW)),
      /video_2 was accepted 45005 ms ago/,
    ],
    [
      'the disk failed long enough before',
      waits(3_000 + JUST_OVER, { disk: at(ACCEPTED_AT, { what: 'disk_failed', fault: 'reject' }) }),
      /video_2 was accepted 8005 ms ago/,
    ],
    [
      'the machine was short long enough before',
      waits(3_000 + JUST_OVER, { short: at(ACCEPTED_AT, { what: 'short', of: 'disk', forMs: 2_000 }) }),
      /video_2 was accepted 8005 ms ago/,
    ],
    [
      'the configuration was read long enough before',
      waits(1_000 + JUST_OVER, { read: at(ACCEPTED_AT, { what: 'reloaded', outcome: 'applied' }) }),
      /video_2 was accepted 6005 ms ago/,
    ],
    [
      'a configuration was refused',
      waits(JUST_OVER, { read: at(2_000, { what: 'reloaded', outcome: 'refused' }) }),
      /video_2 was accepted 5005 ms ago/,
    ],
    [
      'its provider is in the configuration once more',
      waits(2_000 + JUST_OVER, {
        gone: at(2_000, { what: 'reloaded', outcome: 'applied', without: 'idempotent' }),
        read: at(3_000, { what: 'reloaded', outcome: 'applied' }),
      }),
      /video_2 was accepted 7005 ms ago/,
    ],
    [
      'a start ended what was in doubt',
      waits(JUST_OVER, {
        ...answers(100, 130, NOT_NOW),
        read: at(150, { what: 'reloaded', outcome: 'applied', without: 'idempotent' }),
      }),
      /video_2 was accepted 5005 ms ago/,
    ],
  ],
  [
    ['its turn is not over', waits(TURN_MS)],
    ['it is called for in time', waits(20_000, { called: at(7_000, ...taken) })],
    ['its call fails', waits(56_000, { fails: at(7_000, fails(WAITER)) })],
    ['it is called for before it is answered', waits(20_000, { called: at(1_999, ...taken) })],
    ['it is shown as failed', waits(20_000, { poll: at(7_000, ...shows(failed('expired'))) })],
    [
      'an operator ends it',
      waits(20_000, { ends: at(7_000, sent({ op: 'fail_job', job: 2, reason: '' }, { jobId: WAITER })) }),
    ],
    ['its deadline is over', waits(60_000)],
    ['it has other routes', { accepted: at(ACCEPTED_AT, ...accepted(ROUTED)), ...looks(JUST_OVER) }],
    [
      'its model is none',
      { accepted: at(ACCEPTED_AT, ...accepted({ ...SUBMIT, model: 'x' })), ...looks(JUST_OVER) },
    ],
    [
      'its submit was answered before',
      {
        accepted: at(ACCEPTED_AT, ...accepted(SUBMIT, { 'idempotent-replayed': 'true' })),
        ...looks(JUST_OVER),
      },
    ],
    [
      'it is refused',
      { refused: at(ACCEPTED_AT, ...exchange(FORGETFUL, 503, { id: WAITER })), ...looks(JUST_OVER) },
    ],
    ['its provider has a submit to answer', waits(JUST_OVER, { call: at(6_700, submitCalled(7, OTHER)) })],
    ['its provider answered a submit just before', waits(6_000, answers(2_900, 3_000, ACCEPTED))],
    ['its provider does not answer a poll', waits(JUST_OVER, { call: at(2_105, pollCalled(7)) })],
    [
      'its provider answered a poll when nobody waited for it',
      waits(20_000, { call: at(2_100, pollCalled(7)), said: at(7_000, providerSaid(7, WORKING)) }),
    ],
    ['its provider failed for another job', waits(COOL_DOWN_MS, { fails: at(ACCEPTED_AT, fails(OTHER)) })],
    ['its provider is busy', waits(COOL_DOWN_MS, answers(1_900, ACCEPTED_AT, { kind: 'busy' }))],
    ['its provider talks garbage', waits(COOL_DOWN_MS, answers(1_900, ACCEPTED_AT, { kind: 'garbage' }))],
    ['its provider wants no more for long', waits(55_000, answers(1_900, ACCEPTED_AT, NOT_YET))],
    [
      'the disk has failed',
      waits(8_000, { disk: at(ACCEPTED_AT, { what: 'disk_failed', fault: 'reject' }) }),
    ],
    [
      'the machine was short of something',
      waits(8_000, { short: at(ACCEPTED_AT, { what: 'short', of: 'disk', forMs: 2_000 }) }),
    ],
    [
      'the configuration was just read',
      waits(6_000, { read: at(2_000, { what: 'reloaded', outcome: 'applied' }) }),
    ],
    [
      'its provider is in the configuration no more',
      waits(50_000, { read: at(3_000, { what: 'reloaded', outcome: 'applied', without: 'idempotent' }) }),
    ],
    ['the node has just started', waits(6_000, { starts: at(ACCEPTED_AT, ...STARTS) })],
    [
      'the node crashed',
      waits(20_000, { crash: at(3_000, pollCalled(7), CRASH, ...STARTS, providerSaid(7, WORKING)) }),
    ],
    [
      'the node took it as it stopped',
      waits(20_000, {
        stop: at(1_900, { what: 'stopping' }),
        starts: at(3_000, { what: 'stopped' }, ...STARTS),
      }),
    ],
  ],
);

it.each([
  ['providers are out of sight', { ...SETUP, providersAreSeen: false }],
  ['mailboxes are small', { ...SETUP, limits: { mailboxMax: 2 } }],
  ['commits are slow', { ...SETUP, settings: { ...SETUP.settings, commitMsMax: 2 } }],
])('the rule turns has nothing to say if %s', (_, setup) => {
  expect(reportsOf(TURNS, cleanRun(waits(JUST_OVER)), SETUP)).toHaveLength(1);
  expect(reportsOf(TURNS, cleanRun(waits(JUST_OVER)), setup)).toEqual([]);
});
