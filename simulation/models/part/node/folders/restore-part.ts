/**
 * A backup that is put into a folder: whole or damaged, of this version or a newer one, into a folder that
 * is empty, has something in it, is in use, or holds what a restore before left.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST_FILE } from '../../../../../src/audit/backup/manifest.js';
import { restoreBackup } from '../../../../../src/audit/backup/restore.js';
import { tryLock } from '../../../../../src/node/folder/folder-lock.js';
import { FORMAT_VERSION } from '../../../../../src/node/folder/format-version.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { madeFolder } from './made-folder.js';

type RestoreAct =
  /** Something of the backup is not as it was, or of the folder as it has to be. */
  | { readonly do: 'spoil'; readonly how: Flaw; readonly file: number }
  | { readonly do: 'restore'; readonly isApart: boolean };

type Flaw = (typeof FLAWS)[number];

const FLAWS = [
  ...([
    'byte',
    'cut',
    'longer',
    'missing',
    'newer',
    'older',
    'other',
    'no_manifest',
    'half_manifest',
  ] as const),
  ...(['outside', 'foreign', 'draft', 'kept', 'kept_draft', 'in_use', 'lost_and_found'] as const),
];
/** With these a restore goes on. */
const HARMLESS: readonly Flaw[] = ['older', 'draft', 'kept_draft', 'lost_and_found'];
const FILES = ['results/acct_1.video_1.clip', 'results/acct_1.video_2.evicted', 'secret', 'tollgate.mdb'];

export function restorePart(): Part<undefined, RestoreAct> {
  return {
    name: 'restore',
    limits: () => undefined,
    act: (random) =>
      random.chance(0.6)
        ? { do: 'spoil', how: random.pick([...FLAWS, ...HARMLESS]), file: random.below(FILES.length) }
        : { do: 'restore', isApart: random.chance(0.4) },
    pauseMs: () => 0,
    begin: (trial) => new RestoreCourse(trial),
  };
}

class RestoreCourse implements Course<RestoreAct> {
  readonly #trial: Trial;
  readonly #root = madeFolder('restore');
  #spoilt: Extract<RestoreAct, { readonly do: 'spoil' }> | undefined;
  #round = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  async take(act: RestoreAct): Promise<void> {
    if (act.do === 'restore') await this.#restore(act.isApart);
    else this.#spoilt = act;
  }

  compare(): void {}

  end(): void {
    rmSync(this.#root, { recursive: true });
  }

  async #restore(isApart: boolean): Promise<void> {
    this.#round += 1;
    const place = join(this.#root, String(this.#round));
    const [backup, data] = [join(place, 'backup'), join(place, 'data')];
    const results = isApart ? join(place, 'clips') : join(data, 'results');
    const texts = makeBackup(backup, this.#spoilt, this.#round);
    const release = await spoilFolder(data, results, this.#spoilt);
    const before = filesIn(data);
    const progress: (readonly [done: number, of: number])[] = [];
    const outcome = await restoreBackup({
      backup,
      data,
      ...(isApart ? { results } : {}),
      progress: (done, of) => progress.push([done, of]),
    }).then(
      () => 'restored',
      () => 'refused',
    );
    const how = this.#spoilt?.how;
    // Kept results that stand apart are none of the folder that has to be empty.
    const isGood = how === undefined || HARMLESS.includes(how) || (how === 'kept' && isApart);
    if (outcome !== (isGood ? 'restored' : 'refused'))
      this.#trial.broke('outcome', `a restore is ${outcome} with ${how ?? 'nothing wrong'}`);
    const told = filesIn(data);
    if (outcome === 'refused') this.#trial.same('left', [...told], [...before]);
    else {
      for (const [name, text] of texts) {
        const path = name.startsWith('results/') ? join(results, name.slice(8)) : join(data, name);
        this.#trial.same('file', existsSync(path) ? readFileSync(path, 'utf8') : undefined, text);
        this.#trial.same('mode', (statSync(path).mode & 0o777).toString(8), '600');
      }
      const bytes = [...texts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      this.#trial.same('progress', progress.at(-1), [bytes, bytes]);
      const drafts = [...told.keys()].filter((name) => /^(results\/)?\.restoring-/.test(name));
      this.#trial.same('drafts', drafts, []);
    }
    release();
    this.#spoilt = undefined;
    rmSync(place, { recursive: true });
  }
}

/** @returns the texts of its files, by name */
function makeBackup(
  backup: string,
  spoilt: { readonly how: Flaw; readonly file: number } | undefined,
  round: number,
): ReadonlyMap<string, string> {
  const texts = new Map(FILES.map((name) => [name, `${name} of ${round}`.repeat(1 + (round % 3))]));
  const { how, file = 0 } = spoilt ?? {};
  const format = FORMAT_VERSION + (how === 'newer' ? 1 : how === 'older' ? -1 : 0);
  const files = [...texts].map(([name, text]) => ({
    name,
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  if (how === 'outside') files.unshift({ ...(files[0] as (typeof files)[number]), name: '../outside' });
  const manifest = JSON.stringify({
    v: how === 'other' ? 2 : 1,
    made_at: '2026-11-21T10:00:00.000Z',
    tollgate: '1.0.0',
    format,
    platform: 'linux-x64',
    files,
    verified: { records: 7, discrepancies: 0, damaged_pages: 0 },
  });
  for (const [nth, [name, text]] of [...texts].entries()) {
    const path = join(backup, name);
    mkdirSync(dirname(path), { recursive: true });
    if (nth === file && how === 'missing') continue;
    writeFileSync(path, nth === file ? damaged(text, how) : text);
  }
  if (how === 'half_manifest') writeFileSync(join(backup, MANIFEST_FILE), manifest.slice(0, -9));
  else if (how !== 'no_manifest') writeFileSync(join(backup, MANIFEST_FILE), manifest);
  return texts;
}

function damaged(text: string, how: Flaw | undefined): string {
  if (how === 'byte') return text.replace('o', 'p');
  if (how === 'cut') return text.slice(0, -1);
  return how === 'longer' ? `${text}.` : text;
}

/** @returns what lets it go again */
async function spoilFolder(
  data: string,
  results: string,
  spoilt: { readonly how: Flaw; readonly file: number } | undefined,
): Promise<() => void> {
  const put = (folder: string, name: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), 'before');
  };
  const { how } = spoilt ?? {};
  if (how === 'foreign') put(data, 'notes.txt');
  if (how === 'draft') put(data, '.restoring-tollgate.mdb');
  if (how === 'kept') put(results, 'acct_9.video_9.clip');
  if (how === 'kept_draft') put(results, '.restoring-acct_1.video_1.clip');
  if (how === 'lost_and_found') mkdirSync(join(data, 'lost+found'), { recursive: true });
  if (how !== 'in_use') return () => {};
  mkdirSync(data, { recursive: true });
  const attempt = await tryLock(join(data, 'lock'), 'abc');
  return () => attempt.outcome === 'held' && attempt.lock.release();
}

/** But for the folder of the lock. */
function filesIn(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names.flatMap((name): [string, string][] => {
      const path = join(folder, name);
      return name.startsWith('lock/') || !statSync(path).isFile() ? [] : [[name, readFileSync(path, 'utf8')]];
    }),
  );
}
