/** Whether what comes to a job by itself, its deadline and its removal, comes in time. */
import type { VideoJobMessage } from '../../../src/actors/jobs/video-job-messages.js';
import type { RunRecord } from '../../world/run-record.js';
import type { ActorsHistory } from './actors-history.js';
import type { Layers } from './layers.js';
import { SETTLES_WITHIN_MS } from './rest-check.js';

export class TimeCheck {
  readonly #history: ActorsHistory;
  readonly #layers: Layers;
  readonly #record: RunRecord;
  /** When jobs are due, steady ms. */
  readonly #deadlines = new Map<string, number>();

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

  /**
   * A message that comes by itself does not come too early; if nothing fails, a job has not ended too late.
   */
  check(id: string, message: VideoJobMessage, now: number): void {
    const deadline = this.#deadlines.get(id);
    const { setup, faults } = this.#history;
    const keptUntil = this.#layers.committed.jobs.get(id)?.keptUntil;
    const dueAt = message.type === 'deadline' ? deadline : message.type === 'remove' ? keptUntil : undefined;
    if (dueAt !== undefined && now < dueAt)
      this.#record.broke('settles', `${message.type} of ${id} came ${dueAt - now} ms too early`);
    if (message.type !== 'remove' || !setup.hasProviders || faults !== 'none') return;
    if (keptUntil === undefined || deadline === undefined) return;
    const lateMs = keptUntil - setup.retentionMs - deadline;
    if (lateMs > SETTLES_WITHIN_MS)
      this.#record.broke('settles', `${id} ended ${lateMs} ms after its deadline`);
  }
}
