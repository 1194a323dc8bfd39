/**
 * Carries rolling windows over restarts, without a write per request.
 *
 * A few times a second the admissions since the last note go to disk in one commit for all windows together;
 * a record older than the window length is removed, for all in it has expired. At start the records of the
 * last minute rebuild every window. Nothing waits for a note: after `kill -9` a window has forgotten at most
 * what was admitted since the last one.
 *
 * A note leaves out the millisecond that is still running, so that no instant is split between two notes.
 *
 * Invariants
 *  1. Every admission with a time before `#notedBefore` is in a committed record, or older than WINDOW_MS;
 *     no admission is in two.
 *  2. Notes do not overlap.
 */
import type { StoreReader, Write } from '../store/store.js';
import type { CancelTimer, World } from '../time/world.js';
import { type RollingWindows, WINDOW_MS, type WindowId } from './rolling-windows.js';

const NOTE_EVERY_MS = 250;
const LAST_NOTE_TRIES = 20;
const LAST_NOTE_AGAIN_AFTER_MS = 250;
const RECORD_VERSION = 1;
/** A record ends with the line that fills it to this length; the longest line is about as long. */
const RECORD_CHARACTERS = 1_000_000;
/** With each note so many windows are tidied, so that all of them are within a minute. */
const TIDIED_AT_LEAST = 1_000;
const NOTES_PER_ROUND = 240;

export interface WindowJournalOptions {
  readonly world: World;
  readonly windows: RollingWindows;
  readonly records: StoreReader;
  /** Commits writes that belong to no actor; resolves with whether they are on disk. */
  readonly commit: (writes: readonly Write[]) => Promise<boolean>;
}

export class WindowJournal {
  readonly #options: WindowJournalOptions;
  #unnoted: WindowId[] = [];
  #notedBefore = 0;
  /** The note under way. */
  #noting: Promise<void> | undefined;
  #cancel: CancelTimer | undefined;

  constructor(options: WindowJournalOptions) {
    this.#options = options;
  }

  /** Rebuilds the windows of the last minute. To be called once, before the first admission. */
  load(): void {
    const now = this.#options.world.steadyMs();
    for (const { key, value } of this.#options.records.range('windows', {})) {
      const version = value.slice(0, lineEnd(value, 0));
      if (Number(version) !== RECORD_VERSION) throw new Error(`window record of unknown version ${version}`);
      const recordAt = recordTime(key);
      if (recordAt <= now - WINDOW_MS) continue;
      for (let at = version.length + 1; at < value.length; ) at = this.#restoreLine(value, at, recordAt, now);
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

  /** To be called after every admission. */
  admitted(window: WindowId): void {
    if (this.#options.windows.markUnnoted(window)) this.#unnoted.push(window);
  }

  /** Writes what was admitted since the last note. Joins the note under way, if there is one. Never rejects. */
  note(): Promise<void> {
    this.#noting ??= this.#noteNow().finally(() => {
      this.#noting = undefined;
    });
    return this.#noting;
  }

  async #noteNow(): Promise<void> {
    const { windows, world } = this.#options;
    const until = world.steadyMs();
    const admittedSince = this.#unnoted;
    this.#unnoted = [];
    const lines: string[] = [];
    const noted: WindowId[] = [];
    for (const window of admittedSince) {
      const line = this.#line(window, until);
      windows.beginNote(window);
      if (line === '') windows.endNote(window);
      else {
        lines.push(line);
        noted.push(window);
      }
      windows.eachRun(window, until, until + 1, () => this.admitted(window));
    }
    const isWritten = lines.length > 0 && (await this.#write(lines, until));
    if (isWritten) this.#notedBefore = until;
    for (const window of noted) {
      if (!isWritten) this.admitted(window);
      windows.endNote(window);
    }
    windows.tidy(world.steadyMs(), Math.max(TIDIED_AT_LEAST, windows.rows / NOTES_PER_ROUND));
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

  #line(window: WindowId, until: number): string {
    const { windows } = this.#options;
    let runs = '';
    windows.eachRun(window, Math.max(this.#notedBefore, until - WINDOW_MS + 1), until, (atMs, count) => {
      runs += ` ${until - atMs}:${count}`;
    });
    return runs === '' ? '' : windows.subjectOf(window) + runs;
  }

  /**
   * Puts back what counts of the line that begins at `from`, in place: there can be millions of lines.
   * Returns where the next one begins.
   */
  #restoreLine(record: string, from: number, recordAt: number, now: number): number {
    const { windows } = this.#options;
    const end = lineEnd(record, from);
    const subjectEnd = wordEnd(record, from, end);
    let window: WindowId | undefined;
    for (let at = subjectEnd + 1; at < end; ) {
      const runEnd = wordEnd(record, at, end);
      const colon = record.indexOf(':', at);
      const atMs = recordAt - Number(record.slice(at, colon));
      if (atMs > now - WINDOW_MS) {
        window ??= windows.open(record.slice(from, subjectEnd));
        windows.restore(window, atMs, Number(record.slice(colon + 1, runEnd)));
      }
      at = runEnd + 1;
    }
    return end + 1;
  }

  #expiredRecords(now: number): Write[] {
    const writes: Write[] = [];
    const to = recordKey(Math.max(0, now - WINDOW_MS), 0);
    for (const { key } of this.#options.records.range('windows', { to })) {
      writes.push({ table: 'windows', key, value: undefined });
    }
    return writes;
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

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function wordEnd(text: string, from: number, lineEnd: number): number {
  const end = text.indexOf(' ', from);
  return end === -1 || end > lineEnd ? lineEnd : end;
}
