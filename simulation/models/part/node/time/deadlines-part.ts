/** Tasks that come due after one and the same delay, most of which are called off before. */
import { DeadlineQueue } from '../../../../../src/time/deadline-queue.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';

type DeadlinesAct =
  | { readonly do: 'add'; readonly tasks: number }
  /** `nth` of all that were ever added, from the latest on. */
  | { readonly do: 'cancel'; readonly nth: number };

interface Task {
  readonly dueAt: number;
  readonly cancel: () => void;
  isOff: boolean;
  isDone: boolean;
}

export function deadlinesPart(
  make = (trial: Trial, delayMs: number) => new DeadlineQueue(trial.world, delayMs),
): Part<number, DeadlinesAct> {
  return {
    name: 'deadlines',
    limits: (random) => random.pick([1, 100, 5_000]),
    act: (random) =>
      random.chance(0.5)
        ? { do: 'add', tasks: random.pick([1, 1, 2, 5]) }
        : { do: 'cancel', nth: random.below(6) },
    pauseMs: (random, delayMs) =>
      random.pick([0, 0, 1, Math.ceil(delayMs / 3), delayMs - 1, delayMs, 2 * delayMs]),
    begin: (trial, delayMs) => new DeadlinesCourse(trial, delayMs, make(trial, delayMs)),
  };
}

class DeadlinesCourse implements Course<DeadlinesAct> {
  readonly #trial: Trial;
  readonly #delayMs: number;
  readonly #queue: DeadlineQueue;
  readonly #tasks: Task[] = [];
  readonly #ran: string[] = [];

  constructor(trial: Trial, delayMs: number, queue: DeadlineQueue) {
    this.#trial = trial;
    this.#delayMs = delayMs;
    this.#queue = queue;
  }

  take(act: DeadlinesAct): void {
    const { now } = this.#trial;
    if (act.do === 'add') {
      for (let n = 0; n < act.tasks; n++) {
        const id = this.#tasks.length;
        const deadline = this.#queue.add(() => this.#ran.push(`${id} at ${this.#trial.now}`));
        const cancel = () => deadline.cancel();
        this.#tasks.push({ dueAt: now + this.#delayMs, cancel, isOff: false, isDone: false });
      }
      return;
    }
    const task = this.#tasks.at(-1 - act.nth);
    if (task === undefined) return;
    task.cancel();
    task.isOff = true;
  }

  compare(): void {
    const expected: string[] = [];
    this.#tasks.forEach((task, id) => {
      if (task.isOff || task.isDone || task.dueAt > this.#trial.now) return;
      task.isDone = true;
      expected.push(`${id} at ${task.dueAt}`);
    });
    this.#trial.same('ran', this.#ran.splice(0), expected);
  }
}
