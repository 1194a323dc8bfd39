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
];
