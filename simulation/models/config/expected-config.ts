/** The configuration that the documentation has for what was given; with arithmetic of its own. */
import { dirname, resolve } from 'node:path';
import { OPTIONS, type OptionKey } from '../../../src/node/config/options/options.js';
import { type EntryStep, type GivenStep, type SetStep, SOURCES } from './config-history.js';

/** Defaults that clients or their money depend on. */
const DEFAULTS: Partial<Record<OptionKey, unknown>> = {
  host: '127.0.0.1',
  defaultRpm: 60,
  addressRpm: 60,
  retentionDays: 90,
  idempotencyHours: 24,
  jobDeadlineMinutes: 30,
  trustedProxies: [],
  generations: false,
  signUp: 'closed',
};
const MICRO = 1_000_000n;

/** The latest of each option and source, and of each entry: a later one stands in the place of it. */
export function givenSteps(steps: readonly GivenStep[]): readonly GivenStep[] {
  const latest = new Map(steps.map((step) => [placeOf(step), step]));
  return [...latest.values()];
}

function placeOf(step: GivenStep): string {
  return step.do === 'entry' ? `${step.section} ${step.name}` : `${step.do} ${step.from} ${step.option}`;
}

export class ExpectedConfig {
  readonly #sets: readonly SetStep[];
  readonly #entries: readonly EntryStep[];
  readonly #file: string;
  readonly #folder: string;

  /** @param steps those of `givenSteps` */
  constructor(steps: readonly GivenStep[], file: string, folder: string) {
    this.#sets = steps.filter((step) => step.do === 'set');
    this.#entries = steps.filter((step) => step.do === 'entry');
    this.#file = file;
    this.#folder = folder;
  }

  /** The value of an option; undefined if the documentation has no word on it here. */
  value(option: OptionKey): { readonly due: unknown } | undefined {
    for (const source of SOURCES) {
      const step = this.#sets.find((one) => one.option === option && one.from === source);
      if (step !== undefined) return { due: this.#inForm(step) };
    }
    return Object.hasOwn(DEFAULTS, option) ? { due: DEFAULTS[option] } : undefined;
  }

  /** Why what was given does not go together; undefined if it does. */
  get conflict(): string | undefined {
    const of = (option: OptionKey) => this.value(option)?.due ?? OPTIONS[option].fallback;
    const has = (option: OptionKey) => of(option) !== undefined;
    const payments = this.entriesOf('payments')[0]?.entry;
    const isReal = this.entriesOf('providers').some(({ entry }) => entry.kind !== 'simulated');
    const isTest = payments?.mode === 'test';
    const bounds = this.entriesOf('providers').map(({ entry }) => entry);
    const wrongs: readonly (readonly [boolean, string])[] = [
      [payments?.kind === 'simulated' && (!this.isLoopback || isReal), 'simulated payments'],
      [isTest && isReal, 'test payments beside a real provider'],
      [payments?.kind === 'chargily' && !has('publicUrl'), 'payments without a public URL'],
      [has('smtpUrl') && !has('publicUrl'), 'mails without a public URL'],
      [of('signUp') === 'open' && !has('publicUrl'), 'sign-up without a public URL'],
      [of('verify') === 'email' && !has('smtpUrl'), 'verified by mail without mails'],
      [Number(of('topUpMax')) < Number(of('topUpMin')), 'a top-up of at least more than at most'],
      [has('tlsCert') !== has('tlsKey'), 'a certificate without its key'],
      [has('tlsPassphraseFile') && !has('tlsKey'), 'a passphrase of no key'],
      [of('managementTls') === true && !has('tlsCert'), 'TLS without a certificate'],
      ...[{}, ...bounds].map((entry: Readonly<Record<string, unknown>>) => {
        const most = entry['breaker-cool-down-max-ms'] ?? of('providerBreakerCoolDownMaxMs');
        const first = entry['breaker-cool-down-ms'] ?? of('providerBreakerCoolDownMs');
        return [Number(most) < Number(first), 'a cool-down of more than its most'] as const;
      }),
    ];
    return wrongs.find(([is]) => is)?.[1];
  }

  get isLoopback(): boolean {
    const host = String(this.value('host')?.due);
    return ['localhost', '::1'].includes(host) || host.startsWith('127.');
  }

  entriesOf(section: EntryStep['section']): readonly EntryStep[] {
    return this.#entries.filter((step) => step.section === section);
  }

  path(text: string): string {
    return resolve(dirname(this.#file), text);
  }

  #inForm({ option, value, from }: SetStep): unknown {
    const { placeholder } = OPTIONS[option].kind;
    if (placeholder === 'FILE' || placeholder === 'DIR')
      return resolve(from === 'file' ? dirname(this.#file) : this.#folder, String(value));
    if (placeholder === 'CIDR,…' && Array.isArray(value)) return value.map(withPrefix);
    return value;
  }
}

function withPrefix(network: string): string {
  if (network === 'unix' || network.includes('/')) return network;
  return `${network}/${network.includes(':') ? 128 : 32}`;
}

/** Micro-DA of an amount as a file has it. */
export function microDa(amount: unknown): number | undefined {
  if (amount === undefined) return undefined;
  const [whole = '0', part = ''] = String(amount).split('.');
  return Number(BigInt(whole) * MICRO + BigInt(part.padEnd(6, '0')));
}
