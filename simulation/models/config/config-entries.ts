/** Entries of the sections of a configuration file, right ones and wrong ones. */
import type { Random } from '../../world/random.js';
import type { EntryStep } from './config-history.js';

type Entry = EntryStep['entry'];

const ROUTES = { routes: [{ provider: 'simulated', model: 'sim/video' }] };
const VIDEO: Entry = { 'price-per-second': 0.5, ...ROUTES };
const TEXT: Entry = {
  'price-per-million': { input: 1.5, output: '2.000001' },
  'context-tokens': 4_096,
  'output-tokens': { max: 1_024 },
  ...ROUTES,
};

const RIGHT_MODELS: readonly Entry[] = [
  VIDEO,
  { ...VIDEO, 'price-per-second': '0.000001', seconds: { min: 0.5, max: 10, default: 5 } },
  { ...VIDEO, 'price-per-second': 1_000, seconds: { allowed: [8, 4.25, 8], default: 4.25 }, offered: false },
  { ...VIDEO, 'deadline-minutes': 1 },
  { ...VIDEO, 'deadline-minutes': 10_080, offered: true },
  { routes: [...ROUTES.routes, { provider: 'other', model: 'b' }] },
  TEXT,
  { ...TEXT, 'output-tokens': { max: 300 }, offered: false },
  { ...TEXT, 'output-tokens': { max: 4_096, default: 7 } },
  {
    ...TEXT,
    routes: [{ provider: 'simulated', model: 'a', 'template-tokens': 0, 'pass-fields': ['seed', 'top_k'] }],
  },
];

const WRONG_MODELS: readonly Entry[] = [
  { ...VIDEO, 'price-per-second': -1 },
  { ...VIDEO, 'price-per-second': '0.0000001' },
  { ...VIDEO, 'price-per-second': '1e3' },
  { ...VIDEO, seconds: { min: 5, max: 4 } },
  { ...VIDEO, seconds: { min: 5, default: 4 } },
  { ...VIDEO, seconds: { max: 5, default: 5.001 } },
  { ...VIDEO, seconds: { allowed: [4], max: 4 } },
  { ...VIDEO, seconds: { allowed: [4], default: 5 } },
  { ...VIDEO, seconds: { allowed: [] } },
  { ...VIDEO, seconds: { max: 0 } },
  { ...VIDEO, seconds: { max: 1.0001 } },
  { ...VIDEO, 'deadline-minutes': 0 },
  { ...VIDEO, 'deadline-minutes': 10_081 },
  { ...VIDEO, 'deadline-minutes': 1.5 },
  { ...VIDEO, routes: [] },
  { ...VIDEO, routes: [{ provider: 'simulated' }] },
  { 'price-per-second': 1 },
  { ...VIDEO, colour: 'blue' },
  { ...VIDEO, 'context-tokens': 7 },
  { ...TEXT, 'price-per-second': 1 },
  { ...TEXT, 'output-tokens': { max: 4_097 } },
  { ...TEXT, 'output-tokens': { max: 10, default: 11 } },
  { ...TEXT, 'price-per-million': { input: 1 } },
  { ...TEXT, 'context-tokens': 0 },
  { ...TEXT, routes: [{ provider: 'simulated', model: 'a', 'template-tokens': -1 }] },
  { ...TEXT, routes: [{ provider: 'simulated', model: 'a', 'pass-fields': ['max_tokens'] }] },
];

const RIGHT_PROVIDERS: readonly Entry[] = [
  { kind: 'simulated' },
  { kind: 'simulated', 'calls-max': 7 },
  { kind: 'fal', 'key-env': 'FAL_KEY', 'submit-timeout-ms': 5_000, results: 'keep' },
  { kind: 'replicate', 'key-file': 'replicate.key' },
  { kind: 'luma', 'key-file': '/etc/luma.key', url: 'https://luma.example.test/v1/', 'breaker-failures': 2 },
  { kind: 'minimax', 'key-env': '_KEY1', results: 'proxy' },
];

const WRONG_PROVIDERS: readonly Entry[] = [
  { kind: 'nobody' },
  { kind: 'fal' },
  { kind: 'fal', 'key-env': 'A', 'key-file': 'b' },
  { kind: 'fal', 'key-env': 'lower' },
  { kind: 'fal', 'key-env': 'FAL_KEY', url: 'ftp://fal.test' },
  { kind: 'fal', 'key-env': 'FAL_KEY', 'calls-max': 0 },
  { kind: 'fal', 'key-env': 'FAL_KEY', colour: 'blue' },
  { kind: 'fal', 'key-env': 'FAL_KEY', results: 'lose' },
  { kind: 'openai-videos', 'key-env': 'A' },
  { kind: 'simulated', 'key-env': 'A' },
];

const RIGHT_PAYMENTS: readonly Entry[] = [
  { kind: 'simulated' },
  { kind: 'chargily', 'key-env': 'CHARGILY_KEY' },
  { kind: 'chargily', 'key-file': 'chargily.key', mode: 'test' },
  { kind: 'chargily', 'key-env': 'CHARGILY_KEY', url: 'https://pay.example.test/api/v2' },
];

const WRONG_PAYMENTS: readonly Entry[] = [
  { kind: 'chargily' },
  { kind: 'chargily', 'key-env': 'A', 'key-file': 'b' },
  { kind: 'chargily', 'key-env': 'A', mode: 'dry' },
  { kind: 'simulated', mode: 'test' },
  { kind: 'card' },
];

const NAMES = ['first', 'second', '0-third_'];
const WRONG_NAMES = ['Upper', '-dash', 'a b'];

/** The latest entry of a name, and the latest payments, are in the file. */
export function entryStep(random: Random, id: number, isWrong: boolean): EntryStep {
  const section = random.pick(['models', 'models', 'providers', 'payments'] as const);
  const step = { id, at: id, do: 'entry', section, isWrong } as const;
  switch (section) {
    case 'models':
      return {
        ...step,
        name: `own/${random.pick(NAMES)}`,
        entry: random.pick(isWrong ? WRONG_MODELS : RIGHT_MODELS),
      };
    case 'payments':
      return { ...step, name: '', entry: random.pick(isWrong ? WRONG_PAYMENTS : RIGHT_PAYMENTS) };
    case 'providers':
      return isWrong && random.chance(0.2)
        ? { ...step, name: random.pick(WRONG_NAMES), entry: random.pick(RIGHT_PROVIDERS) }
        : {
            ...step,
            name: random.pick(NAMES),
            entry: random.pick(isWrong ? WRONG_PROVIDERS : RIGHT_PROVIDERS),
          };
  }
}
