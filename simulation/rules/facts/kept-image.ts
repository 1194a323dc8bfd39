/** The folder of kept results as it stands on disk, by the names of its files alone (`docs/records.md`). */
import type { StoreReader } from '../../../src/store/store.js';
import type { JobRecord } from './disk-image.js';

/** Bytes of the files of the folder, by name. */
export type KeptFolder = ReadonlyMap<string, number>;

export interface KeptFile {
  readonly account: string;
  readonly jobId: string;
  readonly kind: 'clip' | 'evicted' | 'partial';
  readonly bytes: number;
}

const NAME = /^(\w+)\.(\w+)\.(?:\d+\.(partial)|(clip|evicted))$/;
const OWNER = 'owner';

export function keptFiles(folder: KeptFolder): readonly KeptFile[] {
  return [...folder].flatMap(([name, bytes]) => {
    const [, account = '', jobId, partial, kind = partial] = NAME.exec(name) ?? [];
    return jobId === undefined ? [] : [{ account, jobId, kind: kind as KeptFile['kind'], bytes }];
  });
}

/** Names of files that are of no clip, but for the mark of the folder's owner. */
export function strangers(folder: KeptFolder): readonly string[] {
  const own = folder.has(OWNER) ? OWNER : `${OWNER}.partial`;
  return [...folder.keys()].filter((name) => !NAME.test(name) && name !== own);
}

/** Of clips that are kept, or on their way. */
export function clipBytes(folder: KeptFolder, of: 'clip' | 'partial' = 'clip'): number {
  const clips = keptFiles(folder).filter(({ kind }) => kind === of);
  return clips.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Files that are of no use: of clips on their way, and of jobs that have failed or are no more. */
export function leftovers(folder: KeptFolder, records: StoreReader): readonly KeptFile[] {
  return keptFiles(folder).filter(({ jobId, kind }) => {
    if (kind === 'partial') return true;
    const text = records.get('jobs', jobId);
    return text === undefined || (JSON.parse(text) as JobRecord).status === 'failed';
  });
}
