import type { Seal } from '../sealing/seal.js';
import type { ReadsClips } from './clip/clip-reader.js';
import type { ReadingObserver } from './reading/result-reader.js';
import type { ClipStore } from './store/clip-store.js';

/** The parts by which a node reads results, keeps them and gives them away. */
export interface ResultParts {
  readonly clips: ReadsClips;
  readonly store: ClipStore;
  readonly seal: Seal;
  readonly observer: ReadingObserver;
  /** Told of a result that its provider does not send. */
  readonly onUnavailable: (provider: string, error: unknown) => void;
}
