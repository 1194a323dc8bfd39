/**
 * The windows that a start may remember: after a stop in order all, after a crash, for all subjects alike,
 * what the last note on disk said, which with a sound disk is no older than a second. A stop in order need
 * not note what has left its window by then: it is forgotten, also if a reboot finds the wall clock set back.
 */
import type { RunRecord } from '../../world/run-record.js';
import type { VirtualWorld } from '../../world/virtual-world.js';
import { MINUTE_MS, type NaiveWindow } from './naive-window.js';

const FORGETS_AT_MOST_MS = 1_000;

export interface WindowMemoryOptions {
  readonly world: VirtualWorld;
  readonly record: RunRecord;
  /** Steady time as the contract has it. */
  readonly steadyMs: () => number;
  readonly nameOf: (subject: number) => string;
  /** False if the history has the node make no notes. */
  readonly isNoting: boolean;
}

export class WindowMemory {
  readonly #options: WindowMemoryOptions;
  /** Everything before is on disk; after it, the notes that may be. */
  #notedBefore = 0;
  #noting: number[] = [];
  /** When the disk last failed, as the virtual world has it; while it fails, infinite. */
  #troubledAt = 0;
  #ended: { readonly how: 'crashed' | 'stopped'; readonly at: number; readonly isSound: boolean } | undefined;
  /** Whether a note has come through since the disk failed: the first waits for what waited before it. */
  #isNotedSince = true;
  /** False from the end of a process until another takes requests: starts may fail. */
  #hasLived = false;
  /** Whether the disk has done its work since the stop that is under way began. */
  #stopsSound = false;

  constructor(options: WindowMemoryOptions) {
    this.#options = options;
  }

  /**
   * A process has started: checks what it remembers.
   *
   * @param instants what the process has of a subject
   * @returns the windows as they are from now on
   */
  started(
    windows: readonly NaiveWindow[],
    instants: (subject: number) => string,
    now: number,
  ): NaiveWindow[] {
    this.#hasLived = true;
    const remembered = this.#check(windows, instants, now);
    this.#noting = [];
    this.#notedBefore = now;
    this.#troubledAt = this.#options.world.steadyMs();
    return remembered;
  }

  stopping(): void {
    this.#stopsSound = this.#isSound();
  }

  ended(how: 'crashed' | 'stopped'): void {
    if (!this.#hasLived) return;
    this.#hasLived = false;
    const isSound =
      how === 'stopped' ? this.#stopsSound && Number.isFinite(this.#troubledAt) : this.#isSound();
    this.#ended = { how, at: this.#options.steadyMs(), isSound };
  }

  /** A note is on its way to disk with all admissions before `until`. */
  noting(until: number): void {
    this.#noting.push(until);
  }

  noted(until: number): void {
    this.#notedBefore = until;
    this.#noting = this.#noting.filter((one) => one > until);
    if (!this.#isNotedSince) this.diskWorks();
    this.#isNotedSince = true;
  }

  diskFails(): void {
    this.#troubledAt = Number.POSITIVE_INFINITY;
    this.#isNotedSince = false;
    this.#stopsSound = false;
  }

  diskWorks(): void {
    this.#troubledAt = this.#options.world.steadyMs();
  }

  /** True if notes had a second in which to come through. */
  #isSound(): boolean {
    return this.#options.world.steadyMs() - this.#troubledAt >= FORGETS_AT_MOST_MS;
  }

  #check(windows: readonly NaiveWindow[], instants: (subject: number) => string, now: number): NaiveWindow[] {
    const { record, isNoting } = this.#options;
    const ended = this.#ended;
    if (ended === undefined) return [...windows];
    const seen = windows.map((_, subject) => instants(subject));
    const isWhole = ended.how === 'stopped' && ended.isSound;
    const cutoffs = isWhole ? [] : [this.#notedBefore, ...this.#noting];
    if (ended.how === 'stopped') cutoffs.push(Number.POSITIVE_INFINITY);
    const isRemembered = (memory: readonly NaiveWindow[]) =>
      memory.every((naive, subject) => naive.instants(now) === seen[subject]);
    const cutoff = cutoffs.find((one) => isRemembered(windows.map((naive) => naive.before(one))));
    const remembered = windows.map((naive) =>
      cutoff === undefined && ended.how === 'stopped'
        ? naive.without(this.#notedBefore, ended.at - MINUTE_MS)
        : naive.before(cutoff ?? this.#notedBefore),
    );
    if (!isRemembered(remembered))
      record.broke('restart', this.#misremembered(windows, seen, ended.how, now));
    else if (cutoff !== undefined && ended.isSound && isNoting)
      this.#checkForgotten(windows, cutoff, ended.at, now);
    record.trace('remembered', { instants: seen });
    return remembered;
  }

  #checkForgotten(windows: readonly NaiveWindow[], cutoff: number, endedAt: number, now: number): void {
    const { record, nameOf } = this.#options;
    for (const [subject, naive] of windows.entries()) {
      const lost =
        naive.before(endedAt - FORGETS_AT_MOST_MS).counted(now) - naive.before(cutoff).counted(now);
      if (lost > 0)
        record.broke('restart', `${nameOf(subject)} forgot ${lost} that were older than a second`);
    }
  }

  #misremembered(windows: readonly NaiveWindow[], seen: readonly string[], how: string, now: number): string {
    const had = windows.map((naive) => `"${naive.instants(now)}"`).join(', ');
    return `${how}; remembered ${seen.map((one) => `"${one}"`).join(', ')} of ${had}, noted before ${this.#notedBefore}`;
  }
}
