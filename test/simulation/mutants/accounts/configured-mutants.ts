/** Defects of what is configured: settings that do not hold, or not from the reload on. */
import type { Mutant } from '../mutant.js';

const CORE = 'src/node/assembly/reloadable-core.ts';
const PIPELINE = 'src/http/pipeline/settings.ts';
const API_KEY = 'src/actors/keys/api-key.ts';
const SIGN_UP = 'src/people/sign-up.ts';

const SETTINGS = 'Object.assign(core.settings, next);';

export const CONFIGURED_MUTANTS: readonly Mutant[] = [
  {
    name: 'account-has-one-key-too-many',
    breaks: 'An account has one key more than it may.',
    edits: [
      {
        file: API_KEY,
        find: 'owner.activeKeys >= keysPerAccountMax',
        replace: 'owner.activeKeys > keysPerAccountMax',
      },
    ],
    caughtBy: ['keys-per-account'],
  },
  {
    name: 'keys-of-operators-are-bounded',
    breaks: "The operators' account has a bound on its keys.",
    edits: [{ file: API_KEY, find: 'key.account !== OPERATORS_ACCOUNT && owner', replace: 'owner' }],
    caughtBy: ['keys-per-account'],
  },
  {
    name: 'reload-keeps-the-bound-on-keys',
    breaks: 'The bound on the keys of an account stays what it was at the start.',
    edits: [
      {
        file: CORE,
        find: SETTINGS,
        replace:
          'Object.assign(core.settings, next, { keysPerAccountMax: core.settings.keysPerAccountMax });',
      },
    ],
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
    name: 'reload-keeps-the-public-url',
    breaks: 'Links go on beginning with the URL from before the reload.',
    edits: [
      {
        file: PIPELINE,
        find: '    this.publicUrl = settings.publicUrl;\n    const { timeoutMs',
        replace: '    const { timeoutMs',
      },
    ],
    caughtBy: ['links'],
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
    name: 'refused-reload-configures-the-gateway',
    breaks: 'What the gateway goes by is in force before the parts behind it have made ready.',
    edits: [
      {
        file: 'src/node/assembly/front.ts',
        find: 'prepare: (next) => () => {\n      metricsNetworks = new PeerNetworks(metricsReaders(next));\n      gateway.value.configure(pipelineSettings(next));\n    },',
        replace:
          'prepare: (next) => {\n      gateway.value.configure(pipelineSettings(next));\n      return () => {\n        metricsNetworks = new PeerNetworks(metricsReaders(next));\n      };\n    },',
      },
    ],
    caughtBy: ['configured', 'window-exact', 'rate-headers'],
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
    name: 'one-call-too-many-to-a-provider',
    breaks: 'One call more than is configured is under way to a model of a provider.',
    edits: [
      {
        file: 'src/providers/calls/slots/call-slots.ts',
        find: 'this.#inFlight[kind] + besides < Math.min(',
        replace: 'this.#inFlight[kind] + besides <= Math.min(',
      },
    ],
    caughtBy: ['provider-bounds'],
  },
  {
    name: 'models-called-before-keep-their-bounds',
    breaks: 'A model that was called keeps the bounds that it had then, whatever a reload says.',
    edits: [
      {
        file: 'src/providers/calls/slots/call-slots.ts',
        find: '  configure(limits: CallLimits): void {\n    this.#inFlightMax = inFlightMaxOf(limits);',
        replace: '  configure(limits: CallLimits): void {',
      },
    ],
    caughtBy: ['provider-bounds'],
  },
  {
    name: 'provider-out-of-the-file-is-let-go',
    breaks: 'Nobody asks any more for the jobs of a provider that a reload has taken out of the file.',
    edits: [
      {
        file: 'src/providers/calls/provider-calls.ts',
        find: 'for (const calls of ofProvider) calls.configure(provider, limits);',
        replace:
          'for (const calls of ofProvider) providers.some((one) => one.name === name) ? calls.configure(provider, limits) : calls.close();',
      },
    ],
    caughtBy: ['settlement-cause', 'polls-go-on', 'liveness'],
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
    name: 'refused-sign-ups-count-for-all',
    breaks: 'Strangers of one network who are refused use up what the day has for those of others.',
    edits: [
      {
        file: SIGN_UP,
        find: 'this.#byNetwork.admit(network) && this.#ofAll.admit(EVERYBODY)',
        replace: '[this.#ofAll.admit(EVERYBODY), this.#byNetwork.admit(network)].every(Boolean)',
      },
    ],
    caughtBy: ['sign-ups'],
  },
  {
    name: 'reload-leaves-the-payment-service',
    breaks: 'The payment service is called as it was configured at the start.',
    edits: [{ file: CORE, find: 'core.payments.configure(payments);', replace: '' }],
    caughtBy: ['as-configured'],
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
