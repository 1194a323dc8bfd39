/** The models that can be fuzzed, by name. Each is loaded only when it is asked for. */
import type { Model } from '../../model.js';

export const MODEL_NAMES = [
  'window',
  'ledger',
  'job',
  'store',
  'config',
  'outward',
  'clip',
  'part',
  'node',
  'process',
] as const;
export type ModelName = (typeof MODEL_NAMES)[number];

export type ModelTable = Readonly<Partial<Record<ModelName, () => Promise<Model>>>>;

export const MODELS: ModelTable = {
  window: async () => (await import('../../models/window/window-model.js')).windowModel,
  ledger: async () => (await import('../../models/ledger/ledger-model.js')).ledgerModel,
  job: async () => (await import('../../models/job/job-model.js')).jobModel,
  store: async () => (await import('../../models/store/store-model.js')).storeModel,
  config: async () => (await import('../../models/config/config-model.js')).configModel,
  outward: async () => (await import('../../models/outward/outward-model.js')).outwardModel,
  clip: async () => (await import('../../models/clip/clip-model.js')).clipModel,
  part: async () => (await import('../../models/part/part-model.js')).partModel,
  node: async () => (await import('../../models/node/node-model.js')).nodeModel,
  process: async () => (await import('../../models/process/process-model.js')).processModel,
};
