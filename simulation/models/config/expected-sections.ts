/** The sections of a configuration, beside those that its file has. */
import { isDeepStrictEqual } from 'node:util';
import type { NodeConfig } from '../../../src/node/config/config.js';
import type { EntryStep } from './config-history.js';
import { type ExpectedConfig, microDa, withoutSlash } from './expected-config.js';

/** Of the services, if an entry names none (docs/providers.md). */
const URLS: Readonly<Record<string, string>> = {
  fal: 'https://queue.fal.run',
  replicate: 'https://api.replicate.com',
  luma: 'https://api.lumalabs.ai/dream-machine/v1',
  minimax: 'https://api.minimax.io',
};
const SIMULATED = { name: 'simulated', kind: 'simulated', key: undefined, bounds: {}, results: undefined };

/** @returns the sections that are otherwise than the file has it */
export function wrongSections(config: NodeConfig, expected: ExpectedConfig): readonly string[] {
  const wrong: string[] = [];
  const same = (section: string, found: unknown, due: unknown) => {
    if (!isDeepStrictEqual(found, due))
      wrong.push(`${section}: ${JSON.stringify(found)}, not ${JSON.stringify(due)}`);
  };
  const models = expected.entriesOf('models');
  const isText = ({ entry }: EntryStep) => entry['price-per-million'] !== undefined;
  same(
    'models of video',
    config.models.map(({ id, settings, routes }) => ({
      id,
      ...overrideOf(settings),
      routes: routes.map(({ provider, model }) => [provider, model]),
    })),
    models.filter((step) => !isText(step)).map(videoDue),
  );
  same(
    'models of text',
    config.textModels.map(({ id, where: _, routes, ...model }) => ({
      id,
      ...model,
      routes: routes.map(({ where: __, ...route }) => route),
    })),
    models.filter(isText).map(textDue),
  );
  const providers = expected.entriesOf('providers');
  same(
    'providers',
    config.providers.map(({ name, kind, key, bounds, results, settings, models: own }) => ({
      ...{ name, kind, key, bounds, results, url: settings.url },
      models: own.map(({ id, override }) => ({ id, ...overrideOf(override) })),
    })),
    providers.length === 0
      ? [{ ...SIMULATED, url: undefined, models: [] }]
      : providers.map(({ name, entry }) => ({
          name,
          kind: entry.kind,
          key: keyDue(entry, expected),
          bounds: boundsDue(entry),
          results: entry.results,
          url: entry.url === undefined ? URLS[String(entry.kind)] : withoutSlash(String(entry.url)),
          models: Object.entries(entry.models ?? {}).map(([id, own]) => ({ id, ...overrideDue(own) })),
        })),
  );
  const payments = expected.entriesOf('payments')[0]?.entry;
  const isFree = expected.isLoopback && providers.every(({ entry }) => entry.kind === 'simulated');
  same(
    'payments',
    config.payments,
    payments === undefined ? (isFree ? { kind: 'simulated' } : undefined) : paymentsDue(payments, expected),
  );
  return wrong;
}

type Fields = Readonly<Record<string, unknown>>;

function overrideOf(settings: NodeConfig['models'][number]['settings']): object {
  const { lengthMinMs, lengthMaxMs, lengthDefaultMs, lengthsAllowedMs } = settings;
  return {
    price: settings.pricePerSecondMicroDa,
    lengths: [lengthMinMs, lengthMaxMs, lengthDefaultMs, lengthsAllowedMs],
    deadlineMs: settings.deadlineAfterMs,
    isOffered: settings.isOffered,
  };
}

function videoDue({ name, entry }: EntryStep): object {
  const routes = (entry.routes as readonly Fields[]).map(({ provider, model }) => [provider, model]);
  return { id: name, ...overrideDue(entry), routes };
}

function overrideDue(entry: Fields): object {
  const seconds = (entry.seconds ?? {}) as {
    min?: number;
    max?: number;
    default?: number;
    allowed?: number[];
  };
  const ms = (of: number | undefined) => (of === undefined ? undefined : Math.round(of * 1_000));
  const allowed =
    seconds.allowed && [...new Set(seconds.allowed)].sort((a, b) => a - b).map((one) => one * 1_000);
  const minutes = entry['deadline-minutes'] as number | undefined;
  return {
    price: microDa(entry['price-per-second']),
    lengths: [
      ms(seconds.min) ?? allowed?.[0],
      ms(seconds.max) ?? allowed?.at(-1),
      ms(seconds.default),
      allowed,
    ],
    deadlineMs: minutes === undefined ? undefined : minutes * 60_000,
    isOffered: entry.offered,
  };
}

function textDue({ name, entry }: EntryStep): object {
  const prices = entry['price-per-million'] as Fields;
  const { max, default: usual = Math.min(512, max ?? 0) } = entry['output-tokens'] as {
    max?: number;
    default?: number;
  };
  return {
    id: name,
    prices: { input: microDa(prices.input), output: microDa(prices.output) },
    contextTokens: entry['context-tokens'],
    outputTokensMax: max,
    outputTokensDefault: usual,
    isOffered: entry.offered !== false,
    routes: (entry.routes as readonly Fields[]).map((route) => ({
      provider: route.provider,
      model: route.model,
      templateTokens: route['template-tokens'] ?? 64,
      passFields: route['pass-fields'] ?? [],
    })),
  };
}

function keyDue(entry: Fields, expected: ExpectedConfig): object | undefined {
  const { 'key-env': variable, 'key-file': path } = entry;
  if (variable !== undefined) return { from: 'environment', variable };
  return path === undefined ? undefined : { from: 'file', path: expected.path(String(path)) };
}

function boundsDue(entry: Fields): object {
  const own = ['kind', 'key-env', 'key-file', 'url', 'results', 'models'];
  const bounds = Object.entries(entry).filter(([name]) => !own.includes(name));
  return Object.fromEntries(bounds.map(([name, value]) => [camel(`provider-${name}`), value]));
}

function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function paymentsDue(entry: Fields, expected: ExpectedConfig): object {
  if (entry.kind === 'simulated') return { kind: 'simulated' };
  return { kind: 'chargily', mode: entry.mode ?? 'live', url: entry.url, key: keyDue(entry, expected) };
}
