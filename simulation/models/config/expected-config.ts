/** The configuration that the documentation has for what was given; with arithmetic of its own. */
import { dirname, resolve } from 'node:path';
import { OPTIONS, type OptionKey, variableName } from '../../../src/node/config/options/options.js';
import {
  type EntryStep,
  type GivenStep,
  type SetStep,
  SOURCES,
  type VariableStep,
} from './config-history.js';
import { OPTION_FACTS } from './option-facts.js';
import { textOf } from './option-samples.js';

const MICRO = 1_000_000n;
export const MANAGEMENT_KEY = 'TOLLGATE_MANAGEMENT_KEY';

/** The latest of each option and source, and of each entry: a later one stands in the place of it. */
export function givenSteps(steps: readonly GivenStep[]): readonly GivenStep[] {
  const latest = new Map(steps.map((step) => [placeOf(step), step]));
  return [...latest.values()];
}

function placeOf(step: GivenStep): string {
  if (step.do === 'variable') return step.name;
  // An empty variable stands in the place of a value.
  if (step.do === 'set' && step.from === 'environment') return variableName(step.option);
  return step.do === 'entry' ? `${step.section} ${step.name}` : `${step.do} ${step.from} ${step.option}`;
}

export class ExpectedConfig {
  readonly #sets: readonly SetStep[];
  readonly #entries: readonly EntryStep[];
  readonly #variables: readonly VariableStep[];
  readonly #file: string;
  readonly #folder: string;

  /** @param steps those of `givenSteps` */
  constructor(steps: readonly GivenStep[], file: string, folder: string) {
    this.#sets = steps.filter((step) => step.do === 'set' && !isEmptyVariable(step)) as readonly SetStep[];
    this.#entries = steps.filter((step) => step.do === 'entry');
    this.#variables = steps.filter((step) => step.do === 'variable');
    this.#file = file;
    this.#folder = folder;
  }

  value(option: OptionKey): unknown {
    for (const source of SOURCES) {
      const step = this.#sets.find((one) => one.option === option && one.from === source);
      if (step !== undefined) return this.#inForm(step);
    }
    const { usual } = OPTION_FACTS[option];
    return option === 'data' ? resolve(this.#folder, String(usual)) : usual;
  }

  /** Why what was given does not go together; undefined if it does. */
  get conflict(): string | undefined {
    const of = (option: OptionKey) => this.value(option);
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

  /** The operator's key; undefined if the environment sets none. */
  get managementKey(): string | undefined {
    return this.#variables.find(({ name }) => name === MANAGEMENT_KEY)?.value || undefined;
  }

  get isLoopback(): boolean {
    const host = String(this.value('host'));
    return ['localhost', '::1'].includes(host) || /^127\.[\d.]+$/.test(host);
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
    if (placeholder === 'URL' && option !== 'smtpUrl') return withoutSlash(String(value));
    return value;
  }
}

/** It says nothing. */
function isEmptyVariable({ from, value }: SetStep): boolean {
  return from === 'environment' && textOf(value) === '';
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
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
