import { expect, it } from 'vitest';
import { JOB_LOOKS } from '../../../../../simulation/rules/jobs/looks/job-looks.js';
import { MadeHistory } from '../../made-history.js';

const JOB = 'video_1';
const MODEL = {
  id: 'model/0',
  provider: 'plain',
  fallbacks: ['idempotent'],
  pricePerSecondMicroDa: 1,
  deadlineAfterMs: 60_000,
} as const;
const LOOK_AT = 20_000;
const POLLED = {
  id: JOB,
  account: 'acct_default',
  key: 'key_1',
  model: MODEL.id,
  provider: 'plain',
  created_at: 1_800_000_000,
  status: 'in_progress',
  submits: 1,
  reserved: 1,
  awaits: 'poll',
  next_poll_in: 5,
  deadline_at: 1_800_000_060,
};

/** A job that its first provider took, as an operator is shown it, and when it is polled next. */
function said(shown: object, polledAt = LOOK_AT + 5_000): string {
  const made = new MadeHistory(JOB_LOOKS, { models: [MODEL] });
  made.key(1, 60);
  const submit = made.send(0, { op: 'submit', key: 1, model: MODEL.id, prompt: 'A film.' });
  made.answer(0, submit, { status: 202, body: { id: JOB, created_at: POLLED.created_at } });
  const about = { provider: 'plain', model: MODEL.id, jobId: JOB } as const;
  made.see({ at: 10, what: 'provider_called', call: 1, kind: 'submit', ...about });
  const accepted = { outcome: 'accepted', handle: 'one', state: { state: 'pending' } } as const;
  made.see({ at: 20, what: 'provider_answered', call: 1, answer: { kind: 'submit', answer: accepted } });
  const look = made.send(LOOK_AT, { op: 'show_job', job: 1 }, { jobId: JOB });
  made.answer(LOOK_AT, look, { body: { ...POLLED, ...shown } });
  made.see({ at: polledAt, what: 'provider_called', call: 2, kind: 'poll', ...about });
  return made.end().join();
}

it('wants a job shown as it was asked for', () => {
  expect(said({})).toBe('');
  expect(said({ key: 'key_2' })).toMatch(/has key key_2, not key_1/);
  expect(said({ created_at: 1_800_000_009 })).toMatch(/has created_at/);
  const over = { status: 'failed', awaits: undefined, next_poll_in: undefined, deadline_at: undefined };
  expect(said(over)).toMatch(/is failed, and holds 1 DA/);
  expect(said({ cost: 1 })).toMatch(/is in_progress, and has cost/);
});

it('wants its deadline, and a next poll that comes no sooner', () => {
  expect(said({ deadline_at: 1_800_000_065 })).toMatch(/has the deadline 1800000065, not 1800000060/);
  expect(said({ deadline_at: undefined })).toMatch(/has no deadline/);
  expect(said({ awaits: 'last_call', next_poll_in: undefined })).toMatch(/was asked a last time/);
  expect(said({ next_poll_in: 500 })).toMatch(/the next poll in 500 s/);
  expect(said({}, LOOK_AT + 4_000)).toMatch(/is polled 900 ms sooner/);
});

it('wants no other routes of a job that a provider has, and no more submits than there were', () => {
  expect(said({ routes_left: 1 })).toMatch(/with 1 routes left/);
  expect(said({ routes_left: 2 })).toMatch(/has 2 routes left, and 1 at most were not tried/);
  expect(said({ provider: 'idempotent' })).toMatch(/is with idempotent, not plain/);
  expect(said({ submits: 3 })).toMatch(/was submitted 3 times, of which 1 were seen/);
});
