/** `--model clip`: files that are read as clips, made frame by frame, and threads that fail. */
import type { Model } from '../../model.js';
import { CLIP_MODEL, type ClipStep, generateClipHistory } from './clip-history.js';
import { runClipHistory } from './clip-run.js';

export const clipModel: Model<ClipStep, null> = {
  name: CLIP_MODEL,
  generate: generateClipHistory,
  run: runClipHistory,
  describe: ({ id: _, at: __, do: does, ...more }) =>
    `${does}: ${Object.entries(more)
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
      .join(', ')}`,
  describeSetup: () => [],
};
