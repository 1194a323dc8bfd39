/** Whether what comes to a job by itself, its deadline and its removal, comes in time. */
import type { VideoJobMessage } from '../../../src/actors/jobs/video-job-messages.js';
import type { RunRecord } from '../../world/run-record.js';
import type { ActorsHistory } from './actors-history.js';
import { READING_MS } from './actors-process.js';
import type { Handled } from './handled.js';
import type { Layers } from './layers.js';
import { SETTLES_WITHIN_MS } from './rest-check.js';

/** A process that has just started, or whose disk has just failed, may be so late with what is due. */
const LATE_MS = 10_000;

export class TimeCheck {
  readonly #history: ActorsHistory;
  readonly #layers: Layers;
  readonly #record: RunRecord;
  /** When jobs are due, steady ms. */
  readonly #deadlines = new Map<string, number>();
  /** Since when results are read, steady ms; what a disk has lost comes again. */
  readonly #readSince = new Map<string, number>();
  #disturbedAt = Number.NEGATIVE_INFINITY;

  constructor(history: ActorsHistory, layers: Layers, record: RunRecord) {
    this.#history = history;
    this.#layers = layers;
    this.#record = record;
  }

  /** Every job that was asked for. */
  get jobs(): Iterable<string> {
    return this.#deadlines.keys();
  }

  learn(job: string, deadline: number): void {
    this.#deadlines.set(job, deadline);
  }

  /** A turn was handled. A result that is read on after a restart has no more time. */
  heard({ type }: { readonly type: string }, { effects }: Handled, now: number): void {
    if (type === 'resume') return;
    for (const [job, effect] of effects) if (effect === 'read') this.#readSince.set(job, now);
  }

  /** A process starts, or a disk takes no more writes, or takes them again. */
  disturbed(now: number): void {
    this.#disturbedAt = now;
  }

  /**
   * A message that comes by itself comes neither too early nor too late; if nothing fails, a job has not
   * ended too late.
   */
  check(id: string, message: VideoJobMessage, now: number): void {
    const deadline = this.#deadlines.get(id);
    const { setup, faults } = this.#history;
    const { keptUntil } = this.#layers.committed.jobs.get(id) ?? {};
    const isDeadline = message.type === 'deadline';
    const dueAt = isDeadline ? this.#dueAt(id) : message.type === 'remove' ? keptUntil : undefined;
    if (dueAt !== undefined && now < dueAt)
      this.#record.broke('settles', `${message.type} of ${id} came ${dueAt - now} ms too early`);
    if (isDeadline && dueAt !== undefined && now > Math.max(dueAt, this.#disturbedAt) + LATE_MS)
      this.#record.broke('settles', `${message.type} of ${id} came ${now - dueAt} ms too late`);
    if (message.type !== 'remove' || !setup.hasProviders || faults !== 'none') return;
    if (keptUntil === undefined || deadline === undefined) return;
    const lateMs = keptUntil - setup.retentionMs - deadline;
    if (lateMs > SETTLES_WITHIN_MS)
      this.#record.broke('settles', `${id} ended ${lateMs} ms after its deadline`);
  }

  #dueAt(id: string): number | undefined {
    const since = this.#readSince.get(id);
    const isRead = this.#layers.committed.jobs.get(id)?.life.stage === 'reading';
    return isRead && since !== undefined ? since + READING_MS : this.#deadlines.get(id);
  }
}
