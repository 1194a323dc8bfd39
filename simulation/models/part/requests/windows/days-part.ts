/** How often something may happen in a day, by name: a bound that changes, under a wall clock that steps. */
import { DayLimit } from '../../../../../src/people/day-limit.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { NaiveDays } from './naive-counts.js';

type DaysAct =
  | { readonly do: 'ask'; readonly name: string; readonly times: number }
  | { readonly do: 'bound'; readonly max: number }
  | { readonly do: 'step_wall'; readonly ms: number };

const NAMES = ['10.0.0.0', '2001:db8::', 'sara@example.com'];
const HOUR_MS = 3_600_000;

export function daysPart(): Part<number, DaysAct> {
  return {
    name: 'days',
    limits: (random) => random.pick([1, 2, 5]),
    act: (random) =>
      random.weighted<() => DaysAct>([
        [8, () => ({ do: 'ask', name: random.pick(NAMES), times: random.pick([1, 1, 3]) })],
        [2, () => ({ do: 'bound', max: random.pick([0, 1, 3, 5]) })],
        [1, () => ({ do: 'step_wall', ms: random.pick([-24, -1, 1, 24]) * HOUR_MS })],
      ])(),
    pauseMs: (random) => random.pick([0, 0, 1, 60_000, HOUR_MS, 5 * HOUR_MS, 24 * HOUR_MS - 1, 24 * HOUR_MS]),
    begin: (trial, max) => new DaysCourse(trial, max),
  };
}

class DaysCourse implements Course<DaysAct> {
  readonly #trial: Trial;
  readonly #naive = new NaiveDays();
  readonly #limit: DayLimit;
  #max: number;

  constructor(trial: Trial, max: number) {
    this.#trial = trial;
    this.#max = max;
    this.#limit = new DayLimit(trial.world, () => this.#max);
  }

  take(act: DaysAct): void {
    const { world } = this.#trial;
    if (act.do === 'bound') this.#max = act.max;
    else if (act.do === 'step_wall') world.stepWall(act.ms);
    else {
      for (let n = 0; n < act.times; n++) {
        const expected = this.#naive.admit(act.name, this.#max, world.wallMs());
        this.#trial.same('verdict', this.#limit.admit(act.name), expected);
      }
    }
  }

  /** It tells nothing but its answers. */
  compare(): void {}
}
