import { expect, it } from 'vitest';
import type { ProviderAnswered } from '../../../../../simulation/history/observation.js';
import { POLLS_SHOWN } from '../../../../../simulation/rules/jobs/polls/polls-shown.js';
import { MadeHistory } from '../../made-history.js';

const JOB = 'video_1';
const MODEL = {
  id: 'model/0',
  provider: 'plain',
  pricePerSecondMicroDa: 1,
  deadlineAfterMs: 60_000,
} as const;
const ANSWERS: Readonly<Record<string, ProviderAnswered['answer']>> = {
  failed: { kind: 'error' },
  pending: { kind: 'state', state: { state: 'pending' } },
  busy: { kind: 'busy' },
};

/** @param polls one a second, each answered as its name says; undefined if it never is */
function said(polls: readonly (string | undefined)[], shown: object, lookedAt = 60_000): string {
  const made = new MadeHistory(POLLS_SHOWN, { models: [MODEL] });
  for (const [call, how] of polls.entries()) {
    const about = { kind: 'poll', provider: 'plain', model: MODEL.id, jobId: JOB } as const;
    made.see({ at: call * 1_000, what: 'provider_called', call, ...about });
    const answer = ANSWERS[how ?? ''];
    if (answer !== undefined) made.see({ at: call * 1_000 + 20, what: 'provider_answered', call, answer });
  }
  const request = made.send(lookedAt, { op: 'show_job', job: 1 }, { jobId: JOB });
  made.answer(lookedAt, request, { body: { id: JOB, awaits: 'poll', ...shown } });
  return made.end().join();
}

it('wants the polls shown that failed since the last that was answered, and why', () => {
  const twice = { polls_failed: 2, last_error: 'an answer that makes no sense' };
  expect(said(['failed', 'failed'], twice)).toBe('');
  expect(said(['failed', 'failed', 'pending'], {})).toBe('');
  expect(said(['failed', 'failed', 'pending'], twice)).toMatch(/shows 2 failed polls in a row, not 0/);
  expect(said(['failed', 'pending', 'failed'], twice)).toMatch(/shows 2 failed polls in a row, not 1/);
  expect(said(['failed', 'failed'], { polls_failed: 2 })).toMatch(/with 2 failed polls, shows undefined/);
});

it('says nothing of a job whose polls are not known, or that is not polled', () => {
  expect(said(['failed', undefined], {})).toBe('');
  expect(said(['failed', 'busy'], {})).toBe('');
  expect(said(['failed'], { awaits: 'last_call' })).toBe('');
  expect(said([], {})).toBe('');
});
