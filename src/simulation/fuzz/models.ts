/** The models that can be fuzzed, by name. Each is loaded only when it is asked for. */
import type { Model } from '../model.js';

export const MODEL_NAMES = ['window', 'ledger', 'job', 'node', 'process'] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

export type ModelTable = Readonly<Partial<Record<ModelName, () => Promise<Model>>>>;

export const MODELS: ModelTable = {
  window: async () => (await import('../window-model/window-model.js')).windowModel,
  ledger: async () => (await import('../ledger-model/ledger-model.js')).ledgerModel,
  job: async () => (await import('../job-model/job-model.js')).jobModel,
  node: async () => (await import('../node-model/node-model.js')).nodeModel,
  process: async () => (await import('../process-model/process-model.js')).processModel,
};
