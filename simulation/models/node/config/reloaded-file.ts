/** The file of a configuration that is read again, with the mistake that it may have. */
import type { NodeConfig } from '../../../../src/node/config/config.js';
import { refuseConflicts } from '../../../../src/node/config/config-conflicts.js';
import type { ReloadMistake, ReloadStep } from '../../../history/node-history.js';

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
    return this.#mistake === undefined ? this.#config : withFurtherModel(this.#config, this.#mistake);
  }
}

/** Its route leads to a provider that is not there, or as that of the first model. */
function withFurtherModel(config: NodeConfig, mistake: ReloadMistake): NodeConfig {
  const [model] = config.models;
  if (model === undefined) return config;
  const [id, where] = ['model/further', 'models.further'];
  const routes = mistake === 'lost_route' ? [{ provider: 'nobody', model: 'none', where }] : model.routes;
  return { ...config, models: [...config.models, { ...model, id, where, routes }] };
}
