/**
 * Messages to jobs. A job can refuse one, for instance while the disk takes no writes.
 *
 * Invariants
 *  1. A message that is delivered is brought again, with back-off, until the job has taken it or the process
 *     ends.
 *  2. A message that is told is brought once: a job hears it before all that is told to it later.
 */
import type { VideoJobBehavior, VideoJobMessage, VideoJobReply } from '../actors/jobs/video-job-messages.js';
import type { PartitionOf } from '../actors/partition.js';
import type { Outcome } from '../actors/runtime/behavior.js';
import type { World } from '../time/world.js';

const REDELIVER_FIRST_MS = 100;
const REDELIVER_MAX_MS = 5_000;
/** A refusal of a message that was told is passed on after this. */
const REFUSED_AFTER_MS = 1_000;

export interface JobMailOptions {
  readonly world: World;
  readonly partitionOf: PartitionOf;
  readonly videoJob: VideoJobBehavior;
}

export class JobMail {
  readonly #options: JobMailOptions;
  #underWay = 0;

  constructor(options: JobMailOptions) {
    this.#options = options;
  }

  /** True if each message was taken, or refused for now. */
  get isDone(): boolean {
    return this.#underWay === 0;
  }

  /** @param taken called once the job has taken it, and that is on disk */
  deliver(
    jobId: string,
    message: VideoJobMessage,
    taken: (reply: VideoJobReply) => void = () => {},
    retryMs = REDELIVER_FIRST_MS,
  ): void {
    this.#ask(jobId, message, (outcome) => {
      if (outcome.ok) return taken(outcome.reply);
      if (outcome.refusal === 'shutting_down') return;
      const nextMs = Math.min(retryMs * 2, REDELIVER_MAX_MS);
      this.#options.world.after(retryMs, () => this.deliver(jobId, message, taken, nextMs));
    });
  }

  /** @param told called with whether the job has taken it, and that is on disk */
  tell(jobId: string, message: VideoJobMessage, told: (isTaken: boolean) => void): void {
    this.#ask(jobId, message, (outcome) => {
      if (outcome.ok) told(true);
      else if (outcome.refusal !== 'shutting_down') {
        this.#options.world.after(REFUSED_AFTER_MS, () => told(false));
      }
    });
  }

  #ask(jobId: string, message: VideoJobMessage, reply: (outcome: Outcome<VideoJobReply>) => void): void {
    const { partitionOf, videoJob } = this.#options;
    this.#underWay++;
    partitionOf(jobId).system.ask(videoJob, jobId, message, (outcome) => {
      this.#underWay--;
      reply(outcome);
    });
  }
}
