/** Defects of the life of a video job and of the calls that begin it, each seen with its part alone. */
import type { Mutant } from '../mutant.js';

const MACHINE = 'src/machines/video-job.ts';
const SUBMITS = 'src/providers/calls/submit-calls.ts';

export const JOB_PART_MUTANTS: readonly Mutant[] = [
  {
    name: 'bound-job-keeps-its-other-routes',
    breaks: 'A job whose submit had no known outcome may still go to another route.',
    edits: [
      {
        file: MACHINE,
        find: 'bind: assign({ isBound: true, fallbacks: [] })',
        replace: 'bind: assign({ isBound: true })',
      },
    ],
    model: 'part',
    caughtBy: ['job-effects', 'job-routes'],
  },
  {
    name: 'start-leads-out-of-the-last-call',
    breaks: 'A job that begins while it is asked for the last time goes on beyond its deadline.',
    edits: [
      {
        file: MACHINE,
        find: "STARTED: '#videoJob.running.lastCall',",
        replace: "STARTED: '#videoJob.running',",
      },
    ],
    model: 'part',
    caughtBy: ['job-open', 'job-effects'],
  },
  {
    name: 'submit-begins-at-the-end-of-its-time',
    breaks: 'A submit is repeated in the instant in which its provider may take it for another job.',
    edits: [
      { file: SUBMITS, find: 'if (now < submission.notAfter)', replace: 'if (now <= submission.notAfter)' },
    ],
    model: 'part',
    caughtBy: ['submits-late'],
  },
  {
    name: 'asked-submit-has-no-place',
    breaks: 'A submit whose job was told that it may begin takes no call: more begin than may.',
    edits: [
      {
        file: SUBMITS,
        find: "while (!this.#isHeld && slots.isFree('submit', this.#asking)) {",
        replace: "while (!this.#isHeld && slots.isFree('submit')) {",
      },
    ],
    model: 'part',
    caughtBy: ['submits-begins'],
  },
  {
    name: 'full-line-turns-nobody-away',
    breaks: 'Jobs wait for a model that has too many of them, though another route would take them.',
    edits: [
      {
        file: SUBMITS,
        find: 'return this.#context.slots.isClosed || this.isFull;',
        replace: 'return this.#context.slots.isClosed;',
      },
    ],
    model: 'part',
    caughtBy: ['submits-stays'],
  },
  {
    name: 'length-of-a-result-may-be-any-number',
    breaks: 'A provider that says 2500.5 ms, or no number, is believed, and its job cannot be settled.',
    edits: [
      {
        file: 'src/providers/calls/provider-answers.ts',
        find: 'if (!isWholeUpTo(outputMs, OUTPUT_MS_MAX) || !isText(location, LOCATION_CHARACTERS_MAX))',
        replace: "if (typeof outputMs !== 'number' || !isText(location, LOCATION_CHARACTERS_MAX))",
      },
    ],
    model: 'part',
    caughtBy: ['provider-answers-taken'],
  },
  {
    name: 'look-goes-on-after-it-is-taken-back',
    breaks: 'A job that nobody looks for any more is looked for on.',
    edits: [
      {
        file: 'src/providers/calls/provider-calls.ts',
        find: '    calls?.finds.stop(jobId);\n',
        replace: '',
      },
    ],
    model: 'part',
    caughtBy: ['all-calls-begun', 'all-calls-waiting', 'all-calls-reports'],
  },
];
