import { describe, expect, it } from 'vitest';
import { FAULT_LEVELS } from '../../../../simulation/model.js';
import { generateClipHistory } from '../../../../simulation/models/clip/clip-history.js';
import { clipModel } from '../../../../simulation/models/clip/clip-model.js';
import { makeClip } from '../../../../simulation/models/clip/made-clip.js';

describe('the model of clips', () => {
  it.each(FAULT_LEVELS)('finds nothing in production (faults %s)', { timeout: 60_000 }, async (faults) => {
    for (let seed = 1; seed <= 20; seed++) {
      const { violations } = await clipModel.run(generateClipHistory(seed, faults), {});
      expect(violations).toEqual([]);
    }
  });

  it('knows how long a clip is by its frames', async () => {
    const [video, audio] = [
      { beginsMs: 200, frames: 10, frameMs: 40 },
      { beginsMs: 0, frames: 50, frameMs: 20 },
    ];
    const step = {
      id: 1,
      at: 0,
      do: 'read',
      frameBytes: 8,
      damage: 'none',
      over: 'file',
      bytesMax: 1,
    } as const;
    const mp4 = await makeClip({ ...step, container: 'mp4', video, audio });
    expect(mp4.clip).toEqual({ lengthMs: 1_000, contentType: 'video/mp4' });
    // It does not say how long its last frame is shown.
    const webm = await makeClip({ ...step, container: 'webm', video });
    expect(webm.clip).toEqual({ lengthMs: 360, contentType: 'video/webm' });
  });
});
