/** The file of a configuration that is read again, with the mistake that it may have. */
import type { NodeConfig } from '../../../../src/node/config/config.js';
import { refuseConflicts } from '../../../../src/node/config/config-conflicts.js';
import type { ReloadStep } from '../../../history/node-history.js';

export class ReloadedFile {
  readonly #config: NodeConfig;
  readonly #mistake: ReloadStep['mistake'];
  #isWrong: boolean;

  constructor(config: NodeConfig, isMistaken: boolean, mistake: ReloadStep['mistake']) {
    this.#config = config;
    this.#isWrong = isMistaken;
    this.#mistake = mistake;
  }

  /** Whether a node has to refuse it. Known once it was read. */
  get isWrong(): boolean {
    return this.#isWrong;
  }

  /** @throws if it cannot be read, or its options do not go together */
  read(): NodeConfig {
    if (this.#isWrong && this.#mistake === undefined) throw new Error('a mistake in the file');
    const hasMistake = this.#isWrong;
    this.#isWrong = true;
    refuseConflicts(this.#config, this.#config.providers, this.#config.payments);
    this.#isWrong = hasMistake;
    return this.#mistake === undefined ? this.#config : withLostRoute(this.#config);
  }
}

/** As `config`, with a model whose route leads to a provider that is not there. */
function withLostRoute(config: NodeConfig): NodeConfig {
  const [model] = config.models;
  if (model === undefined) return config;
  const [id, where] = ['model/lost', 'models.lost'];
  const lost = { ...model, id, where, routes: [{ provider: 'nobody', model: 'none', where }] };
  return { ...config, models: [...config.models, lost] };
}
