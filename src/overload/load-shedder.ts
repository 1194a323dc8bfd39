/**
 * Turns work away that the node could not do in time, before it costs anything: its body is not read, no
 * actor hears of it, nothing is reserved. These are shed, for these reasons:
 *
 *  - *billable* requests, which submit a job: they cost some ten times a read, wait for the disk, and bring
 *    more work later. They go first, when a standing queue is seen, when memory is short, when the disk is
 *    nearly full.
 *  - *walks*, reads of many records: they go when the queue stands at `WALK_TARGET_FACTOR` times the target
 *    all the same, or when memory is short.
 *  - Everything else is taken. To refuse a read from memory costs as much as to answer it; what bounds their
 *    number are the windows of the keys and the bound on connections. Requests with a management key are how
 *    operators get out of this.
 *
 * The delay that counts is the longer of two: how late the event loop is, which is how long requests wait in
 * the kernel before anybody reads them, and how long the oldest message waits for room in a batch. A commit
 * that takes long is no reason: however many submits wait for it, they share the next one.
 *
 * While a queue stands, no more billable work is kept under way than the node is busy with for `KEPT_SHARE`
 * of the target.
 *
 * Invariants
 *  1. A request is shed before anything was done for it, never later.
 *  2. A request that is shed is counted once, by its reason.
 *  3. Billable work is under way from when it is taken until it is `finished`.
 */
import type { SteadyMs } from '../time/clock.js';
import { DelayControl } from './delay-control.js';
import { RetrySlots } from './retry-slots.js';
import { WorkPace } from './work-pace.js';

/** The class of a request; those of no class are taken always. */
export type ShedClass = 'billable' | 'walk';

export const SHED_REASONS = ['queue', 'memory', 'disk_space', 'bodies', 'provider'] as const;

export type ShedReason = (typeof SHED_REASONS)[number];

export interface LoadShedderOptions {
  /** How long messages may wait before billable requests are shed, in ms. */
  readonly targetMs: number;
  /** For how long the oldest message has been waiting for room in a batch, in ms. */
  readonly mailWaitMs: (now: SteadyMs) => number;
}

/** Shortages of the machine, as last told. */
export interface Shortages {
  readonly memory: boolean;
  readonly diskSpace: boolean;
}

const INTERVAL_MS = 1_000;
const WALK_TARGET_FACTOR = 4;
/** Room comes with a collection of garbage, or with disk space that somebody frees. */
const SHORTAGE_WAIT_MS = 5_000;
/**
 * Enough for the next batch to gather while one is written. More grows old in memory, where every collection
 * of garbage goes through it: with 2,000 submits under way instead of 256, a node did three quarters of its
 * peak.
 */
const KEPT_SHARE = 0.1;

export class LoadShedder {
  readonly #options: LoadShedderOptions;
  readonly #billable: DelayControl;
  readonly #walks: DelayControl;
  readonly #slots = new RetrySlots();
  readonly #pace = new WorkPace();
  readonly #counts: Record<ShedReason, number> = {
    queue: 0,
    memory: 0,
    disk_space: 0,
    bodies: 0,
    provider: 0,
  };
  #shortages: Shortages = { memory: false, diskSpace: false };
  /** When the loop is to tick next; until the first tick nothing is known of the loop. */
  #tickDueAt = Number.POSITIVE_INFINITY;

  constructor(options: LoadShedderOptions) {
    const { targetMs } = options;
    this.#options = options;
    this.#billable = new DelayControl({ targetMs, intervalMs: INTERVAL_MS });
    this.#walks = new DelayControl({ targetMs: targetMs * WALK_TARGET_FACTOR, intervalMs: INTERVAL_MS });
  }

  /**
   * Why the request is turned away; undefined if it is taken. A billable one that is taken must be
   * `finished` once.
   */
  admit(kind: ShedClass, now: SteadyMs): ShedReason | undefined {
    const { memory, diskSpace } = this.#shortages;
    if (memory) return this.#shed('memory');
    if (kind === 'walk') return this.#walks.sheds(now, this.delayMs(now)) ? this.#shed('queue') : undefined;
    if (diskSpace) return this.#shed('disk_space');
    const isEnough = this.#pace.waitMs > this.#options.targetMs * KEPT_SHARE;
    if (this.#billable.sheds(now, this.delayMs(now), isEnough)) return this.#shed('queue');
    this.#pace.began();
    return undefined;
  }

  /** A billable request that was taken has its answer, or nobody waits for it. */
  finished(): void {
    this.#pace.finished();
  }

  /**
   * When who is turned away is to come back, in ms from now: to be asked once for each, when its answer is
   * written.
   */
  waitMs(reason: ShedReason, now: SteadyMs): number {
    return reason === 'queue' ? this.#slots.waitMs(now, this.#pace.perSecond) : SHORTAGE_WAIT_MS;
  }

  /** Counts what was turned away elsewhere. */
  count(reason: ShedReason): void {
    this.#counts[reason] += 1;
  }

  /**
   * To be called regularly from the event loop.
   *
   * @param dueNextAt when it will be called next unless the loop is late
   * @param busyShare of the time since the last tick in which the loop had something to do, 0 to 1
   */
  tick(now: SteadyMs, dueNextAt: SteadyMs, busyShare: number): void {
    const delayMs = this.delayMs(now);
    this.#billable.tick(now, delayMs);
    this.#walks.tick(now, delayMs);
    this.#tickDueAt = dueNextAt;
    this.#pace.tick(now, busyShare);
  }

  /**
   * How long a message that comes in now has waited and will wait before it is handled, as far as that is
   * known.
   */
  delayMs(now: SteadyMs): number {
    return Math.max(0, now - this.#tickDueAt, this.#options.mailWaitMs(now));
  }

  set shortages(shortages: Shortages) {
    this.#shortages = shortages;
  }

  get counts(): Readonly<Record<ShedReason, number>> {
    return this.#counts;
  }

  /** Why billable requests are turned away; none if they are taken. */
  get shedsFor(): readonly ShedReason[] {
    const { memory, diskSpace } = this.#shortages;
    const reasons: readonly (readonly [ShedReason, boolean])[] = [
      ['queue', this.#billable.isShedding],
      ['memory', memory],
      ['disk_space', diskSpace],
    ];
    return reasons.filter(([, applies]) => applies).map(([reason]) => reason);
  }

  #shed(reason: ShedReason): ShedReason {
    this.count(reason);
    return reason;
  }
}
