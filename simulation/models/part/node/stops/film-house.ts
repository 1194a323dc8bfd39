/** A provider that answers submits when it is told to: none of it is known to be repeated safely. */
import type { MicroDa } from '../../../../../src/money/micro-da.js';
import type { Provider, ProviderCall, SubmitAnswer } from '../../../../../src/providers/provider.js';
import type { Trial } from '../../trial.js';

export const MODEL = 'film';

interface UnderWay {
  readonly job: string;
  readonly accept: () => void;
}

export class FilmHouse {
  /** All jobs that it was ever asked for, once for each submit. */
  readonly asked: string[] = [];
  /** When it accepted a job. */
  readonly acceptedAt = new Map<string, number>();
  /** No submit may begin. */
  isHeld = false;
  readonly #trial: Trial;
  #underWay: readonly UnderWay[] = [];
  #quietSince: number;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#quietSince = trial.now;
  }

  /** Since when no submit is under way; undefined while one is. */
  get quietSince(): number | undefined {
    return this.#underWay.length === 0 ? this.#quietSince : undefined;
  }

  get waiting(): number {
    return this.#underWay.length;
  }

  accept(nth: number): void {
    const one = this.#underWay[nth % Math.max(1, this.#underWay.length)];
    if (one === undefined) return;
    this.acceptedAt.set(one.job, this.#trial.now);
    this.#over(one);
    one.accept();
  }

  /** The process that called is no more. */
  hungUp(): void {
    this.#underWay = [];
    this.#quietSince = this.#trial.now;
  }

  provider(): Provider {
    return {
      name: 'house',
      models: [
        {
          id: MODEL,
          provider: 'house',
          pricePerSecondMicroDa: 1_000 as MicroDa,
          lengthMinMs: 1_000,
          lengthMaxMs: 9_000,
          lengthDefaultMs: 2_000,
          deadlineAfterMs: 86_400_000,
          createdAt: 1,
        },
      ],
      lostAnswer: { kind: 'unknown' },
      submit: ({ jobId }, call) => this.#submit(jobId, call),
      poll: async () => ({ state: 'pending', askAgainAfterMs: 3_600_000 }),
      content: async () => undefined,
    };
  }

  #submit(job: string, call: ProviderCall): Promise<SubmitAnswer> {
    if (this.isHeld) this.#trial.broke('held', `job ${job} is submitted by a node that stops`);
    this.asked.push(job);
    return new Promise((resolve, reject) => {
      const accept = () =>
        resolve({
          outcome: 'accepted',
          handle: job,
          state: { state: 'pending', askAgainAfterMs: 3_600_000 },
        });
      const one = { job, accept };
      this.#underWay = [...this.#underWay, one];
      call.signal.addEventListener('abort', () => {
        this.#over(one);
        reject(new Error('nobody waits for it'));
      });
    });
  }

  #over(one: UnderWay): void {
    if (!this.#underWay.includes(one)) return;
    this.#underWay = this.#underWay.filter((other) => other !== one);
    this.#quietSince = this.#trial.now;
  }
}
