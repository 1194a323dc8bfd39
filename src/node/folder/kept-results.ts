import { messageOf } from '../../errors/error-text.js';
import { ClipStore } from '../../results/store/clip-store.js';
import type { ClipStoreOptions } from '../../results/store/clip-store-options.js';
import type { Seal } from '../../sealing/seal.js';
import type { NodeConfig } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';

const DAY_MS = 86_400_000;
const MIB = 1_048_576;
const GIB = 1_024 * MIB;
const MARK_BYTES = 32;

/**
 * Opens the store of kept results.
 *
 * @param settings may change: the store reads its limits anew
 * @throws StartRefused if the folder cannot be used
 */
export function openKeptResults(
  folder: string,
  seal: Seal,
  settings: NodeConfig,
  told: Pick<ClipStoreOptions, 'world' | 'onFault' | 'onMissing' | 'onObstacle' | 'onCleared'>,
): ClipStore {
  const limits = {
    get bytesMax() {
      return settings.resultsMaxGib * GIB;
    },
    get keptMsMin() {
      return settings.resultsDaysMin * DAY_MS;
    },
    get freeBytesMin() {
      return settings.diskReserveMib * MIB;
    },
  };
  const ownerMark = seal.of('folder', 'results', MARK_BYTES).toString('hex');
  try {
    return new ClipStore({ folder, ownerMark, limits, ...told });
  } catch (error) {
    throw new StartRefused(`cannot use the folder of results: ${messageOf(error)}`, { cause: error });
  }
}
