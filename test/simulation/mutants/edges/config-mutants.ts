/** Defects in how a configuration is read. */
import type { Mutant } from '../mutant.js';

const CONFIG = 'src/node/config';

export const CONFIG_MUTANTS: readonly Mutant[] = [
  {
    name: 'environment-beats-the-command-line',
    breaks: 'A variable of the environment beats an option of the command line.',
    edits: [
      {
        file: `${CONFIG}/config.ts`,
        find: '  return ranked.flatMap(',
        replace: '  return [...ranked].reverse().flatMap(',
      },
    ],
    caughtBy: ['values'],
    model: 'config',
  },
  {
    name: 'beaten-values-may-be-wrong',
    breaks: 'A value that another one beats is taken, however wrong it is.',
    edits: [{ file: `${CONFIG}/config.ts`, find: 'given.map((one)', replace: 'given.slice(0, 1).map((one)' }],
    caughtBy: ['refusals'],
    model: 'config',
  },
  {
    name: 'paths-of-the-file-count-from-the-process',
    breaks: 'A relative path in the file counts from the folder in which the node was started.',
    edits: [
      {
        file: `${CONFIG}/config.ts`,
        find: 'folder: dirname(path) }',
        replace: 'folder: sources.folder }',
      },
    ],
    caughtBy: ['values', 'sections'],
    model: 'config',
  },
  {
    name: 'largest-numbers-are-refused',
    breaks: 'A whole number at the upper end of its range is refused.',
    edits: [
      {
        file: `${CONFIG}/options/option-values.ts`,
        find: 'min(min, why).max(max, why)',
        replace: 'min(min, why).lt(max, why)',
      },
    ],
    caughtBy: ['refusals'],
    model: 'config',
  },
  {
    name: 'deadline-minutes-are-seconds',
    breaks: 'The deadline of a model is taken for seconds.',
    edits: [
      {
        file: `${CONFIG}/models/model-settings.ts`,
        find: '(minutes) => minutes * MINUTE_MS',
        replace: '(minutes) => minutes * 1_000',
      },
    ],
    caughtBy: ['sections'],
    model: 'config',
  },
  {
    name: 'texts-may-answer-more-than-they-remember',
    breaks: 'A model of text may have an output of more tokens than its context.',
    edits: [
      {
        file: `${CONFIG}/models/text-model-settings.ts`,
        find: 'output.max > context ?',
        replace: 'output.max > 2 * context ?',
      },
    ],
    caughtBy: ['refusals'],
    model: 'config',
    runsMax: 1_500,
  },
  {
    name: 'parts-go-over-one-by-one',
    breaks: 'A reload that the last part of a node cannot take is in force in the others.',
    edits: [
      {
        file: `${CONFIG}/reload.ts`,
        find: 'this.#parts.map((part) => part.prepare(next));',
        replace:
          'this.#parts.map((part) => {\n        part.prepare(next)();\n        return () => {};\n      });',
      },
    ],
    caughtBy: ['reloads'],
    model: 'config',
  },
  {
    name: 'reload-names-what-it-changed-at-the-start',
    breaks: 'A reload after another one names what that one has changed already.',
    edits: [
      {
        file: `${CONFIG}/reload.ts`,
        find: '= changesBetween(this.#inForce, wanted);',
        replace: '= changesBetween(this.#first, wanted);',
      },
      {
        file: `${CONFIG}/reload.ts`,
        find: '  #inForce: NodeConfig;\n',
        replace: '  #inForce: NodeConfig;\n  readonly #first: NodeConfig;\n',
      },
      {
        file: `${CONFIG}/reload.ts`,
        find: '    this.#inForce = inForce;\n',
        replace: '    this.#inForce = inForce;\n    this.#first = inForce;\n',
      },
    ],
    caughtBy: ['reloads'],
    model: 'config',
  },
  {
    name: 'breaker-opens-after-nine-failures',
    breaks: 'An option that nobody sets has another value than the documentation says.',
    edits: [
      {
        file: `${CONFIG}/options/provider-options.ts`,
        find: "    wholeNumber(1, 10_000, 'calls'),\n    8,",
        replace: "    wholeNumber(1, 10_000, 'calls'),\n    9,",
      },
    ],
    caughtBy: ['values'],
    model: 'config',
  },
  {
    name: 'settled-jobs-may-be-kept-for-no-day',
    breaks: 'An option may be less than the least that the documentation has.',
    edits: [
      {
        file: `${CONFIG}/options/limit-options.ts`,
        find: "wholeNumber(1, 36_500, 'days'), 90",
        replace: "wholeNumber(0, 36_500, 'days'), 90",
      },
    ],
    caughtBy: ['refusals'],
    model: 'config',
  },
  {
    name: 'open-generations-need-a-restart',
    breaks: 'A reload leaves an option that it should take for the next start.',
    edits: [
      {
        file: `${CONFIG}/options/limit-options.ts`,
        find: "  openGenerationsMax: option(\n    'at_reload',",
        replace: "  openGenerationsMax: option(\n    'at_start',",
      },
    ],
    caughtBy: ['reloads'],
    model: 'config',
  },
  {
    name: 'cool-downs-of-an-entry-are-not-compared',
    breaks: 'The entry of a provider may have a cool-down of more than its most.',
    edits: [
      {
        file: `${CONFIG}/config-conflicts.ts`,
        find: 'refuseCoolDowns({ ...values, ...bounds },',
        replace: 'refuseCoolDowns({ ...bounds, ...values },',
      },
    ],
    caughtBy: ['refusals'],
    model: 'config',
  },
  {
    name: 'key-files-end-in-their-line-break',
    breaks: 'A key is sent with the carriage return that its file ends in.',
    edits: [
      {
        file: `${CONFIG}/provider-keys.ts`,
        find: "key.replace(/\\r?\\n$/, '')",
        replace: "key.replace(/\\n$/, '')",
      },
    ],
    caughtBy: ['keys'],
    model: 'config',
    runsMax: 1_000,
  },
  {
    name: 'operators-key-may-be-shorter',
    breaks: 'A management key of 31 characters is taken.',
    edits: [{ file: `${CONFIG}/config.ts`, find: '{32,200}', replace: '{31,200}' }],
    caughtBy: ['refusals'],
    model: 'config',
    runsMax: 1_000,
  },
  {
    name: 'final-polls-have-the-time-of-polls',
    breaks: 'A bound on calls to providers is told to another part than its own.',
    edits: [
      {
        file: 'src/node/assembly/part-settings.ts',
        find: 'config.providerLastCallTimeoutMs',
        replace: 'config.providerPollTimeoutMs',
      },
    ],
    caughtBy: ['parts'],
    model: 'config',
  },
  {
    name: 'models-of-an-entry-lose-their-default',
    breaks: 'A model that stands with its provider has no default length.',
    edits: [
      {
        file: `${CONFIG}/models/model-settings.ts`,
        find: 'lengthDefaultMs: seconds?.lengthDefaultMs,',
        replace: 'lengthDefaultMs: seconds?.lengthMaxMs,',
      },
    ],
    caughtBy: ['sections'],
    model: 'config',
  },
  {
    name: 'empty-variables-are-values',
    breaks: 'A variable that is set and empty beats the file.',
    edits: [
      {
        file: 'src/node/config/config.ts',
        find: 'environment[variableName(key)] || undefined',
        replace: 'environment[variableName(key)]',
      },
    ],
    model: 'config',
    caughtBy: ['refusals', 'values'],
  },
];
