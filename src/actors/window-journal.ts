/**
 * Carries rolling windows over restarts, without a write per request.
 *
 * A few times a second the admissions since the last note go to disk in one commit for all windows together;
 * a record older than the window length is removed, for all in it has expired. At start the records of the
 * last minute rebuild every window. Nothing waits for a note: after `kill -9` a window has forgotten at most
 * what was admitted since the last one.
 *
 * A note leaves out the millisecond that is still running, so that no instant is split between two notes.
 * Windows whose actor is not in memory are kept here until they are empty.
 *
 * Invariants
 *  1. Every admission with a time before `#notedBefore` is in a committed record, or older than WINDOW_MS;
 *     no admission is in two.
 *  2. A window with a count has exactly one object: held by its actor, or carried here.
 *  3. Notes do not overlap.
 */
import type { StoreReader, Write } from '../store/store.js';
import type { CancelTimer, World } from '../time/world.js';
import { RollingWindow, WINDOW_MS } from './rolling-window.js';

const NOTE_EVERY_MS = 250;
const LAST_NOTE_TRIES = 20;
const LAST_NOTE_AGAIN_AFTER_MS = 250;
const RECORD_VERSION = 1;
/** A record ends with the line that fills it to this length; the longest line is about as long. */
const RECORD_CHARACTERS = 1_000_000;

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
  /** The note under way. */
  #noting: Promise<void> | undefined;
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
      const [version, ...lines] = value.split('\n');
      if (Number(version) !== RECORD_VERSION) throw new Error(`window record of unknown version ${version}`);
      for (const line of lines) this.#restore(line, recordTime(key), now);
    }
    this.#notedBefore = now;
  }

  start(): void {
    this.#cancel = this.#options.world.after(NOTE_EVERY_MS, () => {
      void this.note().then(() => this.#cancel !== undefined && this.start());
    });
  }

  /**
   * Stops the notes, lets the running millisecond end and writes a last note, which leaves nothing out. Where
   * the disk refuses it, the note is tried again for some seconds: a window is to be after the stop what it was.
   */
  async close(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    await this.#noting;
    await this.#pass(1);
    for (let tries = 1; ; tries++) {
      await this.note();
      if (this.#unnoted.length === 0 || tries === LAST_NOTE_TRIES) return;
      await this.#pass(LAST_NOTE_AGAIN_AFTER_MS);
    }
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
    if (window.isUnnoted) return;
    window.isUnnoted = true;
    this.#unnoted.push(window);
  }

  /** Writes what was admitted since the last note. Joins the note under way, if there is one. Never rejects. */
  note(): Promise<void> {
    this.#noting ??= this.#noteNow().finally(() => {
      this.#noting = undefined;
    });
    return this.#noting;
  }

  async #noteNow(): Promise<void> {
    const until = this.#options.world.steadyMs();
    const windows = this.#unnoted;
    this.#unnoted = [];
    const lines: string[] = [];
    for (const window of windows) {
      const line = this.#line(window, until);
      if (line !== '') lines.push(line);
      window.isUnnoted = false;
      if (window.runs(until, until + 1).next().done !== true) this.admitted(window);
    }
    if (lines.length > 0) {
      if (await this.#write(lines, until)) this.#notedBefore = until;
      else for (const window of windows) this.admitted(window);
    }
    this.#dropEmpty(until);
  }

  async #write(lines: readonly string[], until: number): Promise<boolean> {
    try {
      return await this.#options.commit([...newRecords(lines, until), ...this.#expiredRecords(until)]);
    } catch {
      // A disk that fails may refuse reads, too: the next note tries again.
      return false;
    }
  }

  #pass(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.world.after(ms, resolve));
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
    const to = recordKey(Math.max(0, now - WINDOW_MS), 0);
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

/** Several records where one would be longer than a value may be: after a long failure of the disk. */
function newRecords(lines: readonly string[], until: number): Write[] {
  const writes: Write[] = [];
  let text = String(RECORD_VERSION);
  for (const [index, line] of lines.entries()) {
    text += `\n${line}`;
    if (text.length < RECORD_CHARACTERS && index < lines.length - 1) continue;
    writes.push({ table: 'windows', key: recordKey(until, writes.length), value: text });
    text = String(RECORD_VERSION);
  }
  return writes;
}

/** Steady ms, padded so that records sort by time, and the number among the records of one note. */
function recordKey(at: number, part: number): string {
  return `${String(at).padStart(16, '0')}/${part}`;
}

function recordTime(key: string): number {
  return Number(key.split('/')[0]);
}
