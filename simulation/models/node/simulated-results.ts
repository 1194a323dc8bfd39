/** The parts by which a simulated process reads results: production's, save for the threads. */
import type { ReadsClips } from '../../../src/results/clip/clip-reader.js';
import { NotAClipError } from '../../../src/results/clip/read-clip.js';
import type { ResultParts } from '../../../src/results/result-parts.js';
import { ClipStore } from '../../../src/results/store/clip-store.js';
import { Seal } from '../../../src/sealing/seal.js';
import type { World } from '../../../src/time/world.js';
import { clipLengthOf } from './scripted/scripted-files.js';

/** Nothing is kept: every file is served in ranges, and no provider's results end. */
const NO_FOLDER = '/nowhere/results';
const NO_LIMIT = { bytesMax: Number.MAX_SAFE_INTEGER, keptMsMin: 0, freeBytesMin: 0 };

const CLIPS: ReadsClips = {
  async readRanges(file, size) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.read(0, size)) chunks.push(chunk);
    const lengthMs = clipLengthOf(Buffer.concat(chunks));
    if (lengthMs === undefined) throw new NotAClipError('no clip');
    return { lengthMs, contentType: 'video/mp4' };
  },
  readFile: () => Promise.reject(new Error('a simulated result is read in ranges')),
  close: async () => {},
};

export function simulatedResults(world: World, secret: Uint8Array): ResultParts {
  const seal = new Seal(secret, 'results');
  return {
    clips: CLIPS,
    store: new ClipStore({
      folder: NO_FOLDER,
      ownerMark: '',
      world,
      limits: NO_LIMIT,
      onFault: () => {},
      onObstacle: () => {},
      onCleared: () => {},
    }),
    seal,
    observer: { differs: () => {}, failed: () => {} },
    onUnavailable: () => {},
  };
}
