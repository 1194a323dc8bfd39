/**
 * Carries rolling windows over restarts, without a write per request.
 *
 * A few times a second the admissions since the last note go to disk in one commit for all windows together;
 * a record older than the window length is removed, for all in it has expired. At start the records of the
 * last minute rebuild every window. Nothing waits for a note: after `kill -9` a window has forgotten at most
 * what was admitted since the last one.
 *
 * A note leaves out the millisecond that is still running, so that no instant is split between two notes. One
 * of very many windows is described in slices, between which requests are answered; what these admit is the
 * next note's.
 *
 * Invariants
 *  1. Every admission with a time before `#notedBefore` is in a committed record, or older than WINDOW_MS;
 *     no admission is in two.
 *  2. Notes do not overlap.
 */
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import type { StoreReader, Write } from '../../store/store.js';
import { type SteadyMs, sortable } from '../../time/clock.js';
import type { CancelTimer, World } from '../../time/world.js';
import { type RollingWindows, WINDOW_MS, type WindowId } from './rolling-windows.js';
import { WindowRecordReader, WindowRecordWriter } from './window-record.js';

const NOTE_EVERY_MS = 250;
const LAST_NOTE_TRIES = 20;
const LAST_NOTE_AGAIN_AFTER_MS = 250;
/** With so many notes all windows are tidied: a minute. */
const NOTES_PER_ROUND = 240;
/** The cost of coming to a window, in characters written. */
const WORK_OF_WINDOW = 32;
/**
 * For so long a note lets others go first; then it goes on to its end. A kill forgets what is on disk in no
 * note, a second's worth at most, and with thousands of busy connections each time that others go first may
 * take a tenth of that.
 */
const LETS_OTHERS_FIRST_MS = 250;

export interface WindowJournalOptions {
  readonly world: World;
  readonly windows: RollingWindows;
  readonly records: StoreReader;
  /** Commits writes that belong to no actor; resolves with whether they are on disk. */
  readonly commit: (writes: readonly Write[]) => Promise<boolean>;
  /** The usual ones if left out. */
  readonly limits?: Limits;
}

export class WindowJournal {
  readonly #options: WindowJournalOptions;
  readonly #limits: Limits;
  readonly #writer = new WindowRecordWriter();
  readonly #addRun = (atMs: number, count: number) => this.#writer.add(atMs, count);
  #unnoted: WindowId[] = [];
  #notedBefore = 0;
  /** When the first of those was admitted that no note has, and of those that the note under way has. */
  #unnotedSince: SteadyMs | undefined;
  #notingSince: SteadyMs | undefined;
  #notesWritten = 0;
  #notesFailed = 0;
  /** The note under way. */
  #noting: Promise<void> | undefined;
  #cancel: CancelTimer | undefined;
  #watch: ((active: readonly WindowId[], nowMs: number) => void) | undefined;

  constructor(options: WindowJournalOptions) {
    this.#options = options;
    this.#limits = options.limits ?? USUAL_LIMITS;
  }

  /** How long ago the first admission was that is not on disk, in ms; 0 if all are. */
  get lagMs(): number {
    const since = this.#notingSince ?? this.#unnotedSince;
    return since === undefined ? 0 : this.#options.world.steadyMs() - since;
  }

  /** Notes that had something to write, by what became of them. */
  get notes(): { readonly written: number; readonly failed: number } {
    return { written: this.#notesWritten, failed: this.#notesFailed };
  }

  /**
   * Has `watch` told, with each note, which windows admitted anything since the one before; undefined ends
   * that.
   */
  watchActive(watch: ((active: readonly WindowId[], nowMs: number) => void) | undefined): void {
    this.#watch = watch;
  }

  /** Rebuilds the windows of the last minute. To be called once, before the first admission. */
  load(): void {
    const now = this.#options.world.steadyMs();
    for (const { key, value } of this.#options.records.range('windows', {})) {
      const record = new WindowRecordReader(value, recordTime(key));
      if (recordTime(key) <= now - WINDOW_MS) continue;
      while (record.nextWindow()) this.#restore(record, now);
    }
    this.#notedBefore = now;
  }

  start(): void {
    this.#cancel = this.#options.world.after(NOTE_EVERY_MS, () => {
      void this.note().then(() => this.#cancel !== undefined && this.start());
    });
  }

  /**
   * Stops the notes, lets the running millisecond end and writes a last note, which leaves nothing out. If
   * the disk refuses it, the note is tried again for some seconds: no window is to change by the stop.
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
    if (!this.#options.windows.markUnnoted(window)) return;
    if (this.#unnoted.push(window) === 1) this.#unnotedSince = this.#options.world.steadyMs();
  }

  /**
   * Writes what was admitted since the last note. Joins the note under way, if there is one. Never rejects.
   */
  note(): Promise<void> {
    this.#noting ??= this.#noteNow().finally(() => {
      this.#noting = undefined;
    });
    return this.#noting;
  }

  async #noteNow(): Promise<void> {
    const { windows, world } = this.#options;
    const { windowsReleasedAtOnce, windowsTidied } = this.#limits;
    const until = world.steadyMs();
    this.#notingSince = this.#unnotedSince;
    this.#unnotedSince = undefined;
    const { records, noted } = await this.#describe(until);
    this.#watch?.(noted, world.steadyMs());
    const isWritten = records.length > 0 && (await this.#write(records, until));
    if (isWritten) this.#notedBefore = until;
    if (isWritten) this.#notesWritten += 1;
    else if (records.length > 0) this.#notesFailed += 1;
    for (const [at, window] of noted.entries()) {
      if (at % windowsReleasedAtOnce === windowsReleasedAtOnce - 1) await this.#othersFirst(until);
      if (!isWritten) this.admitted(window);
      windows.endNote(window);
    }
    if (!isWritten && noted.length > 0) this.#unnotedSince = this.#notingSince;
    this.#notingSince = undefined;
    windows.tidy(world.steadyMs(), Math.max(windowsTidied, windows.rows / NOTES_PER_ROUND));
  }

  /**
   * The admissions before `until` and after the last note, as records, and the windows that made them.
   * Admissions from `until` on, while this is under way, are the next note's.
   */
  async #describe(until: number): Promise<{ readonly records: string[]; readonly noted: WindowId[] }> {
    const { windows } = this.#options;
    const admittedSince = this.#unnoted;
    this.#unnoted = [];
    const from = Math.max(this.#notedBefore, until - WINDOW_MS + 1);
    const records: string[] = [];
    const noted: WindowId[] = [];
    const writer = this.#writer;
    let work = 0;
    for (const window of admittedSince) {
      if (work >= this.#limits.noteWorkAtOnce) {
        await this.#othersFirst(until);
        work = 0;
      }
      const before = writer.length;
      writer.begin(windows.subjectOf(window), until);
      windows.eachRun(window, from, until, this.#addRun);
      windows.beginNote(window);
      if (writer.endLine()) noted.push(window);
      else windows.endNote(window);
      if (windows.isAdmittedSince(window, until)) this.admitted(window);
      work += WORK_OF_WINDOW + writer.length - before;
      if (writer.length >= this.#limits.noteCharacters) records.push(writer.take());
    }
    if (!writer.isEmpty) records.push(writer.take());
    return { records, noted };
  }

  async #write(records: readonly string[], until: number): Promise<boolean> {
    const writes = records.map(
      (value, part): Write => ({ table: 'windows', key: recordKey(until, part), value }),
    );
    try {
      return await this.#options.commit([...writes, ...this.#expiredRecords(until)]);
    } catch {
      // A disk that fails may refuse reads, too: the next note tries again.
      return false;
    }
  }

  #pass(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.world.after(ms, resolve));
  }

  /** Waits until the events at hand have been handled, if the note begun then is young. */
  async #othersFirst(begunAt: number): Promise<void> {
    const { world } = this.#options;
    if (world.steadyMs() - begunAt >= LETS_OTHERS_FIRST_MS) return;
    await new Promise<void>((resolve) => world.soon(resolve));
  }

  /** Puts back what counts of one window. */
  #restore(record: WindowRecordReader, now: number): void {
    const { windows } = this.#options;
    let window: WindowId | undefined;
    while (record.nextRun()) {
      if (record.atMs <= now - WINDOW_MS) continue;
      window ??= windows.open(record.subject);
      windows.restore(window, record.atMs, record.count);
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
}

/** Steady ms, padded so that records sort by time, and the number among the records of one note. */
function recordKey(at: number, part: number): string {
  return `${sortable(at)}/${part}`;
}

function recordTime(key: string): number {
  return Number(key.split('/')[0]);
}
