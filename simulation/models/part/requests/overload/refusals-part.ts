/** Refusals that wait to be written: each once, in their order, in no more than a share of the time. */
import { PacedRefusals } from '../../../../../src/overload/paced-refusals.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

interface RefusalsAct {
  readonly do: 'refuse';
  readonly times: number;
}

const WRITING_SHARE = 0.03;
const STEP = 4;
/** A loop that stood still for longer owes nobody a flood. */
const SINCE_LAST_MAX_MS = 250;
const SLICE_MS = 5;

export function refusalsPart(
  make = (trial: Trial, refuse: (one: number) => void) => new PacedRefusals(trial.world, refuse),
): Part<number, RefusalsAct> {
  return {
    name: 'refusals',
    limits: (random) => random.pick([0.01, 0.05, 0.2]),
    act: (random) => ({ do: 'refuse', times: random.pick([1, 4, 5, 60, 150]) }),
    pauseMs: (random) => random.pick([0, 1, 4, 5, 6, 50, 1_000]),
    begin: (trial, costMs) => new RefusalsCourse(trial, costMs, make),
  };
}

class RefusalsCourse implements Course<RefusalsAct> {
  readonly #trial: Trial;
  readonly #refusals: PacedRefusals<number>;
  readonly #beganAt: number;
  /** Each with the time of its refusal. */
  readonly #written: { readonly one: number; readonly at: number }[] = [];
  /** Of the writing of each. */
  readonly #costMs: number;
  #added = 0;
  #compared = 0;
  #waitsSince: number | undefined;

  constructor(
    trial: Trial,
    costMs: number,
    make: (trial: Trial, refuse: (one: number) => void) => PacedRefusals<number>,
  ) {
    this.#trial = trial;
    this.#costMs = costMs;
    this.#beganAt = trial.now;
    this.#refusals = make(trial, (one) => {
      this.#written.push({ one, at: trial.now });
      trial.world.workedMs += costMs;
    });
  }

  take({ times }: RefusalsAct): void {
    for (let n = 0; n < times; n++) this.#refusals.add(this.#added++);
    this.#waitsSince ??= this.#trial.now;
  }

  compare(): void {
    const { now } = this.#trial;
    this.#trial.same('waiting', this.#refusals.count, this.#added - this.#written.length);
    const lately = this.#written.slice(this.#compared);
    for (const [n, { one }] of lately.entries()) this.#trial.same('order', one, this.#compared + n);
    this.#compared = this.#written.length;
    const spentMs = this.#written.length * this.#costMs;
    const slices = new Set(this.#written.map(({ at }) => at)).size;
    const mayMs = (now - this.#beganAt + spentMs) * WRITING_SHARE + slices * STEP * this.#costMs;
    if (spentMs > mayMs)
      this.#trial.broke('share', `it has written for ${spentMs} ms, and ${mayMs} are its share`);
    const atOnce = lately.filter(({ at }) => at === lately.at(-1)?.at).length * this.#costMs;
    if (atOnce > SINCE_LAST_MAX_MS * WRITING_SHARE + STEP * this.#costMs)
      this.#trial.broke('flood', `it has written for ${atOnce} ms on end`);
    const last = this.#written.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    const idleSince = Math.max(last, this.#waitsSince ?? now);
    if (this.#refusals.count === 0) this.#waitsSince = undefined;
    else if (now - idleSince > SLICE_MS) this.#trial.broke('slices', `nothing is written since ${idleSince}`);
  }

  async end(): Promise<void> {
    await this.#trial.world.advance(SLICE_MS * (1 + this.#refusals.count / STEP));
    this.compare();
    this.#trial.same('waiting', this.#refusals.count, 0);
  }
}
