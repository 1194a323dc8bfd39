/** The disk of kept results, and its folder as it changes. */
import { basename } from 'node:path';
import type { CrashStep, KeptSettings } from '../../../history/node-history.js';
import type { Observation } from '../../../history/observation.js';
import { clipBytes, type KeptFolder, keptFiles } from '../../../rules/facts/kept-image.js';
import type { Random } from '../../../world/random.js';
import { MemoryFiles } from './memory-files.js';
import { RESULTS_FOLDER } from './simulated-results.js';

type Seen<What extends Observation['what']> = Omit<Extract<Observation, { readonly what: What }>, 'at'>;

interface Watched {
  /** Undefined if nothing is kept. */
  readonly kept: KeptSettings | undefined;
  readonly see: (seen: Seen<'files_failed'> | Seen<'results_changed'>) => void;
}

/** @param occasion on either side of an operation */
export function resultsDisk(
  random: Random,
  { kept, see }: Watched,
  occasion: (side: CrashStep['side']) => void,
): MemoryFiles {
  const changed = kept === undefined ? () => {} : tellingChanges(see);
  const files: MemoryFiles = new MemoryFiles(random, {
    failing: (fault, left) =>
      see({ what: 'files_failed', fault, ...(left !== undefined && { left: basename(left) }) }),
    began: () => occasion('before'),
    ended: () => {
      changed(files.folder(RESULTS_FOLDER));
      occasion('after');
    },
  });
  return files;
}

function tellingChanges(see: Watched['see']): (folder: KeptFolder) => void {
  let told = '';
  let evicted: readonly string[] = [];
  return (folder) => {
    const [before, after] = [evicted, jobsThatMadeRoom(folder)];
    const madeRoom = after.find((jobId) => !before.includes(jobId));
    const bytes = { clipBytes: clipBytes(folder), partialBytes: clipBytes(folder, 'partial') };
    evicted = after;
    if (told === JSON.stringify(bytes) && madeRoom === undefined) return;
    told = JSON.stringify(bytes);
    const clips = keptFiles(folder).filter(({ kind }) => kind === 'clip');
    see({ what: 'results_changed', ...bytes, clips, ...(madeRoom !== undefined && { madeRoom }) });
  };
}

function jobsThatMadeRoom(folder: KeptFolder): readonly string[] {
  return keptFiles(folder).flatMap(({ kind, jobId }) => (kind === 'evicted' ? [jobId] : []));
}
