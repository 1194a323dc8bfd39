/** Reads of actors and disk, against the committed state of the naive books. */
import type { StoreReader } from '../../../src/store/store.js';
import type { RunRecord } from '../../world/run-record.js';
import type { ActorsProcess } from './actors-process.js';
import { standingOf } from './digest.js';
import { bookErrors } from './disk-books.js';
import type { Layers } from './layers.js';
import { replyText } from './reply-text.js';

export class CommittedReads {
  readonly #layers: Layers;
  readonly #record: RunRecord;
  /** Ids of all jobs that were ever asked for. */
  readonly #jobs: () => Iterable<string>;
  readonly #isDeadlineSaid: boolean;

  /** @param isDeadlineSaid whether what is on disk tells of each job when it is due */
  constructor(layers: Layers, record: RunRecord, jobs: () => Iterable<string>, isDeadlineSaid: boolean) {
    this.#layers = layers;
    this.#record = record;
    this.#jobs = jobs;
    this.#isDeadlineSaid = isDeadlineSaid;
  }

  check({ actors }: ActorsProcess): void {
    const { committed } = this.#layers;
    for (const id of committed.keys.keys()) {
      const key = actors.system.view(actors.apiKey, id);
      const seen = key === undefined ? 'none' : replyText({ outcome: 'key', key });
      if (seen !== `key ${committed.balances(id)}`)
        this.#record.broke('read', `${id}: ${seen}, and had to be ${committed.balances(id)}`);
    }
    for (const id of this.#jobs()) {
      const job = actors.system.view(actors.videoJob, id);
      const seen = job === undefined ? 'no_job' : standingOf(job);
      const expected = committed.jobs.has(id) ? committed.standing(id) : 'no_job';
      if (seen !== expected) this.#record.broke('read', `${id}: ${seen}, and had to be ${expected}`);
    }
    this.checkBooks(actors.system.records);
  }

  checkBooks(store: StoreReader): void {
    for (const error of bookErrors(store, this.#isDeadlineSaid)) this.#record.broke('books', error);
  }
}
