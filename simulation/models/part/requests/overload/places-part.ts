/** The waits that are told to those who are turned away: a place for each, as far apart as the work takes. */
import { RetrySlots } from '../../../../../src/overload/retry-slots.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

interface PlacesAct {
  readonly do: 'turn_away';
  readonly times: number;
  readonly perSecond: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export function placesPart(make = () => new RetrySlots()): Part<null, PlacesAct> {
  return {
    name: 'places',
    limits: () => null,
    act: (random) => ({
      do: 'turn_away',
      times: random.pick([1, 1, 3, 30]),
      perSecond: random.pick([0.1, 1, 2, 7, 10, 333, 1_000]),
    }),
    pauseMs: (random) => random.pick([0, 0, 1, 100, 999, 1_000, 5_000, 60_000]),
    begin: (trial) => new PlacesCourse(trial, make()),
  };
}

class PlacesCourse implements Course<PlacesAct> {
  readonly #trial: Trial;
  readonly #slots: RetrySlots;
  /** The places that were given. */
  readonly #given: number[] = [];

  constructor(trial: Trial, slots: RetrySlots) {
    this.#trial = trial;
    this.#slots = slots;
  }

  take({ times, perSecond }: PlacesAct): void {
    const { world } = this.#trial;
    for (let n = 0; n < times; n++) {
      const now = world.steadyMs();
      const free = Math.max(...this.#given, Number.NEGATIVE_INFINITY) + SECOND_MS / perSecond;
      const place = Math.min(Math.max(now + SECOND_MS, free), now + MINUTE_MS);
      this.#given.push(place);
      this.#trial.same('wait', this.#slots.waitMs(now, perSecond), Math.ceil(place - now));
    }
  }

  /** It tells nothing but its answers. */
  compare(): void {}
}
