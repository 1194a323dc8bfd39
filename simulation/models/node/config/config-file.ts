/** The configuration file of a node, and what its next start finds otherwise. */
import type { NodeConfig } from '../../../../src/node/config/config.js';
import type { NodeSetup, Reloaded, ReloadStep } from '../../../history/node-history.js';
import type { StartChanges } from '../../../history/start-changes.js';
import { reloadedConfig, type SaidOfModels, startedConfig } from './configured-models.js';
import { LIVE_PAYMENTS, managementKey } from './node-config.js';

export interface NextStart {
  readonly config: NodeConfig;
  /** As a trace shows it. */
  readonly about: { readonly goesLive?: true; readonly operatorKey?: number };
}

export class ConfigFile {
  readonly #setup: NodeSetup;
  #config: NodeConfig;
  /** The next start is the first with live payments. */
  #goesLive = false;
  #operatorKey = 0;
  /** By the reloads that were taken. */
  #saidOfModels: SaidOfModels = {};

  constructor(config: NodeConfig, setup: NodeSetup) {
    this.#config = config;
    this.#setup = setup;
  }

  /** As of the start or the reload that was taken last. */
  get config(): NodeConfig {
    return this.#config;
  }

  /** The number of the operator's key, for which any process that takes requests was started. */
  get operatorKey(): number {
    return this.#operatorKey;
  }

  nextStart(): NextStart {
    const whole = startedConfig(this.#config, this.#setup);
    const operatorKey = this.#operatorKey;
    return {
      config: this.#goesLive ? { ...whole, payments: LIVE_PAYMENTS } : whole,
      about: { ...(this.#goesLive && { goesLive: true }), ...(operatorKey > 0 && { operatorKey }) },
    };
  }

  changeForStart({ goesLive, hasNewOperatorKey }: StartChanges): void {
    this.#goesLive = goesLive === true;
    if (!hasNewOperatorKey) return;
    this.#operatorKey += 1;
    this.#config = { ...this.#config, managementKey: managementKey(this.#operatorKey) };
  }

  wantedBy(step: ReloadStep): NodeConfig {
    return reloadedConfig(this.#config, this.#setup, step, this.#saidWith(step));
  }

  /** A start or a reload went by it. */
  took(config: NodeConfig, changes: Reloaded = {}): void {
    this.#config = config;
    this.#saidOfModels = this.#saidWith(changes);
  }

  #saidWith({ prices, textPrices, leftModels, bounds }: Reloaded): SaidOfModels {
    return {
      ...this.#saidOfModels,
      ...(prices && { prices }),
      ...(textPrices && { textPrices }),
      ...(leftModels && { leftModels }),
      ...(bounds && { bounds }),
    };
  }

  /** The start with live payments is over, or was refused. */
  endLive(): void {
    this.#goesLive = false;
  }
}
