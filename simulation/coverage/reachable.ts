/**
 * Which events of a video job never meet it in which state, in a whole node, and why.
 *
 * A step counts as made when the machine made it, whether or not its turn is committed afterwards. All
 * that follows from a turn (a call to the provider, the end of a delivery) follows once that turn is on disk.
 * A run that shows one of these pairs refutes what is written here, and breaks the rule `state-charts`.
 *
 * Nothing else is taken for granted: a message that is refused is brought again, so its answer can come after
 * later ones; two calls can be answered before the job's end is on disk and stops the polls; a provider may
 * contradict itself; a submit can be answered after the deadline.
 */
import type { VideoJobEventType } from '../../src/machines/video-job-events.js';
import type { CannotOccur } from './subject.js';

interface Reason {
  readonly states: readonly string[];
  readonly events: readonly VideoJobEventType[];
  readonly reason: string;
}

const WATCHED = ['queued.watched', 'running.watched'];
const FINAL_POLL = ['queued.lastCall', 'running.lastCall'];
const FINAL = ['completed', 'failed'];
const BEFORE_ACCEPTED = ['submitting', 'waiting', 'finding'];

const REASONS: readonly Reason[] = [
  {
    states: [...WATCHED, ...FINAL_POLL, 'reading', 'completed'],
    events: ['SUBMIT_ACCEPTED', 'SUBMIT_REJECTED', 'SUBMIT_NOT_TAKEN', 'SUBMIT_WITHOUT_OUTCOME', 'NOT_FOUND'],
    reason:
      'A job has one submit at a time: the next is made only when the answer to the one before is on disk, or ' +
      'after a restart, which forgets the calls of the process before. It is looked for only once the answer to ' +
      'its last submit is on disk. So once the job is accepted, no other such answer is on its way.',
  },
  {
    states: BEFORE_ACCEPTED,
    events: ['STARTED', 'COMPLETED', 'MADE', 'FAILED', 'FINAL_POLL_UNSETTLED'],
    reason:
      'How a job stands is told by the answer that accepts it, right after SUBMIT_ACCEPTED, or asked for with ' +
      'the handle that this answer brought, once that is on disk. Nothing leads back from there.',
  },
  {
    states: ['submitting'],
    events: ['NOT_FOUND'],
    reason: 'A job is looked for once finding is on disk, and nothing leads from there back to submitting.',
  },
  {
    states: ['waiting'],
    events: ['SUBMIT_ACCEPTED', 'SUBMIT_REJECTED', 'SUBMIT_WITHOUT_OUTCOME', 'NOT_FOUND'],
    reason: 'No call is under way in waiting: a submit that was told to wait is called from submitting only.',
  },
  {
    states: ['finding', ...WATCHED, ...FINAL_POLL, 'reading', 'completed'],
    events: ['SUBMIT_WAITS', 'SUBMIT_BEGINS'],
    reason: 'A job hears that its submit waits, and that it begins, before the submit is called.',
  },
  {
    states: ['waiting'],
    events: ['SUBMIT_WAITS'],
    reason: 'A job hears that its submit waits once, unless the disk did not take it, until it begins.',
  },
  {
    states: ['finding'],
    events: ['SUBMIT_NOT_TAKEN', 'SUBMIT_WITHOUT_OUTCOME'],
    reason:
      'The answer to the last submit is what led to finding, or a restart, which forgets that submit. A look for ' +
      'the job that brings nothing is repeated without the job hearing of it.',
  },
  {
    states: [...BEFORE_ACCEPTED, ...WATCHED, ...FINAL_POLL],
    events: ['RESULT_READ', 'RESULT_UNREADABLE'],
    reason: 'A result is read once reading is on disk, and reading leads to an end only.',
  },
  {
    states: WATCHED,
    events: ['FINAL_POLL_UNSETTLED'],
    reason:
      'The last question is asked once lastCall is on disk. Nothing leads from there back to watched, and a ' +
      'restart forgets the question.',
  },
  {
    states: [...FINAL_POLL, ...FINAL],
    events: ['DEADLINE'],
    reason:
      'The one reminder of the deadline goes in the commit that takes the job to lastCall or to its end, and ' +
      'one that comes due is checked against it before the job hears of it.',
  },
  {
    states: WATCHED,
    events: ['RESUMED'],
    reason:
      'After a restart RESUMED is brought, until it is taken, to jobs that were submitting or in lastCall. Until ' +
      'then nobody submits the job, so one that was submitting is not accepted first; nothing leads from ' +
      'lastCall back to watched; and once taken, RESUMED is not brought again.',
  },
];

export const videoJobCannotMeet: readonly CannotOccur[] = REASONS.flatMap(({ states, events, reason }) =>
  states.flatMap((state) => events.map((event) => ({ machine: 'videoJob', state, event, reason }))),
);
