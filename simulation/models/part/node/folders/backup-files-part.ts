/** Kept results beside a database that is backed up: gathered, while a node keeps, evicts and removes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatherKept, keptNames } from '../../../../../src/audit/backup/kept-files.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { madeFolder } from './made-folder.js';

type FilesAct =
  | { readonly do: 'keep' | 'evict' | 'remove'; readonly job: number }
  | { readonly do: 'leave'; readonly name: string }
  | { readonly do: 'gather' };

const JOBS = 5;
/** Nobody needs them in a backup. */
const OTHERS = ['acct_1.video_1.3.partial', 'probe', 'notes.txt', 'acct_1.video_1.clip.old'];

export function backupFilesPart(): Part<undefined, FilesAct> {
  return {
    name: 'backup-files',
    limits: () => undefined,
    act: (random) => {
      const job = random.below(JOBS);
      return random.weighted<FilesAct>([
        [4, { do: 'keep', job }],
        [2, { do: 'evict', job }],
        [1, { do: 'remove', job }],
        [1, { do: 'leave', name: random.pick(OTHERS) }],
        [2, { do: 'gather' }],
      ]);
    },
    pauseMs: () => 0,
    begin: (trial) => new FilesCourse(trial),
  };
}

class FilesCourse implements Course<FilesAct> {
  readonly #trial: Trial;
  readonly #folder = madeFolder('backup');
  readonly #results = join(this.#folder, 'node');
  /** With their texts: of the node, and of the backup. */
  readonly #there = new Map<string, string>();
  readonly #gathered = new Map<string, string>();
  #written = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
    mkdirSync(this.#results);
  }

  take(act: FilesAct): void {
    if (act.do === 'gather') this.#gather();
    else if (act.do === 'leave') writeFileSync(join(this.#results, act.name), 'left');
    else {
      const clip = `acct_1.video_${act.job}.clip`;
      const evicted = `acct_1.video_${act.job}.evicted`;
      if (act.do === 'keep') this.#write(clip, `clip ${this.#written++}`);
      if (act.do === 'evict' && this.#there.has(clip)) this.#write(evicted, '');
      if (act.do !== 'keep') this.#remove(clip);
      if (act.do === 'remove') this.#remove(evicted);
    }
  }

  compare(): void {}

  end(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /** A file that was gathered stays, whatever becomes of the node's. */
  #gather(): void {
    const backup = join(this.#folder, 'backup');
    gatherKept(this.#results, backup);
    for (const [name, text] of this.#there) if (!this.#gathered.has(name)) this.#gathered.set(name, text);
    const folder = join(backup, 'results');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const told = names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    this.#trial.same('files', told, [...this.#gathered].sort());
    const due = [...this.#gathered.keys()].sort().map((name) => `results/${name}`);
    this.#trial.same('names', [...keptNames(backup)].sort(), due);
  }

  /** A kept file never changes: it is made once. */
  #write(name: string, text: string): void {
    if (this.#there.has(name)) return;
    this.#there.set(name, text);
    writeFileSync(join(this.#results, name), text);
  }

  #remove(name: string): void {
    this.#there.delete(name);
    rmSync(join(this.#results, name), { force: true });
  }
}
