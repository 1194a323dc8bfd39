/**
 * The naive books three times: as committed, as the commit under way will leave them, and as turns see them.
 *
 * It hears of each turn when it was handled and of each commit when it begins and ends, and so knows what
 * readers may see, what may go out, and what a disk may hold after a crash: what was committed, or that and
 * the whole of the commit that was under way or failed and was not undone yet. Nothing in between.
 */
import type { Effect } from '../../../src/actors/jobs/effects.js';
import type { StoreReader } from '../../../src/store/store.js';
import type { RunRecord } from '../../world/run-record.js';
import { digestOf, digestOfDisk } from './digest.js';
import type { Handled } from './handled.js';
import { type BookSettings, NaiveBooks } from './naive-books.js';

export class Layers {
  committed: NaiveBooks;
  #working: NaiveBooks;
  /** As the disk may be once the commit under way, or one that failed, is kept. */
  #flying: NaiveBooks | undefined;
  isRefusing = false;
  /** Goes up when waiting replies are refused. */
  failures = 0;
  /** Commits of turns that began, and the number of the last that is on disk. */
  #begun = 0;
  committedBatch = 0;
  /** The commit without which the reply to the last turn may not be told. */
  restsOn = 0;
  readonly #record: RunRecord;
  #effects: string[] = [];
  #effectsInFlight: string[] = [];
  /** May leave now. */
  #due: string[] = [];

  constructor(settings: BookSettings, record: RunRecord) {
    this.#record = record;
    this.committed = new NaiveBooks(settings);
    this.#working = this.committed;
  }

  /**
   * A turn was handled, or failed.
   *
   * @param handle what it comes to in the naive books
   */
  turn(
    about: string,
    outcome: 'done' | 'failed',
    handle: (books: NaiveBooks) => Handled,
  ): Handled | undefined {
    const next = this.#working.copy();
    const handled = handle(next);
    const mustFail = this.isRefusing && handled.writes;
    if ((outcome === 'failed') !== mustFail) {
      this.#record.broke(
        'turn',
        `${about} ${outcome === 'done' ? 'was handled' : 'failed'}, while the disk ${this.isRefusing ? 'takes no writes' : 'works'} and it writes ${handled.writes ? 'something' : 'nothing'}`,
      );
    }
    if (outcome === 'failed') return undefined;
    this.restsOn = handled.writes ? this.#begun + 1 : this.#answersRestOn(handled, handle);
    if (handled.writes) this.#working = next;
    for (const [job, effect] of handled.effects) this.#effects.push(`${effect} ${job}`);
    return handled;
  }

  /** Of which commits the answer shows something. That an idempotency key is in use is told at once. */
  #answersRestOn({ says }: Handled, handle: (books: NaiveBooks) => Handled): number {
    if (says === 'idempotency_key_in_use' || handle(this.committed.copy()).says === says) return 0;
    const flying = this.#flying;
    return flying !== undefined && handle(flying.copy()).says === says ? this.#begun : this.#begun + 1;
  }

  commitBegins(): void {
    if (this.isRefusing) return;
    this.#begun += 1;
    this.#flying = this.#working;
    this.#effectsInFlight = this.#effects;
    this.#effects = [];
  }

  commitEnds(outcome: 'committed' | 'rejected' | 'late'): void {
    if (outcome === 'committed') {
      if (this.#flying !== undefined) this.committed = this.#flying;
      this.committedBatch = this.#begun;
      this.#flying = undefined;
      this.#checkNothingDue();
      this.#due = this.#effectsInFlight;
    } else {
      this.failures += 1;
      this.#working = this.committed;
      this.#effects = [];
    }
    this.#effectsInFlight = [];
  }

  storage(state: 'refusing' | 'taking'): void {
    this.isRefusing = state === 'refusing';
    if (!this.isRefusing) this.#flying = undefined;
  }

  left({ type, ...effect }: Effect): void {
    const job = 'ticket' in effect ? effect.ticket.jobId : effect.jobId;
    const seen = `${type} ${job}`;
    const expected = this.#due.shift();
    if (seen !== expected)
      this.#record.broke('effects', `${seen} left, and had to be ${expected ?? 'nothing'}`);
  }

  /** The process is gone; `disk` is what the next one finds. */
  ended(disk: StoreReader, now: number): void {
    const seen = digestOfDisk(disk, now);
    const candidates = this.#flying === undefined ? [this.committed] : [this.committed, this.#flying];
    const found = candidates.find((books) => digestOf(books, now) === seen);
    if (found === undefined) this.checkDisk(disk, now);
    this.committed = found ?? this.committed;
    this.#working = this.committed;
    this.#flying = undefined;
    this.isRefusing = false;
    this.#effects = [];
    this.#effectsInFlight = [];
    this.#due = [];
  }

  /** At rest the disk holds what was committed, and nothing waits to go out. */
  checkDisk(disk: StoreReader, now: number): void {
    const seen = digestOfDisk(disk, now).split('\n');
    const expected = digestOf(this.committed, now).split('\n');
    const extra = seen.filter((line) => !expected.includes(line));
    const missing = expected.filter((line) => !seen.includes(line));
    if (extra.length + missing.length > 0)
      this.#record.broke('disk', `on disk: ${extra.join('; ')}, and had to be: ${missing.join('; ')}`);
  }

  /** True if turns were handled whose commit has not come to its end. */
  get isPending(): boolean {
    return this.#working !== this.committed;
  }

  checkNothingPending(): void {
    this.#checkNothingDue();
    if (this.#working !== this.committed)
      this.#record.broke('commit', 'what was handled was never committed');
  }

  #checkNothingDue(): void {
    if (this.#due.length > 0) this.#record.broke('effects', `did not leave: ${this.#due.join(', ')}`);
    this.#due = [];
  }
}
