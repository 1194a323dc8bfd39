/** Kept results beside a database that is backed up: gathered, while a node keeps, evicts and removes. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatherKept, keptNames } from '../../../../../src/audit/backup/kept-files.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { type Change, KeptResults } from './kept-results.js';
import { madeFolder } from './made-folder.js';

type FilesAct = Change | { readonly do: 'leave'; readonly name: string } | { readonly do: 'gather' };

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
  readonly #kept = new KeptResults(join(this.#folder, 'node'));
  /** Of the backup, with their texts. */
  readonly #gathered = new Map<string, string>();

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  take(act: FilesAct): void {
    if (act.do === 'gather') this.#gather();
    else if (act.do === 'leave') writeFileSync(join(this.#kept.folder, act.name), 'left');
    else this.#kept.change(act);
  }

  compare(): void {}

  end(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /** A file that was gathered stays, whatever becomes of the node's. */
  #gather(): void {
    const backup = join(this.#folder, 'backup');
    gatherKept(this.#kept.folder, backup);
    for (const [name, text] of this.#kept.files)
      if (!this.#gathered.has(name)) this.#gathered.set(name, text);
    const folder = join(backup, 'results');
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const told = names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    this.#trial.same('files', told, [...this.#gathered].sort());
    const due = [...this.#gathered.keys()].sort().map((name) => `results/${name}`);
    this.#trial.same('names', [...keptNames(backup)].sort(), due);
  }
}
