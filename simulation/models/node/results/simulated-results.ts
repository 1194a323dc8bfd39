/** The parts by which a simulated process reads and keeps results: production's, save threads and disk. */
import type { ReadsClips } from '../../../../src/results/clip/clip-reader.js';
import { type Clip, NotAClipError } from '../../../../src/results/clip/read-clip.js';
import type { ResultParts } from '../../../../src/results/result-parts.js';
import { ClipStore } from '../../../../src/results/store/clip-store.js';
import { Seal } from '../../../../src/sealing/seal.js';
import type { World } from '../../../../src/time/world.js';
import type { KeptSettings } from '../../../history/node-history.js';
import { clipLengthOf } from '../scripted/scripted-files.js';
import type { MemoryFiles } from './memory-files.js';

/** The folder of kept results. */
export const RESULTS_FOLDER = '/results';

interface ResultsEnvironment {
  readonly secret: Uint8Array;
  readonly disk: MemoryFiles;
  /** Undefined if nothing is kept: every file is served in ranges, and no provider's results end. */
  readonly kept: KeptSettings | undefined;
}

export function simulatedResults(world: World, { secret, disk, kept }: ResultsEnvironment): ResultParts {
  const limits = { bytesMax: Number.MAX_SAFE_INTEGER, keptMsMin: 0, ...kept, freeBytesMin: 1 };
  const files = disk.openIn(world);
  return {
    clips: clipsOn(disk),
    store: new ClipStore({
      folder: RESULTS_FOLDER,
      files,
      ownerMark: 'its own',
      world,
      limits,
      onFault: () => {},
      onMissing: ({ jobId }) => {
        throw new Error(`the clip of ${jobId} is kept, and its file is not there`);
      },
      onObstacle: () => {},
      onCleared: () => {},
    }),
    seal: new Seal(secret, 'results'),
    observer: { differs: () => {}, failed: () => {} },
    onUnavailable: () => {},
  };
}

function clipsOn(disk: MemoryFiles): ReadsClips {
  return {
    async readRanges(file, size) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.read(0, size)) chunks.push(chunk);
      return clipIn(Buffer.concat(chunks));
    },
    readFile: async (path) => clipIn(disk.bytesOf(path)),
    close: async () => {},
  };
}

function clipIn(bytes: Uint8Array): Clip {
  const lengthMs = clipLengthOf(bytes);
  if (lengthMs === undefined) throw new NotAClipError('no clip');
  return { lengthMs, contentType: 'video/mp4' };
}
