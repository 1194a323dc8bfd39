/** Small configurations beside that of a node: options at their bounds, settings that go together or not. */
import type { OptionKey } from '../../../src/node/config/options/options.js';
import type { Random } from '../../world/random.js';
import { chargilyEntry, entryStep, payments, provider } from './config-entries.js';
import type { AsideStep, EntryStep, GivenStep, KeyStep, SetStep, VariableStep } from './config-history.js';
import { MANAGEMENT_KEY } from './expected-config.js';
import { NEVER_SHOWN } from './key-reading.js';
import { OPTION_FACTS } from './option-facts.js';
import { DRAWN_OPTIONS, rightValues } from './option-samples.js';
import { optionStep, sourceOf } from './option-steps.js';

type Value = string | number | boolean;
type Settings = Partial<Record<OptionKey, Value>>;
interface Together {
  readonly options?: Settings;
  readonly provider?: EntryStep['entry'];
  readonly payments?: EntryStep['entry'];
}

const ASIDES_MAX = 8;
const BOUNDED = DRAWN_OPTIONS.filter((option) => OPTION_FACTS[option].bounds !== undefined);
const [MAIL, TLS, KEY] = ['smtps://mail.test', 'gate.crt', 'gate.key'];
const URL = 'https://gate.test';
const FAL = { kind: 'fal', 'key-env': 'FAL_KEY' };
const TEST = { ...chargilyEntry, mode: 'test' };
const COOL = { first: 'breaker-cool-down-ms', most: 'breaker-cool-down-max-ms' };

/** Of settings that say something of each other; the documentation has which go together. */
const TOGETHER: readonly Together[] = [
  { options: { topUpMin: 500, topUpMax: 500 } },
  { options: { topUpMin: 501, topUpMax: 500 } },
  { options: { topUpMin: 1_000_000 } },
  { options: { topUpMin: 1_000_001 } },
  { options: { topUpMax: 99 } },
  { options: { topUpMax: 100 } },
  { options: { providerBreakerCoolDownMs: 30_000 } },
  { options: { providerBreakerCoolDownMs: 30_001 } },
  { options: { providerBreakerCoolDownMaxMs: 999 } },
  { options: { providerBreakerCoolDownMaxMs: 1_000 } },
  { options: { providerBreakerCoolDownMaxMs: 60_000, providerBreakerCoolDownMs: 60_000 } },
  { provider: { ...FAL, [COOL.first]: 30_000 } },
  { provider: { ...FAL, [COOL.first]: 30_001 } },
  { provider: { ...FAL, [COOL.most]: 999 } },
  { provider: { ...FAL, [COOL.most]: 1_000 } },
  { provider: { ...FAL, [COOL.first]: 40_000, [COOL.most]: 40_000 } },
  { provider: { ...FAL, [COOL.first]: 500, [COOL.most]: 499 } },
  { provider: { kind: 'simulated', [COOL.first]: 500, [COOL.most]: 499 } },
  { provider: { ...FAL, [COOL.first]: 700 }, options: { providerBreakerCoolDownMaxMs: 2_000 } },
  { provider: { ...FAL, [COOL.most]: 700 }, options: { providerBreakerCoolDownMs: 2_000 } },
  { options: { tlsCert: TLS } },
  { options: { tlsKey: KEY } },
  { options: { tlsCert: TLS, tlsKey: KEY } },
  { options: { tlsCert: TLS, tlsKey: KEY, tlsPassphraseFile: 'gate.pass' } },
  { options: { tlsPassphraseFile: 'gate.pass' } },
  { options: { managementTls: true } },
  { options: { managementTls: true, tlsCert: TLS, tlsKey: KEY } },
  { options: { signUp: 'open' } },
  { options: { signUp: 'open', publicUrl: URL } },
  { options: { verify: 'email', publicUrl: URL } },
  { options: { verify: 'email', publicUrl: URL, smtpUrl: MAIL } },
  { options: { smtpUrl: MAIL } },
  { options: { smtpUrl: MAIL, publicUrl: URL } },
  { payments: chargilyEntry },
  { payments: chargilyEntry, options: { publicUrl: URL } },
  { payments: chargilyEntry, options: { publicUrl: URL }, provider: FAL },
  { payments: TEST, options: { publicUrl: URL } },
  { payments: TEST, options: { publicUrl: URL }, provider: FAL },
  { payments: TEST, options: { publicUrl: URL, host: '0.0.0.0' } },
  { payments: { kind: 'simulated' }, provider: FAL },
  { payments: { kind: 'simulated' }, provider: { kind: 'simulated' } },
  { payments: { kind: 'simulated' }, options: { host: '0.0.0.0' } },
  { payments: { kind: 'simulated' }, options: { host: 'gate.example.test' } },
  { payments: { kind: 'simulated' }, options: { host: '127.0.0.9' } },
  { options: { host: '::1' } },
  { options: { host: '127.example.test' } },
  { provider: FAL },
];

const VARIABLES: readonly Pick<VariableStep, 'name' | 'value' | 'isWrong'>[] = [
  { name: MANAGEMENT_KEY, value: 'k'.repeat(32), isWrong: false },
  { name: MANAGEMENT_KEY, value: '~!'.repeat(100), isWrong: false },
  { name: MANAGEMENT_KEY, value: '', isWrong: false },
  { name: MANAGEMENT_KEY, value: NEVER_SHOWN.padEnd(31, 'k'), isWrong: true },
  { name: MANAGEMENT_KEY, value: NEVER_SHOWN.padEnd(201, 'k'), isWrong: true },
  { name: MANAGEMENT_KEY, value: `${NEVER_SHOWN} `.padEnd(40, 'k'), isWrong: true },
  { name: MANAGEMENT_KEY, value: `${NEVER_SHOWN}é`.padEnd(40, 'k'), isWrong: true },
  { name: 'TOLLGATE_SERVICE_HOST', value: '10.0.0.1', isWrong: false },
  { name: 'TOLLGATE_SMTP_PASSWORD', value: 'a word', isWrong: false },
];

const RIGHT_KEYS = ['key-1', 'key-1\n', 'key-1\r\n', '!~', 'k'.repeat(5_000)];
const WRONG_KEYS = [
  ...[undefined, '', '\n', `${NEVER_SHOWN} b`, ` ${NEVER_SHOWN}`, `${NEVER_SHOWN}\nb`, `${NEVER_SHOWN}é`],
  'k'.repeat(16_385),
];

/** @param id of the first */
export function asideSteps(random: Random, id: number, withWrong: boolean): readonly (AsideStep | KeyStep)[] {
  return Array.from({ length: random.between(0, ASIDES_MAX) }, (_, n): AsideStep | KeyStep => {
    const step = { id: id + n, at: id + n };
    const isWrong = withWrong && random.chance(0.5);
    if (random.chance(0.08)) return keyStep(random, step, isWrong);
    return { ...step, do: 'aside', given: givenIn(random, isWrong), isWrong: false };
  });
}

function givenIn(random: Random, isWrong: boolean): readonly GivenStep[] {
  return random.weighted<() => readonly GivenStep[]>([
    [5, () => [boundStep(random, isWrong)]],
    [1, () => [optionStep(random, random.pick(DRAWN_OPTIONS), 1, isWrong)]],
    [3, () => [entryStep(random, 1, isWrong)]],
    [3, () => together(random)],
    [1, () => [variableStep(random, isWrong)]],
    [0.5, () => emptySteps(random)],
  ])();
}

/** An option at the least or the most that it may be, or beside it. */
function boundStep(random: Random, isWrong: boolean): SetStep {
  const option = random.pick(BOUNDED);
  const [min, max] = OPTION_FACTS[option].bounds ?? [0, 0];
  const value = random.pick(isWrong ? [min - 1, max + 1] : [min, max]);
  return { id: 1, at: 1, do: 'set', from: sourceOf(random), option, value, isWrong };
}

/** A variable that is there and empty, and a value that it does not beat. */
function emptySteps(random: Random): readonly GivenStep[] {
  const option = random.pick(DRAWN_OPTIONS);
  const about = { do: 'set', option, isWrong: false } as const;
  return [
    { ...about, id: 1, at: 1, from: 'environment', value: '' },
    { ...about, id: 2, at: 2, from: 'file', value: random.pick(rightValues(option)) },
  ];
}

function together(random: Random): readonly GivenStep[] {
  const { options = {}, ...sections } = random.pick(TOGETHER);
  const sets = Object.entries(options).map(([option, value], n): SetStep => {
    const step = { id: n + 1, at: n + 1, do: 'set', from: sourceOf(random), isWrong: false } as const;
    return { ...step, option: option as OptionKey, value };
  });
  return [
    ...sets,
    ...(sections.provider === undefined ? [] : [provider(sections.provider)]),
    ...(sections.payments === undefined ? [] : [payments(sections.payments)]),
  ];
}

function variableStep(random: Random, isWrong: boolean): GivenStep {
  const step = { id: 1, at: 1, do: 'variable' } as const;
  return { ...step, ...random.pick(VARIABLES.filter((one) => one.isWrong === isWrong)) };
}

function keyStep(random: Random, step: Pick<KeyStep, 'id' | 'at'>, isWrong: boolean): KeyStep {
  const owner = random.pick(['provider', 'mail'] as const);
  const from = random.pick(['environment', 'file'] as const);
  // A variable of any length is read whole.
  const wrong = from === 'file' ? WRONG_KEYS : WRONG_KEYS.slice(0, -1);
  return { ...step, do: 'key', owner, from, text: random.pick(isWrong ? wrong : RIGHT_KEYS), isWrong };
}
