/**
 * A node that runs, as far as its configuration goes.
 *
 * Rule
 *  - `reloads`: what is read again is in force but for options that are taken at the start, in every part of
 *    the node, and the reload names both; what cannot be read or taken changes nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import type { NodeConfig } from '../../../src/node/config/config.js';
import { type OptionKey, optionName } from '../../../src/node/config/options/options.js';
import { Reload } from '../../../src/node/config/reload.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import type { RunRecord } from '../../world/run-record.js';
import { OPTION_FACTS } from './option-facts.js';
import { DRAWN_OPTIONS } from './option-samples.js';

const TLS_OPTIONS: readonly OptionKey[] = ['tlsCert', 'tlsKey', 'tlsPassphraseFile'];
const PARTS = ['first', 'last'] as const;

export class ReloadedNode {
  readonly #record: RunRecord;
  readonly #reload: Reload;
  /** By name of the part. */
  readonly #parts = new Map<string, NodeConfig>();
  #due: NodeConfig;
  #fails = false;

  constructor(config: NodeConfig, record: RunRecord) {
    this.#record = record;
    this.#due = config;
    this.#reload = new Reload(config, () => 0);
    for (const name of PARTS) {
      this.#parts.set(name, config);
      this.#reload.add({ prepare: (next) => this.#prepare(name, next) });
    }
  }

  /**
   * @param wanted undefined if it cannot be read
   * @param fails true if a part cannot make ready for it
   */
  reload(wanted: NodeConfig | undefined, fails: boolean): void {
    this.#fails = fails;
    const before = this.#due;
    const reloaded = this.#reload.run(() => {
      if (wanted === undefined) throw new ConfigError('it cannot be read');
      return wanted;
    });
    this.#record.count(reloaded.outcome === 'applied' ? 'reloaded' : 'not_reloaded');
    const isRefused = wanted === undefined || fails || changesKind(before, wanted);
    if (!isRefused) this.#due = dueAfter(before, wanted);
    this.#checkInForce();
    if ((reloaded.outcome === 'refused') !== isRefused)
      this.#broke(`a reload is ${reloaded.outcome}, and it ${isRefused ? 'cannot' : 'can'} be taken`);
    if (isRefused || reloaded.outcome === 'refused') return;
    const atStart = new Set<string>(takenAtStart(before, wanted).map(optionName));
    const differing = changes(before, wanted);
    this.#same('changed', reloaded.changed, new Set(differing.filter((name) => !atStart.has(name))));
    this.#same(
      'needing a restart',
      reloaded.needRestart,
      new Set(differing.filter((name) => atStart.has(name))),
    );
  }

  #prepare(part: string, next: NodeConfig): () => void {
    if (this.#fails && part === 'last') throw new ConfigError('a part cannot take it');
    return () => this.#parts.set(part, next);
  }

  #checkInForce(): void {
    const holders = [['the node', this.#reload.inForce] as const, ...this.#parts];
    for (const [name, config] of holders) {
      const other = changes(this.#due, config);
      if (other.length > 0) this.#broke(`${name} has another value in force: ${other.join(', ')}`);
    }
  }

  #same(what: string, found: readonly string[], due: ReadonlySet<string>): void {
    if (!isDeepStrictEqual(new Set(found), due))
      this.#broke(`named as ${what}: ${found.join(', ')}, not ${[...due].join(', ')}`);
  }

  #broke(message: string): void {
    this.#record.broke('reloads', message);
  }
}

function takenAtStart(inForce: NodeConfig, wanted: NodeConfig): readonly OptionKey[] {
  const turnsTls = (inForce.tlsCert === undefined) !== (wanted.tlsCert === undefined);
  return DRAWN_OPTIONS.filter(
    (key) => OPTION_FACTS[key].taken === 'at_start' || (turnsTls && TLS_OPTIONS.includes(key)),
  );
}

function dueAfter(inForce: NodeConfig, wanted: NodeConfig): NodeConfig {
  const kept = takenAtStart(inForce, wanted).map((key) => [key, optionOf(inForce, key)]);
  return { ...wanted, ...Object.fromEntries(kept) };
}

/** Names of the options and sections in which the two differ. */
function changes(one: NodeConfig, other: NodeConfig): readonly string[] {
  const options = DRAWN_OPTIONS.filter((key) => !isDeepStrictEqual(optionOf(one, key), optionOf(other, key)));
  const sections = (['providers', 'models', 'payments'] as const).filter(
    (name) => sectionOf(one, name) !== sectionOf(other, name),
  );
  return [...options.map(optionName), ...sections];
}

function optionOf(config: NodeConfig, key: OptionKey): unknown {
  return (config as unknown as Readonly<Record<string, unknown>>)[key];
}

/** Its text, without the lines of the file. */
function sectionOf(config: NodeConfig, name: 'providers' | 'models' | 'payments'): string {
  const section = name === 'models' ? [config.models, config.textModels] : config[name];
  return JSON.stringify(section, (key, value) => (key === 'where' ? undefined : value)) ?? '';
}

function changesKind(inForce: NodeConfig, wanted: NodeConfig): boolean {
  return wanted.providers.some(({ name, kind }) =>
    inForce.providers.some((before) => before.name === name && before.kind !== kind),
  );
}
