/** `--model window`: rolling windows and the journal that carries them over restarts. */
import type { Model } from '../../model.js';
import {
  describeWindowStep,
  generateWindowHistory,
  WINDOW_MODEL,
  type WindowSetup,
  type WindowStep,
} from './window-history.js';
import { runWindowHistory } from './window-run.js';

export const windowModel: Model<WindowStep, WindowSetup> = {
  name: WINDOW_MODEL,
  generate: generateWindowHistory,
  run: (history, watch) => runWindowHistory(history, watch),
  describe: describeWindowStep,
};
