/** Defects of what is configured: settings that do not hold, or not from the reload on. */
import type { Mutant } from '../mutant.js';

const CORE = 'src/node/assembly/reloadable-core.ts';
const PIPELINE = 'src/http/pipeline/settings.ts';
const API_KEY = 'src/actors/keys/api-key.ts';
const SIGN_UP = 'src/people/sign-up.ts';

const SETTINGS = 'Object.assign(core.settings, next);';

export const CONFIGURED_MUTANTS: readonly Mutant[] = [
  {
    name: 'keys-of-operators-are-bounded',
    breaks: "The operators' account has a bound on its keys.",
    edits: [{ file: API_KEY, find: 'key.account !== OPERATORS_ACCOUNT && owner', replace: 'owner' }],
    caughtBy: ['keys-per-account'],
  },
  {
    name: 'reload-keeps-the-bound-on-bodies',
    breaks: 'A larger body than the reload allows is read.',
    edits: [
      {
        file: PIPELINE,
        find: '    budget.setMax(settings.bodiesMaxBytes);\n    this.bodyLimits = {\n      bytesMax: settings.bodyMaxBytes,',
        replace:
          '    budget.setMax(settings.bodiesMaxBytes);\n    this.bodyLimits = {\n      bytesMax: this.bodyLimits.bytesMax,',
      },
    ],
    caughtBy: ['configured'],
  },
  {
    name: 'refused-reload-sets-options',
    breaks: 'The options of a refused file are in force.',
    edits: [
      {
        file: CORE,
        find: 'const providers = environment.providersIn(core.world, next);',
        replace: `${SETTINGS}\n      const providers = environment.providersIn(core.world, next);`,
      },
    ],
    caughtBy: ['configured', 'keys-per-account', 'linearizability'],
  },
  {
    name: 'refused-reload-offers-its-models',
    breaks: 'The models of a file are offered before the node knows that it takes the file.',
    edits: [
      {
        file: CORE,
        find: 'const textProviders = environment',
        replace: 'core.catalogue = catalogue;\n      const textProviders = environment',
      },
    ],
    caughtBy: ['prices'],
  },
  {
    name: 'strangers-of-a-day-not-bounded',
    breaks: 'Strangers make any number of accounts in a day.',
    edits: [
      {
        file: SIGN_UP,
        find: 'return this.#byNetwork.admit(network) && this.#ofAll.admit(EVERYBODY);',
        replace: 'return this.#byNetwork.admit(network);',
      },
    ],
    caughtBy: ['sign-ups'],
  },
  {
    name: 'beaten-variable-not-validated',
    breaks: 'A wrong value in the environment is taken without a word while the command line has another.',
    edits: [
      {
        file: 'src/node/config/config.ts',
        find: 'environment[variableName(key)] || undefined],',
        replace: '(options.has(key) ? undefined : environment[variableName(key)]) || undefined],',
      },
    ],
    caughtBy: ['answers'],
  },
  {
    name: 'word-at-the-top-about-results-is-ignored',
    breaks: 'Results are kept of the kinds that forget them, whatever the configuration says at its top.',
    edits: [
      {
        file: 'src/node/assembly/part-settings.ts',
        find: 'entry.results ?? results ?? usual',
        replace: 'entry.results ?? usual',
      },
    ],
    caughtBy: ['kept-results'],
  },
  {
    name: 'models-in-use-keep-their-provider',
    breaks: 'A model that was called goes on at its provider as it was configured before the reload.',
    edits: [
      {
        file: 'src/providers/calls/provider-calls.ts',
        find: 'for (const calls of ofProvider) calls.configure(provider, limits);',
        replace:
          'for (const calls of ofProvider) if (calls.configure.length > 9) calls.configure(provider, limits);',
      },
    ],
    caughtBy: ['as-configured'],
  },
];
