/** Defects of jobs: their machine, their deadlines, their providers. */
import type { Mutant } from './mutant.js';

const MACHINE = 'src/machines/video-job.ts';
const CREATION = 'src/actors/jobs/job-creation.ts';
const JOB = 'src/actors/jobs/video-job.ts';
const DESK = 'src/routing/provider-dispatcher.ts';
const MAIL = 'src/routing/actor-mail.ts';
const SUBMITS = 'src/providers/calls/submit-calls.ts';
const POLLS = 'src/providers/calls/poll-calls.ts';

export const JOB_MUTANTS: readonly Mutant[] = [
  {
    name: 'traced-submit-is-not-remembered',
    breaks: 'A submit that names a trace is another one when it is repeated under its Idempotency-Key.',
    edits: [
      {
        file: 'src/actors/jobs/job-creation.ts',
        find: '  recordResult(turn, key, idempotency, turn.id, options.idempotencyKeptMs);',
        replace:
          '  recordResult(turn, key, message.trace ? undefined : idempotency, turn.id, options.idempotencyKeptMs);',
      },
    ],
    caughtBy: ['idempotency'],
  },
  {
    name: 'submit-repeated-after-restart',
    breaks: 'After a restart a submit is repeated to a provider that makes another job of it.',
    edits: [
      {
        file: MACHINE,
        find: "guard: { type: 'isIdempotent', params: ({ event }) => event },\n",
        replace: '',
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'submit-repeated-without-outcome',
    breaks: 'A submit without an outcome is repeated to a provider that makes another job of it.',
    edits: [
      {
        file: MACHINE,
        find: "guard: { type: 'mayRepeat', params: ({ event }) => event },",
        replace: "guard: { type: 'mayTryAgain', params: ({ event }) => event },",
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'restart-wakes-no-job',
    breaks: 'After a restart a job with a call under way is not told.',
    edits: [
      {
        file: DESK,
        find: "if (resume) this.#mail.deliver(jobId, { type: 'resume' });",
        replace: '',
      },
    ],
    caughtBy: ['liveness', 'settlement-cause'],
  },
  {
    name: 'waiting-not-left-before-the-call',
    breaks: 'A job stands as waiting while its submit is called, and a restart submits it again.',
    edits: [{ file: SUBMITS, find: 'if (submission.isNoted) {', replace: 'if (submission.isAsked) {' }],
    caughtBy: ['waiting', 'settlement-cause', 'cancels'],
  },
  {
    name: 'waiting-not-noted-at-a-stop',
    breaks: 'A node that stops does not note which jobs wait for their submit.',
    edits: [{ file: SUBMITS, find: '    this.#notes.hurry();\n', replace: '' }],
    caughtBy: ['waiting', 'settlement-cause'],
    runsMax: 600,
  },
  {
    name: 'submit-not-on-record',
    breaks: 'That a submit is about to go out is not on record.',
    edits: [
      {
        file: CREATION,
        find: 'unfinishedRecord(job, turn.now, true)',
        replace: 'unfinishedRecord(job, turn.now, false)',
      },
    ],
    model: 'job',
    caughtBy: ['watched'],
  },
  {
    name: 'reading-takes-longer-with-each-restart',
    breaks: 'The deadline for reading a result begins again whenever the read is asked for.',
    edits: [
      {
        file: JOB,
        find: "  if (snapshot.path === 'reading' && before.path !== 'reading') {\n",
        replace: "  if (effects.includes('read')) {\n",
      },
    ],
    model: 'job',
    faults: 'light',
    caughtBy: ['settles'],
  },
  {
    name: 'deadline-ignored-while-running',
    breaks: 'A job that its provider has begun does not expire.',
    edits: [
      {
        file: MACHINE,
        find: "      tags: 'in_progress',\n      initial: 'watched',\n      states: {\n        watched: { on: { DEADLINE: { target: 'lastCall', actions: 'finalPoll' } } },",
        replace:
          "      tags: 'in_progress',\n      initial: 'watched',\n      states: {\n        watched: {},",
      },
    ],
    caughtBy: ['liveness', 'deadlines'],
  },
  {
    name: 'deadline-early',
    breaks: 'A job expires a second before its deadline.',
    edits: [
      {
        file: CREATION,
        find: 'later(turn.now, quote.deadlineAfterMs)',
        replace: 'later(turn.now, quote.deadlineAfterMs - 1_000)',
      },
    ],
    caughtBy: ['settlement-cause', 'cancels'],
  },
  {
    name: 'deadline-late',
    breaks: 'A job expires long after its deadline.',
    edits: [
      {
        file: CREATION,
        find: 'later(turn.now, quote.deadlineAfterMs)',
        replace: 'later(turn.now, 20 * quote.deadlineAfterMs)',
      },
    ],
    caughtBy: ['liveness'],
  },
  {
    name: 'submit-of-a-failed-job',
    breaks: 'A submit that waits is not taken back when its job fails.',
    edits: [{ file: DESK, find: '        calls.takeBack(effect);\n', replace: '' }],
    model: 'job',
    caughtBy: ['intent'],
  },
  {
    name: 'report-lost-while-the-disk-refuses',
    breaks: 'A report that a job could not take is not brought again.',
    edits: [
      {
        file: MAIL,
        find: 'this.#options.world.after(retryMs, () => this.deliver(id, message, taken, nextMs));',
        replace: 'this.#options.world.after(retryMs, () => void nextMs);',
      },
    ],
    model: 'job',
    caughtBy: ['watched', 'settles'],
  },
  {
    name: 'restart-polls-no-job',
    breaks: 'After a restart the jobs of before are not polled.',
    edits: [
      {
        file: DESK,
        find: '      calls.takeUp({ jobId, provider, model, handle, firstPollAt: next_poll, status });\n',
        replace: '      void [calls, status];\n',
      },
    ],
    model: 'job',
    caughtBy: ['watched'],
  },
  {
    name: 'call-without-time-limit',
    breaks: 'A call that is never answered is waited for without end.',
    edits: [
      {
        file: 'src/providers/calls/slots/timed-calls.ts',
        find: "() => done({ end: 'timeout' })",
        replace: '() => {}',
      },
    ],
    caughtBy: ['liveness', 'deadlines'],
  },
  {
    name: 'breaker-never-closes',
    breaks: 'A breaker that opened does not close when the provider answers again.',
    edits: [
      {
        file: 'src/providers/calls/slots/breaker.ts',
        find: "    this.#state = 'closed';\n",
        replace: "    if (this.#state !== 'half_open') this.#state = 'closed';\n",
      },
    ],
    model: 'job',
    caughtBy: ['watched'],
  },
  {
    name: 'settled-job-listed-as-open',
    breaks: 'A settled job stays among the unfinished ones of its key, and is listed twice.',
    edits: [
      { file: JOB, find: "  turn.remove('key_jobs', keyJobsKey(job.key, 'open', job.id));\n", replace: '' },
    ],
    caughtBy: ['isolation', 'final-reading'],
  },
  {
    name: 'garbage-believed',
    breaks: 'An answer that fits no form is taken for an acceptance.',
    edits: [
      {
        file: 'src/providers/calls/provider-answers.ts',
        find: 'if (!isText(handle, HANDLE_CHARACTERS_MAX) || state === undefined) return undefined;',
        replace:
          "if (state === undefined) return { outcome: 'accepted', handle: String(handle), state: { state: 'pending' } };",
      },
    ],
    caughtBy: ['provider-calls'],
  },
  {
    name: 'refused-call-taken-for-rejection',
    breaks:
      'A call that found no connection fails its job for good, though the provider could be asked again.',
    edits: [
      {
        file: SUBMITS,
        find: "{ outcome: 'unknown', message: MESSAGES[end.end] }",
        replace: "({ outcome: 'rejected', slug: 'provider_rejected', message: MESSAGES[end.end] } as never)",
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'rejection-tried-again',
    breaks: 'A submit that its provider rejected for good is tried again.',
    edits: [
      {
        file: SUBMITS,
        find: "return { about: 'submit', ...answer };",
        replace:
          "if (answer.outcome === 'rejected') return { about: 'submit', outcome: 'not_now', message: answer.message };\n  return { about: 'submit', ...answer };",
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'not-now-taken-for-rejection',
    breaks: 'A job whose provider is busy fails as rejected.',
    edits: [
      {
        file: SUBMITS,
        find: "return { about: 'submit', ...answer };",
        replace:
          "if (answer.outcome === 'not_now') return { about: 'submit', outcome: 'rejected', slug: 'provider_rejected', message: answer.message };\n  return { about: 'submit', ...answer };",
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'job-ended-by-operator-goes-on',
    breaks: 'A job that the operator ends is answered as it stands, and goes on.',
    edits: [
      {
        file: JOB,
        find: "[{ type: 'ENDED_BY_OPERATOR', message: text }]",
        replace: "text === '' ? [{ type: 'ENDED_BY_OPERATOR', message: text }] : []",
      },
    ],
    caughtBy: ['job-status'],
  },
  {
    name: 'failed-poll-is-the-last',
    breaks: 'After a poll that failed, the job is not asked for again until its deadline.',
    edits: [
      {
        file: POLLS,
        find: 'else this.#later(job, delayAfterFailureMs(++job.failures, this.#context.world.random()));',
        replace: `else void delayAfterFailureMs;`,
      },
    ],
    caughtBy: ['polls-go-on'],
  },
  {
    name: 'failed-polls-are-shown-after-a-pending',
    breaks: 'Failed polls count on over an answer that a job waits at its provider.',
    edits: [
      {
        file: POLLS,
        find: "    job.failures = 0;\n    if (state.state === 'pending') return;\n",
        replace: "    if (state.state === 'pending') return;\n    job.failures = 0;\n",
      },
    ],
    faults: 'light',
    caughtBy: ['polls-shown'],
  },
  {
    name: 'polled-before-its-provider-wants',
    breaks: 'A job is asked for a little before the time that its provider named.',
    edits: [
      {
        file: 'src/providers/calls/poll-schedule.ts',
        find: 'return Math.ceil(believedMs * (1 + JITTER_SHARE * fraction));',
        replace: 'return Math.ceil(believedMs * (1 - JITTER_SHARE * fraction));',
      },
    ],
    caughtBy: ['pauses'],
  },
  {
    name: 'poll-without-answer-fails-the-job',
    breaks: 'A job fails when a poll brings no answer.',
    edits: [
      {
        file: POLLS,
        find: 'else this.#later(job, delayAfterFailureMs(++job.failures, this.#context.world.random()));',
        replace: `else this.#learn(job, { state: 'failed', slug: 'provider_error', message: 'No answer.' });
    void delayAfterFailureMs;`,
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'stale-answer-fails-the-job',
    breaks: 'An answer that is behind what is known fails the job.',
    edits: [
      {
        file: POLLS,
        find: "    if (state.state === 'pending') return;\n",
        replace: `    if (state.state === 'pending') {
      if (job.status === 'pending') return;
      this.unwatch(job);
      this.#ended(job);
      const failed = { state: 'failed', slug: 'provider_error', message: 'It went back.' } as const;
      report(job.jobId, { about: 'poll', state: failed });
      return;
    }
`,
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'late-answer-heard',
    breaks: 'The answer of a call that was given up is heard after all.',
    edits: [
      {
        file: 'src/providers/calls/slots/timed-calls.ts',
        find: 'if (!this.#underWay.remove(underWay)) return;',
        replace: 'this.#underWay.remove(underWay);',
      },
    ],
    caughtBy: ['process-lives', 'cancels'],
    runsMax: 1_000,
  },
  {
    name: 'failure-slug-changed',
    breaks: 'A failure that the provider reports is shown with another slug.',
    edits: [
      {
        file: 'src/actors/jobs/provider-events.ts',
        find: "return [{ type: 'FAILED', slug: state.slug, message: state.message }];",
        replace: "return [{ type: 'FAILED', slug: 'invalid_input', message: state.message }];",
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'progress-rounded-up',
    breaks: 'A job is shown one per cent further than its provider said.',
    edits: [
      {
        file: 'src/http/operations/v1/print-video.ts',
        find: 'number(Math.floor(Math.min(Math.max(progress, 0), 100)));',
        replace: 'number(Math.min(Math.floor(Math.max(progress, 0)) + 1, 100));',
      },
    ],
    caughtBy: ['progress'],
  },
];
