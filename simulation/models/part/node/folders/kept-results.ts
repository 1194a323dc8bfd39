/** The folder of kept results of a node: files by the names of their jobs, which come, make room and go. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** To a kept result of a job. */
export interface Change {
  readonly do: 'keep' | 'evict' | 'remove';
  readonly job: number;
}

export class KeptResults {
  readonly folder: string;
  /** Their texts by name. */
  readonly files = new Map<string, string>();
  /** How many jobs of a number went: none comes again. */
  readonly #gone = new Map<number, number>();
  #kept = 0;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder);
    for (const name of ['probe', 'acct_1.video_1.3.partial', 'notes.txt'])
      writeFileSync(join(folder, name), '');
  }

  change({ do: what, job }: Change): void {
    const id = `acct_1.video_${job}_${this.#gone.get(job) ?? 0}`;
    const [clip, evicted] = [`${id}.clip`, `${id}.evicted`];
    // A job has one result, once: it is kept, then makes room, then goes with its job.
    if (what === 'keep' && !this.files.has(evicted)) this.#write(clip, `clip ${this.#kept++}`);
    if (what === 'evict' && this.files.has(clip)) this.#write(evicted, '');
    if (what !== 'keep') this.#remove(clip);
    if (what !== 'remove') return;
    this.#remove(evicted);
    this.#gone.set(job, (this.#gone.get(job) ?? 0) + 1);
  }

  #write(name: string, text: string): void {
    if (this.files.has(name)) return;
    this.files.set(name, text);
    writeFileSync(join(this.folder, name), text, { mode: 0o600 });
  }

  #remove(name: string): void {
    this.files.delete(name);
    rmSync(join(this.folder, name), { force: true });
  }
}
