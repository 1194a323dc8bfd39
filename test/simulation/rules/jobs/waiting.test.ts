import { expect, it } from 'vitest';
import { WAITING } from '../../../../simulation/rules/jobs/waiting.js';
import { checkBreaches } from '../check-breaches.js';
import { cleanRun } from '../clean-run.js';
import { at, JOB, type Moment, type Run, reportsOf, SETUP, submitCalled } from '../told-history.js';

/** The disk with the job as it stands there. */
function standing(value: string, more: object = {}): Moment {
  const status = value === 'failed' ? 'failed' : 'pending';
  const machine = { value, context: { output: null, failure: null, ...more } };
  return { disk: { jobs: { [JOB]: { status, machine } } }, when: 'restart' };
}

const LOST = at(1_000, standing('failed', { failure: { slug: 'outcome_unknown' } }));
const UNSENT: Run = { providerSubmit: at(110), providerPoll: at(200), end: at(1_000) };
const AS_IF_SENT = at(400, { what: 'stopping' }, { what: 'stopped' }, standing('submitting'));
const WAITS = at(400, standing('waiting'));

checkBreaches(
  WAITING,
  [
    ['a job waits that was sent', { crash: WAITS }, /stands as waiting, and a provider may have it/],
    ['a job that waited is lost', { ...UNSENT, crash: WAITS, end: LOST }, /was not sent since, and failed/],
    [
      'a node that stopped leaves a job as if it was sent',
      { ...UNSENT, crash: AS_IF_SENT },
      /was not sent when the node stopped/,
    ],
  ],
  [
    ['a job waits that its provider knows again', { crash: at(400, standing('waiting', { isBound: true })) }],
    [
      'a job that waited is lost after it was sent',
      { ...UNSENT, crash: WAITS, sent: at(700, submitCalled(7)), end: LOST },
    ],
    [
      'a node that was killed leaves a job as if it was sent',
      { ...UNSENT, crash: at(400, standing('submitting')) },
    ],
    [
      'the disk failed since the submit',
      { ...UNSENT, failed: at(240, { what: 'disk_failed', fault: 'reject' }), crash: AS_IF_SENT },
    ],
  ],
);

it('lets a stop that ran out of time leave a note that a full mailbox refused, or that queued', () => {
  const slow: Run = {
    crash: at(400, { what: 'stopping' }),
    stopped: at(10_400, { what: 'stopped' }, standing('submitting')),
  };
  const run = cleanRun({ ...UNSENT, ...slow, end: at(20_000) });
  expect(reportsOf(WAITING, run, { ...SETUP, limits: { mailboxMax: 2 } })).toEqual([]);
  const slowly = {
    ...SETUP,
    limits: { writesInCommit: 1 },
    settings: { ...SETUP.settings, commitMsMax: 200 },
  };
  expect(reportsOf(WAITING, run, slowly)).toEqual([]);
  expect(reportsOf(WAITING, run)).toEqual([expect.stringContaining('was not sent when the node stopped')]);
});
