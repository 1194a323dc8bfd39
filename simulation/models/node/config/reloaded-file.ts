/** The file of a configuration that is read again, with the mistake that it may have. */
import type { NodeConfig } from '../../../../src/node/config/config.js';
import { refuseConflicts } from '../../../../src/node/config/config-conflicts.js';
import type { ReloadStep } from '../../../history/node-history.js';
import { LACKING_KEYS, type LackingKey, type ReloadMistake } from '../../../history/reload-words.js';
import { areBeatenRefused } from './beaten-values.js';
import { withLackingKey } from './lacking-keys.js';

export class ReloadedFile {
  readonly #config: NodeConfig;
  readonly #mistake: ReloadStep['mistake'];
  readonly #options: NonNullable<ReloadStep['options']>;
  #isWrong: boolean;

  /** @param options that the file says otherwise than before, by name */
  constructor(
    config: NodeConfig,
    isMistaken: boolean,
    mistake: ReloadStep['mistake'],
    options: ReloadStep['options'] = {},
  ) {
    this.#config = config;
    this.#options = options;
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
    if (this.#isWrong && this.#mistake === 'beaten') {
      if (areBeatenRefused(this.#options)) throw new Error('wrong values in the file');
      return this.#config;
    }
    const said = this.#said();
    const hasMistake = this.#isWrong;
    this.#isWrong = true;
    refuseConflicts(said, said.providers, said.payments);
    this.#isWrong = hasMistake;
    return said;
  }

  #said(): NodeConfig {
    if (this.#mistake === undefined) return this.#config;
    return isLacking(this.#mistake)
      ? withLackingKey(this.#config, this.#mistake)
      : withFurtherModel(this.#config, this.#mistake);
  }
}

function isLacking(mistake: ReloadMistake): mistake is LackingKey {
  return LACKING_KEYS.some((lacking) => lacking === mistake);
}

/** Its route leads to a provider that is not there, or as that of the first model. */
function withFurtherModel(config: NodeConfig, mistake: ReloadMistake): NodeConfig {
  const [model] = config.models;
  if (model === undefined) return config;
  const [id, where] = ['model/further', 'models.further'];
  const routes = mistake === 'lost_route' ? [{ provider: 'nobody', model: 'none', where }] : model.routes;
  return { ...config, models: [...config.models, { ...model, id, where, routes }] };
}
