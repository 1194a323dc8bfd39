/** The bound on how many calls to a provider begin in a second. */
import { Pacer } from '../../../../../src/providers/calls/pacer.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { NaivePacer, type Pace } from './naive-pacer.js';

type PacerAct =
  /** Begins as many as it may. */
  { readonly do: 'rush'; readonly calls: number } | { readonly do: 'configure'; readonly pace: Pace };

/** Of ms: sums of fractions come out a little different in another order. */
const ROUNDING = 1e-6;

export function pacerPart(
  make = ({ perSecond, burst }: Pace) => new Pacer(perSecond, burst),
): Part<Pace, PacerAct> {
  return {
    name: 'pacer',
    limits: drawnPace,
    act: (random) =>
      random.chance(0.9)
        ? { do: 'rush', calls: random.pick([1, 2, 5, 40]) }
        : { do: 'configure', pace: drawnPace(random) },
    pauseMs: (random, { perSecond }) =>
      random.pick([0, 1, 7, Math.floor(1_000 / perSecond), Math.ceil(1_000 / perSecond), 999, 5_000]),
    begin: (trial, pace) => new PacerCourse(trial, make(pace), new NaivePacer(pace)),
  };
}

function drawnPace(random: Random): Pace {
  return { perSecond: random.pick([0.5, 1, 3, 10, 70, 1_000]), burst: random.pick([1, 1, 2, 7]) };
}

class PacerCourse implements Course<PacerAct> {
  readonly #trial: Trial;
  readonly #pacer: Pacer;
  readonly #naive: NaivePacer;

  constructor(trial: Trial, pacer: Pacer, naive: NaivePacer) {
    this.#trial = trial;
    this.#pacer = pacer;
    this.#naive = naive;
  }

  take(act: PacerAct): void {
    if (act.do === 'configure') {
      this.#pacer.configure(act.pace.perSecond, act.pace.burst);
      this.#naive.pace = act.pace;
      return;
    }
    const { now } = this.#trial;
    for (let n = 0; n < act.calls && this.#pacer.admitsFrom() <= now; n++) {
      this.#pacer.take(now);
      this.#naive.take(now);
      this.compare();
    }
  }

  compare(): void {
    const expected = this.#naive.admitsFrom;
    const told = this.#pacer.admitsFrom();
    if (told === expected) return;
    this.#trial.between('from', told, expected - ROUNDING, expected + ROUNDING);
  }
}
