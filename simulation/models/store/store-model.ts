/** `--model store`: the store of production, LMDB, on a real disk, against the store of simulated nodes. */
import type { Model } from '../../model.js';
import { describeStoreStep, simplerStoreSteps } from './describe-store-step.js';
import { generateStoreHistory } from './generate-store.js';
import { STORE_MODEL, type StoreSetup, type StoreStep } from './store-history.js';
import { runStoreHistory } from './store-run.js';

export const storeModel: Model<StoreStep, StoreSetup> = {
  name: STORE_MODEL,
  generate: generateStoreHistory,
  run: runStoreHistory,
  describe: describeStoreStep,
  describeSetup: ({ mapMib }) => [`${mapMib} MiB are mapped from the start`],
  simpler: simplerStoreSteps,
};
