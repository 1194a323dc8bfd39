/** The anchor of steady time, under a wall clock that steps and a disk that refuses writes for a while. */
import { AnchorKeeper } from '../../../../src/node/clock/anchor-keeper.js';
import type { Course, Part } from '../part.js';
import type { Trial } from '../trial.js';

type AnchorsAct =
  | { readonly do: 'step_wall'; readonly ms: number }
  | { readonly do: 'disk'; readonly takesWrites: boolean };

const LOOK_EVERY_MS = 250;
/** The anchor on disk is never further off, once a look had its time. */
const OFF_MS_MAX = 99;
/** Only a step of so much is told of. */
const TOLD_MS_MIN = 1_000;
const STEPS_MS = [60, 99, 100, 101, 999, 1_000, 1_001, 86_400_000];

export function anchorsPart(): Part<undefined, AnchorsAct> {
  return {
    name: 'anchors',
    limits: () => undefined,
    act: (random) =>
      random.chance(0.7)
        ? { do: 'step_wall', ms: random.pick([1, -1]) * random.pick(STEPS_MS) }
        : { do: 'disk', takesWrites: random.chance(0.6) },
    pauseMs: (random) => random.pick([0, 1, 100, 249, 250, 500, 1_000]),
    begin: (trial) => new AnchorsCourse(trial),
  };
}

class AnchorsCourse implements Course<AnchorsAct> {
  readonly #trial: Trial;
  readonly #beganAt: number;
  readonly #keeper: AnchorKeeper;
  readonly #told: number[] = [];
  readonly #steps: { readonly at: number; readonly ms: number }[] = [];
  #onDiskLeadMs: number;
  #takesWrites = true;
  #writes = 0;
  #writesMax = 0;
  /** The last act that may have made the anchor wrong, or kept it so. */
  #disturbedAt = 0;

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#beganAt = trial.now;
    this.#onDiskLeadMs = this.#leadMs();
    this.#keeper = new AnchorKeeper({
      world: trial.world,
      anchoredLeadMs: this.#onDiskLeadMs,
      onStep: (ms) => this.#told.push(ms),
      write: () => this.#write(),
    });
    this.#keeper.start();
  }

  take(act: AnchorsAct): void {
    this.#disturbedAt = this.#trial.now;
    if (act.do === 'disk') this.#takesWrites = act.takesWrites;
    else {
      this.#trial.world.stepWall(act.ms);
      this.#steps.push({ at: this.#trial.now, ms: act.ms });
      this.#writesMax += 1;
    }
  }

  compare(): void {
    const offMs = Math.abs(this.#leadMs() - this.#onDiskLeadMs);
    const isDue = this.#takesWrites && this.#trial.now >= this.#disturbedAt + LOOK_EVERY_MS;
    if (isDue) this.#trial.between('off', offMs, 0, OFF_MS_MAX);
    this.#trial.between('writes', this.#writes, 0, this.#writesMax);
    this.#trial.same('steps', this.#told, this.#seen());
    this.#trial.same('count', this.#keeper.steps, this.#seen().length);
  }

  end(): void {
    this.#keeper.stop();
    this.#trial.same('timers', this.#trial.world.armedTimers, 0);
  }

  /** The steps that the looks find: steps of one quarter of a second are one. */
  #seen(): readonly number[] {
    const sums = new Map<number, number>();
    for (const { at, ms } of this.#steps) {
      const seenAt = (Math.floor((at - this.#beganAt) / LOOK_EVERY_MS) + 1) * LOOK_EVERY_MS + this.#beganAt;
      if (seenAt <= this.#trial.now) sums.set(seenAt, (sums.get(seenAt) ?? 0) + ms);
    }
    return [...sums.values()].filter((ms) => Math.abs(ms) >= TOLD_MS_MIN);
  }

  async #write(): Promise<boolean> {
    if (!this.#takesWrites) return false;
    this.#writes += 1;
    this.#onDiskLeadMs = this.#leadMs();
    return true;
  }

  #leadMs(): number {
    return this.#trial.world.wallMs() - this.#trial.now;
  }
}
