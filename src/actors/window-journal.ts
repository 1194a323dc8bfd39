/**
 * Carries rolling windows over restarts, without a write per request.
 *
 * A few times a second the admissions since the last note go to disk as one record for all windows
 * together; a record older than the window length is removed, for all in it has expired. At start the
 * records of the last minute rebuild every window. Nothing waits for a note: after `kill -9` a window has
 * forgotten at most what was admitted since the last one.
 *
 * Windows whose actor is not in memory are kept here until they are empty.
 *
 * Invariants
 *  1. Every admission with a time before `#notedBefore` is in a committed record, or older than WINDOW_MS.
 *  2. A window with a count has exactly one object: held by its actor, or carried here.
 */
import type { StoreReader, Write } from '../store/store.js';
import type { CancelTimer, World } from '../time/world.js';
import { RollingWindow, WINDOW_MS } from './rolling-window.js';

const NOTE_EVERY_MS = 250;
const RECORD_VERSION = 1;

export interface WindowJournalOptions {
  readonly world: World;
  readonly records: StoreReader;
  /** Commits writes that belong to no actor; resolves with whether they are on disk. */
  readonly commit: (writes: readonly Write[]) => Promise<boolean>;
}

export class WindowJournal {
  readonly #options: WindowJournalOptions;
  readonly #carried = new Map<string, RollingWindow>();
  #unnoted: RollingWindow[] = [];
  #notedBefore = 0;
  #isNoting = false;
  #cancel: CancelTimer | undefined;

  constructor(options: WindowJournalOptions) {
    this.#options = options;
  }

  /** Windows that are kept for actors not in memory. */
  get carriedCount(): number {
    return this.#carried.size;
  }

  /** Rebuilds the windows of the last minute. To be called once, before the first admission. */
  load(): void {
    const now = this.#options.world.steadyMs();
    for (const { key, value } of this.#options.records.range('windows', {})) {
      const recordAt = Number(key);
      const [version, ...lines] = value.split('\n');
      if (Number(version) !== RECORD_VERSION) throw new Error(`window record of unknown version ${version}`);
      for (const line of lines) this.#restore(line, recordAt, now);
    }
    this.#notedBefore = now;
  }

  start(): void {
    this.#cancel = this.#options.world.after(NOTE_EVERY_MS, () => {
      void this.note(false).then(() => this.#cancel !== undefined && this.start());
    });
  }

  /** Stops the notes and writes a last one that leaves nothing out. */
  async close(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    await this.note(true);
  }

  /** The window of a subject: the one carried for it, else an empty one. */
  take(subject: string): RollingWindow {
    const carried = this.#carried.get(subject);
    if (carried === undefined) return new RollingWindow(subject);
    this.#carried.delete(subject);
    return carried;
  }

  /** Keeps the window of an actor that leaves memory, as long as it counts anything. */
  giveBack(window: RollingWindow): void {
    if (window.counted(this.#options.world.steadyMs()) > 0) this.#carried.set(window.subject, window);
  }

  /** To be called after every admission. */
  admitted(window: RollingWindow): void {
    if (window.isNoted) return;
    window.isNoted = true;
    this.#unnoted.push(window);
  }

  /** Writes what was admitted since the last note; `isLast` includes the millisecond that is still running. */
  async note(isLast: boolean): Promise<void> {
    if (this.#isNoting || this.#unnoted.length === 0) return;
    const now = this.#options.world.steadyMs();
    const until = isLast ? now + 1 : now;
    const windows = this.#unnoted;
    this.#unnoted = [];
    const lines = windows.map((window) => this.#line(window, until)).filter((line) => line !== '');
    for (const window of windows) window.isNoted = false;
    if (!isLast)
      for (const window of windows) if (!window.runs(until, until + 1).next().done) this.admitted(window);
    if (lines.length === 0) return;
    this.#isNoting = true;
    const isOnDisk = await this.#options.commit([
      { table: 'windows', key: recordKey(until), value: [RECORD_VERSION, ...lines].join('\n') },
      ...this.#expiredRecords(now),
    ]);
    this.#isNoting = false;
    if (isOnDisk) this.#notedBefore = until;
    else for (const window of windows) this.admitted(window);
    this.#dropEmpty(now);
  }

  #line(window: RollingWindow, until: number): string {
    let runs = '';
    for (const { atMs, count } of window.runs(this.#notedBefore, until)) runs += ` ${until - atMs}:${count}`;
    return runs === '' ? '' : window.subject + runs;
  }

  #restore(line: string, recordAt: number, now: number): void {
    const [subject = '', ...runs] = line.split(' ');
    for (const run of runs) {
      const [ago, count] = run.split(':');
      const atMs = recordAt - Number(ago);
      if (atMs <= now - WINDOW_MS) continue;
      let window = this.#carried.get(subject);
      if (window === undefined) {
        window = new RollingWindow(subject);
        this.#carried.set(subject, window);
      }
      window.restore(atMs, Number(count));
    }
  }

  #expiredRecords(now: number): Write[] {
    const writes: Write[] = [];
    const to = recordKey(now - WINDOW_MS);
    for (const { key } of this.#options.records.range('windows', { to })) {
      writes.push({ table: 'windows', key, value: undefined });
    }
    return writes;
  }

  #dropEmpty(now: number): void {
    for (const [subject, window] of this.#carried) {
      if (window.counted(now) === 0) this.#carried.delete(subject);
    }
  }
}

/** Steady ms, padded so that records sort by time. */
function recordKey(at: number): string {
  return String(at).padStart(16, '0');
}
