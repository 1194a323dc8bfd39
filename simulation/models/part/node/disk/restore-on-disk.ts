/** A restore as a power cut behind any of its steps leaves it: its database comes last. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeManifest, MANIFEST_FILE } from '../../../../../src/audit/backup/manifest.js';
import { restoreBackup } from '../../../../../src/audit/backup/restore.js';
import { FORMAT_VERSION } from '../../../../../src/node/folder/format-version.js';
import type { Trial } from '../../trial.js';
import { type Cut, type Trouble, WatchedDisk } from './watched-disk.js';

interface RestoreAct {
  readonly clips: number;
  /** Kept results go into a folder of their own. */
  readonly isApart: boolean;
  /** Two folders are missing, not one. */
  readonly isDeep: boolean;
  readonly trouble: Trouble;
}

export const SECRET_BYTES = 32;
const DATABASE = 'tollgate.mdb';

export async function restoreOnDisk(trial: Trial, place: string, act: RestoreAct): Promise<void> {
  const data = act.isDeep ? 'deep/data' : 'data';
  const results = act.isApart ? 'clips' : `${data}/results`;
  const texts = new Map<string, string>();
  for (const [name, text] of clipsOf(act.clips)) texts.set(`results/${name}`, text);
  texts.set('secret', 's'.repeat(SECRET_BYTES)).set(DATABASE, 'records');
  const backup = join(place, 'backup');
  writeBackup(backup, texts);
  const due = Array.from(texts, ([name, text]) => {
    const path = name.startsWith('results/') ? results + name.slice('results'.length) : `${data}/${name}`;
    return [path, text] as const;
  });
  const disk = new WatchedDisk(place);
  const judge = ({ synced, present }: Cut) => {
    for (const files of [synced, present]) {
      const there = due.filter(([path]) => files.has(path));
      const torn = there.find(([path, text]) => files.get(path) !== text);
      if (torn !== undefined) trial.broke('restored', `a cut leaves ${torn[0]} torn`);
      if (files.has(`${data}/${DATABASE}`) && there.length < due.length)
        trial.broke('order', `a cut leaves a database with ${there.length} of ${due.length} files`);
    }
  };
  const told = await settled(
    disk.during(
      act.trouble,
      () => restoreBackup({ backup, data: join(place, data), results: join(place, results) }),
      judge,
    ),
  );
  if (act.trouble.failAt === 0) trial.same('told', told !== undefined, true);
  const { synced } = disk.now;
  if (told !== undefined) for (const [path, text] of due) trial.same('restored', synced.get(path), text);
}

export function clipsOf(clips: number): ReadonlyMap<string, string> {
  return new Map(
    Array.from({ length: clips }, (_, nth) => [`acct_1.video_${nth}.clip`, `clip ${nth}`.repeat(nth + 1)]),
  );
}

function writeBackup(backup: string, texts: ReadonlyMap<string, string>): void {
  mkdirSync(join(backup, 'results'), { recursive: true });
  for (const [name, text] of texts) writeFileSync(join(backup, name), text);
  const files = Array.from(texts, ([name, text]) => ({
    name,
    bytes: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  const manifest = {
    v: 1 as const,
    made_at: '2026-11-21T10:00:00.000Z',
    tollgate: '1.0.0',
    format: FORMAT_VERSION,
    platform: 'linux-x64',
    files,
    verified: { records: 1, discrepancies: 0, damaged_pages: 0 },
  };
  writeFileSync(join(backup, MANIFEST_FILE), encodeManifest(manifest));
}

/** Undefined if it was refused. */
export function settled<T>(told: Promise<T>): Promise<T | undefined> {
  return told.catch(() => undefined);
}
