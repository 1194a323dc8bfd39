/** The timer that is moved often, and the alarm that rings at the earliest of many times. */
import { Alarm } from '../../../../../src/time/alarm.js';
import { MovingTimer } from '../../../../../src/time/moving-timer.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

type TimerAct =
  /** To so many ms from now. */
  { readonly do: 'move' | 'set'; readonly ms: number } | { readonly do: 'rest' | 'stop' };

export function timerPart(
  make = (trial: Trial, task: () => void) => new MovingTimer(trial.world, task),
): Part<null, TimerAct> {
  return {
    name: 'timer',
    limits: () => null,
    act: (random) =>
      random.weighted<() => TimerAct>([
        [6, () => ({ do: 'move', ms: random.pick([0, 1, 50, 51, 1_000]) })],
        [6, () => ({ do: 'set', ms: random.pick([-5, 0, 1, 50, 51, 1_000]) })],
        [1, () => ({ do: 'rest' })],
        [1, () => ({ do: 'stop' })],
      ])(),
    pauseMs: (random) => random.pick([0, 0, 1, 20, 49, 50, 1_000]),
    begin: (trial) => new TimerCourse(trial, make),
  };
}

class TimerCourse implements Course<TimerAct> {
  readonly #trial: Trial;
  readonly #timer: MovingTimer;
  readonly #alarm: Alarm;
  readonly #ran: number[] = [];
  readonly #rang: number[] = [];
  /** When the timer is to run; undefined if it rests. */
  #runsAt: number | undefined;
  /** The times that the alarm was set for since it rang. */
  #setFor: number[] = [];

  constructor(trial: Trial, make: (trial: Trial, task: () => void) => MovingTimer) {
    this.#trial = trial;
    this.#timer = make(trial, () => this.#ran.push(trial.now));
    this.#alarm = new Alarm(trial.world, () => this.#rang.push(trial.now));
  }

  async take(act: TimerAct): Promise<void> {
    const { now, world } = this.#trial;
    switch (act.do) {
      case 'move':
        this.#timer.move(act.ms);
        this.#runsAt = now + act.ms;
        break;
      case 'set':
        this.#alarm.setFor(now + act.ms);
        this.#setFor.push(Math.max(now, now + act.ms));
        break;
      case 'rest':
        this.#timer.rest();
        this.#runsAt = undefined;
        break;
      case 'stop':
        this.#timer.stop();
        this.#runsAt = undefined;
    }
    await world.advance(0);
  }

  compare(): void {
    const { now } = this.#trial;
    const isDue = this.#runsAt !== undefined && this.#runsAt <= now;
    this.#trial.same('ran', this.#ran.splice(0), isDue ? [this.#runsAt] : []);
    if (isDue) this.#runsAt = undefined;
    const earliest = Math.min(...this.#setFor);
    this.#trial.same('rang', this.#rang.splice(0), earliest <= now ? [earliest] : []);
    if (earliest <= now) this.#setFor = [];
  }
}
