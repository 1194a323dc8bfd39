/** The circuit breaker of calls to a provider, with its limits changed amid them. */
import { Breaker, type BreakerLimits } from '../../../../../src/providers/calls/slots/breaker.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { NaiveBreaker } from './naive-breaker.js';

type BreakerAct =
  | { readonly do: 'begin'; readonly calls: number }
  /** `nth` of those under way, and as many as `calls` of those that began after it. */
  | { readonly do: 'answer' | 'fail'; readonly nth: number; readonly calls: number }
  /** Time passes until the breaker lets a call through, or to the ms before. */
  | { readonly do: 'wait'; readonly lessMs: number }
  | { readonly do: 'configure'; readonly limits: BreakerLimits };

export function breakerPart(
  make = (trial: Trial, limits: BreakerLimits) => new Breaker(trial.world, limits),
): Part<BreakerLimits, BreakerAct> {
  return {
    name: 'breaker',
    limits: breakerLimits,
    act: breakerAct,
    pauseMs: breakerPauseMs,
    begin: (trial, limits) => new BreakerCourse(trial, make(trial, limits), new NaiveBreaker(limits)),
  };
}

export function breakerLimits(random: Random): BreakerLimits {
  const coolDownFirstMs = random.pick([100, 250, 1_000]);
  return {
    failuresInARow: random.pick([1, 2, 2, 3, 8]),
    coolDownFirstMs,
    coolDownMaxMs: coolDownFirstMs * random.pick([1, 2, 3, 6, 30]),
  };
}

export function breakerPauseMs(random: Random, { coolDownFirstMs }: BreakerLimits): number {
  return random.weighted([
    [8, () => 0],
    [4, () => random.between(1, 30)],
    [2, () => random.between(1, coolDownFirstMs)],
    [2, () => Math.ceil(coolDownFirstMs * random.pick([1, 1.2, 2, 2.4, 5]))],
  ])();
}

function breakerAct(random: Random): BreakerAct {
  return random.weighted<() => BreakerAct>([
    [5, () => ({ do: 'begin', calls: random.pick([1, 1, 2, 4]) })],
    [4, () => ({ do: 'fail', nth: random.below(4), calls: random.pick([1, 1, 2, 4]) })],
    [1.5, () => ({ do: 'answer', nth: random.below(4), calls: 1 })],
    [3, () => ({ do: 'wait', lessMs: random.pick([0, 0, 1]) })],
    [0.6, () => ({ do: 'configure', limits: breakerLimits(random) })],
  ])();
}

class BreakerCourse implements Course<BreakerAct> {
  readonly #trial: Trial;
  readonly #breaker: Breaker;
  readonly #naive: NaiveBreaker;
  /** When the calls under way began. */
  readonly #underWay: number[] = [];

  constructor(trial: Trial, breaker: Breaker, naive: NaiveBreaker) {
    this.#trial = trial;
    this.#breaker = breaker;
    this.#naive = naive;
  }

  async take(act: BreakerAct): Promise<void> {
    const { now } = this.#trial;
    switch (act.do) {
      case 'configure':
        this.#breaker.configure(act.limits);
        this.#naive.limits = act.limits;
        return;
      case 'wait': {
        const leftMs = this.#breaker.admitsFrom() - now - act.lessMs;
        if (Number.isFinite(leftMs) && leftMs > 0) await this.#trial.world.advance(leftMs);
        return;
      }
      case 'begin':
        for (let n = 0; n < act.calls && this.#breaker.admits(); n++) {
          this.#breaker.began();
          this.#naive.began(now);
          this.#underWay.push(now);
          this.compare();
        }
        return;
      default:
        for (const beganAt of this.#underWay.splice(act.nth % (this.#underWay.length || 1), act.calls)) {
          if (act.do === 'answer') this.#breaker.answered();
          else this.#breaker.failed(beganAt);
          if (act.do === 'answer') this.#naive.answered(now);
          else this.#naive.failed(now, beganAt);
          this.compare();
        }
    }
  }

  compare(): void {
    compareBreakers(this.#trial, this.#breaker, this.#naive);
    const { first } = this.#naive.admitsFrom;
    this.#trial.same('admits', this.#breaker.admits(), first <= this.#trial.now);
    this.#trial.same('answers', this.#breaker.answers, this.#naive.answers);
  }
}

function compareBreakers(trial: Trial, breaker: Breaker, naive: NaiveBreaker): void {
  trial.same('state', breaker.state, naive.state);
  trial.same('openings', breaker.openings, naive.openings);
  const { first, last } = naive.admitsFrom;
  trial.between('from', breaker.admitsFrom(), first, last);
  naive.told(breaker.admitsFrom());
}
