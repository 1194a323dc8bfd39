/** Defects of routes, of looking for jobs, of reading results, and of giving jobs up. */
import type { Mutant } from './mutant.js';

const MACHINE = 'src/machines/video-job.ts';
const JOB = 'src/actors/jobs/video-job.ts';
const JOB_MACHINE = 'src/actors/jobs/job-machine.ts';
const SUBMITS = 'src/providers/calls/submit-calls.ts';
const READER = 'src/results/reading/result-reader.ts';

export const ROUTE_MUTANTS: readonly Mutant[] = [
  {
    name: 'first-route-repeated',
    breaks: 'A job that takes its next route is submitted to the provider of the one before.',
    edits: [
      {
        file: JOB_MACHINE,
        find: 'const { provider, model } = route;\n  const delayMs',
        replace: 'const { provider, model } = { ...route, provider: job.provider };\n  const delayMs',
      },
      { file: JOB, find: '    provider: route.provider,\n    status', replace: '    status' },
    ],
    caughtBy: ['routes', 'provider-calls'],
  },
  {
    name: 'route-not-on-record',
    breaks: 'The record of a job names the provider of its first route.',
    edits: [{ file: JOB, find: '    provider: route.provider,\n    status', replace: '    status' }],
    caughtBy: ['routes'],
  },
  {
    name: 'submit-repeated-too-late',
    breaks: 'A submit is repeated though its provider has forgotten the first one.',
    edits: [
      {
        file: JOB_MACHINE,
        find: 'return repeatUntil !== null && now >= repeatUntil;',
        replace: 'return repeatUntil !== null && now < 0;',
      },
      {
        file: JOB_MACHINE,
        find: 'const notAfter = isBound ? job.repeatUntil : null;',
        replace: 'const notAfter = isBound ? null : null;',
      },
    ],
    caughtBy: ['routes'],
  },
  {
    name: 'each-repeat-puts-off-the-last',
    breaks: 'The time within which a submit may be repeated begins anew with each that is.',
    edits: [
      {
        file: 'src/actors/jobs/video-job.ts',
        find: 'route === before.context.route ? state.repeatUntil',
        replace: 'snapshot.context.attempt === before.context.attempt ? state.repeatUntil',
      },
    ],
    caughtBy: ['repeat-limits'],
  },
  {
    name: 'final-poll-waits-for-its-turn-for-ever',
    breaks: 'A job whose provider cannot be asked for the last time, as others wait for it, never ends.',
    edits: [
      {
        file: 'src/providers/calls/prompt-calls.ts',
        find: "      ended(this.#context, late.job, { end: 'timeout' });",
        replace: "      if (kind === 'cancel') ended(this.#context, late.job, { end: 'timeout' });",
      },
    ],
    caughtBy: ['liveness'],
  },
  {
    name: 'job-missing-twice-is-given-up',
    breaks: 'A job that its provider did not find twice ends, although its submit may be on its way.',
    edits: [
      {
        file: 'src/providers/calls/find-calls.ts',
        find: 'const ABSENCES_MAX = 3;',
        replace: 'const ABSENCES_MAX = 2;',
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'pause-of-a-poll-ignored',
    breaks: 'A provider that is busy is polled as if it had said nothing.',
    edits: [
      {
        file: 'src/providers/calls/slots/call-slots.ts',
        find: "return end.end === 'error' ? end.askAgainAfterMs : undefined;",
        replace: "return end.end === 'garbage' ? 0 : undefined;",
      },
    ],
    caughtBy: ['pauses'],
  },
  {
    name: 'pause-of-a-submit-ignored',
    breaks: 'A provider that puts a job off is sent the next one at once.',
    edits: [
      {
        file: SUBMITS,
        find: "pauseOf: (answer) => (answer.outcome === 'not_now' ? answer.askAgainAfterMs : undefined),",
        replace: '',
      },
    ],
    caughtBy: ['pauses'],
  },
  {
    name: 'completed-job-cancelled',
    breaks: 'Every job that ends is given up at its provider, a completed one, too.',
    edits: [
      {
        file: JOB,
        find: "if (effects.includes('cancel')) turn.effect",
        replace: 'turn.effect',
      },
    ],
    caughtBy: ['cancels'],
  },
  {
    name: 'cancel-tried-again',
    breaks: 'A cancel that fails is sent a second time.',
    edits: [
      {
        file: 'src/providers/calls/cancels.ts',
        find: 'provider.cancel?.(job, call),',
        replace: 'provider.cancel?.(job, call).catch(() => provider.cancel?.(job, call)),',
      },
    ],
    caughtBy: ['cancels'],
  },
  {
    name: 'reading-under-the-jobs-deadline',
    breaks: 'The deadline of a job ends the reading of its result.',
    edits: [
      {
        file: JOB,
        find: 'turn.remindAt(DEADLINE_REMINDER, later(turn.now, options.readingLimitMs));',
        replace: '',
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'reading-tried-once',
    breaks: 'A result that could not be read at once is given up.',
    edits: [
      {
        file: READER,
        find: 'if (!(error instanceof UnreadableError)) {',
        replace: "if (!(error instanceof UnreadableError) && error === 'nothing') {",
      },
      { file: READER, find: 'const HOPELESS_TRIES_MAX = 3;', replace: 'const HOPELESS_TRIES_MAX = 1;' },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'unreadable-result-completes-the-job',
    breaks: 'A job whose result cannot be read is completed without any.',
    edits: [
      {
        file: MACHINE,
        find: 'RESULT_UNREADABLE: failing(resultUnavailable),',
        replace:
          "RESULT_UNREADABLE: { target: 'completed', actions: assign({ output: { lengthMs: 1_000, location: 'nowhere' } }) },",
      },
    ],
    caughtBy: ['settlement-cause'],
  },
  {
    name: 'route-passed-over-is-no-fallback',
    breaks: 'A job that came while its first route was left alone never goes there, whatever the others say.',
    edits: [
      {
        file: 'src/routing/provider-dispatcher.ts',
        find: 'fallbacks: routes.filter((one) => one !== taken)',
        replace: 'fallbacks: routes.slice(routes.indexOf(taken) + 1)',
      },
    ],
    caughtBy: ['routes'],
  },
  {
    name: 'refused-turn-keeps-its-slot',
    breaks: 'A job whose turn the disk did not note holds up all that wait behind it.',
    edits: [
      {
        file: 'src/providers/calls/submit-calls.ts',
        find: '      this.#asking--;\n',
        replace: '      if (isTaken) this.#asking--;\n',
      },
    ],
    caughtBy: ['turns', 'prompt-stops'],
  },
  {
    name: 'refused-note-of-a-wait-is-not-made-again',
    breaks: 'A note that a submit waits, once the disk refused it, is not made again.',
    edits: [
      {
        file: 'src/providers/calls/waiting-notes.ts',
        find: '      if (!isTaken && submission.isNoted) this.#add(submission, 0);\n',
        replace: '      if (!isTaken && submission.isNoted) this.#context.beginSoon();\n',
      },
    ],
    caughtBy: ['waiting'],
  },
  {
    name: 'wait-is-noted-once-it-is-on-disk',
    breaks:
      'A submit whose turn comes while the note that it waits is on its way begins, and is noted to wait.',
    edits: [
      {
        file: 'src/providers/calls/waiting-notes.ts',
        find: '    submission.isNoted = true;\n',
        replace: '',
      },
      {
        file: 'src/providers/calls/waiting-notes.ts',
        find: '      if (!isTaken && submission.isNoted) this.#add(submission, 0);\n',
        replace: '      submission.isNoted = isTaken;\n      if (!isTaken) this.#add(submission, 0);\n',
      },
    ],
    faults: 'light',
    caughtBy: [
      'state-charts',
      'durability',
      'liveness',
      'waiting',
      'taken-up',
      'settlement-cause',
      'deadlines',
    ],
  },
];
