/** Entries of the sections of a configuration file, right ones and wrong ones. */
import type { Random } from '../../world/random.js';
import type { EntryStep } from './config-history.js';
import { NEVER_SHOWN } from './key-reading.js';
import { OPTION_FACTS } from './option-facts.js';

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
  { ...VIDEO, 'price-per-second': '1000000000', seconds: { min: 0.001, max: 86_400 } },
  { ...VIDEO, seconds: { min: 5, max: 5, default: 5 } },
  { ...VIDEO, 'deadline-minutes': 10_080, offered: true },
  { routes: [...ROUTES.routes, { provider: 'other', model: 'b' }] },
  TEXT,
  { ...TEXT, 'output-tokens': { max: 300 }, offered: false },
  { ...TEXT, 'output-tokens': { max: 4_096, default: 7 } },
  { ...TEXT, 'output-tokens': { max: 512, default: 512 } },
  { ...TEXT, 'context-tokens': 100_000_000, 'output-tokens': { max: 100_000_000, default: 1 } },
  { ...TEXT, routes: [{ provider: 'simulated', model: 'm'.repeat(200), 'template-tokens': 100_000 }] },
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
  { ...VIDEO, seconds: { max: 86_400.001 } },
  { ...VIDEO, seconds: { min: -1 } },
  { ...VIDEO, seconds: { allowed: [4, 0] } },
  { ...VIDEO, seconds: { allowed: [4], min: 4 } },
  { ...VIDEO, 'price-per-second': '1000000000.000001' },
  { ...VIDEO, offered: 'yes' },
  { ...VIDEO, 'output-tokens': { max: 7 } },
  { ...VIDEO, routes: [{ provider: 'simulated', model: '' }] },
  { ...VIDEO, routes: [{ provider: 'simulated', model: 'm'.repeat(201) }] },
  { ...VIDEO, routes: [{ provider: 'simulated', model: 'a', weight: 1 }] },
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
  { ...TEXT, 'context-tokens': 100_000_001 },
  { ...TEXT, 'output-tokens': { max: 0 } },
  { ...TEXT, 'output-tokens': { max: 10, default: 0 } },
  { ...TEXT, seconds: { max: 5 } },
  { ...TEXT, 'deadline-minutes': 5 },
  { 'price-per-million': TEXT['price-per-million'], 'context-tokens': 10, ...ROUTES },
  { ...TEXT, 'price-per-million': { input: 1, output: -1 } },
  { ...TEXT, routes: [{ provider: 'simulated', model: 'a', 'template-tokens': 100_001 }] },
  { ...TEXT, routes: [{ provider: 'simulated', model: 'a', 'pass-fields': ['a b'] }] },
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
  { kind: 'openai-videos', 'key-env': 'UPSTREAM_KEY', url: 'http://127.0.0.1:9000/v1' },
  {
    kind: 'simulated',
    models: {
      'sim/video': {
        'price-per-second': 0.25,
        seconds: { min: 1, max: 30, default: 4 },
        'deadline-minutes': 15,
      },
      'sim/video-flaky': { offered: false },
    },
  },
];

const WRONG_PROVIDERS: readonly Entry[] = [
  { kind: 'nobody' },
  { kind: 'fal' },
  { kind: 'fal', 'key-env': 'A', 'key-file': 'b' },
  { kind: 'fal', 'key-env': NEVER_SHOWN },
  { kind: 'fal', 'key-env': '1KEY' },
  { kind: 'fal', 'key-file': '' },
  { kind: 'fal', 'key-env': 'FAL_KEY', url: 'ftp://fal.test' },
  { kind: 'fal', 'key-env': 'FAL_KEY', url: `https://gate:${NEVER_SHOWN}@fal.test` },
  { kind: 'simulated', url: 'https://fal.test' },
  { kind: 'simulated', results: 'keep' },
  { kind: 'simulated', models: { 'sim/video': { 'price-per-second': -1 } } },
  { kind: 'simulated', models: { 'sim/video': { seconds: { min: 5, max: 4 } } } },
  { kind: 'fal', 'key-env': 'FAL_KEY', colour: 'blue' },
  { kind: 'fal', 'key-env': 'FAL_KEY', results: 'lose' },
  { kind: 'openai-videos', 'key-env': 'A' },
  { kind: 'simulated', 'key-env': 'A' },
];

export const chargilyEntry: Entry = { kind: 'chargily', 'key-env': 'CHARGILY_KEY' };

const RIGHT_PAYMENTS: readonly Entry[] = [
  { kind: 'simulated' },
  chargilyEntry,
  { ...chargilyEntry, mode: 'live' },
  { kind: 'chargily', 'key-file': 'chargily.key', mode: 'test' },
  { kind: 'chargily', 'key-env': 'CHARGILY_KEY', url: 'https://pay.example.test/api/v2' },
];

const WRONG_PAYMENTS: readonly Entry[] = [
  { kind: 'chargily' },
  { kind: 'chargily', 'key-env': 'A', 'key-file': 'b' },
  { kind: 'chargily', 'key-env': 'A', mode: 'dry' },
  { kind: 'simulated', mode: 'test' },
  { kind: 'simulated', 'key-env': 'A' },
  { kind: 'chargily', 'key-env': NEVER_SHOWN },
  { ...chargilyEntry, url: 'ftp://pay.test' },
  { kind: 'card' },
];

const NAMES = ['first', 'second', '0-third_', 'n'.repeat(64)];
const WRONG_NAMES = ['Upper', '-dash', 'a b', 'n'.repeat(65)];

/** The settings of an entry that beat an option, with the least and the most that it may be. */
const BOUNDS = Object.entries(OPTION_FACTS).flatMap(([option, { bounds }]) => {
  const [, name] = /^provider([A-Z]\w*)$/.exec(option) ?? [];
  if (name === undefined || bounds === undefined) return [];
  return [[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).slice(1), ...bounds] as const];
});
const BOUND_SHARE = 0.4;

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
        : { ...step, name: random.pick(NAMES), entry: providerEntry(random, isWrong) };
  }
}

function providerEntry(random: Random, isWrong: boolean): Entry {
  if (!random.chance(BOUND_SHARE)) return random.pick(isWrong ? WRONG_PROVIDERS : RIGHT_PROVIDERS);
  const [name, min, max] = random.pick(BOUNDS);
  const value = random.pick(isWrong ? [min - 1, max + 1, min + 0.5] : [min, max]);
  return { kind: 'fal', 'key-env': 'FAL_KEY', [name]: value };
}

/** Steps with entries that are right by themselves. */
export function provider(entry: Entry): EntryStep {
  return { id: 0, at: 0, do: 'entry', section: 'providers', name: 'first', entry, isWrong: false };
}

export function payments(entry: Entry): EntryStep {
  return { id: 0, at: 0, do: 'entry', section: 'payments', name: '', entry, isWrong: false };
}
