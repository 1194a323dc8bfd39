/** A thread that reads clips, without a thread: it answers as the real one, or fails as its step says. */
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { CustomSource } from 'mediabunny';
import { answerTo } from '../../../src/results/clip/answer-task.js';
import type { ClipTask, ThreadMessage } from '../../../src/results/clip/clip-task.js';
import type { VirtualWorld } from '../../world/virtual-world.js';
import type { ThreadStep } from './clip-history.js';

/** Of one file; a sound one takes some hundreds. */
const LOOKS_MAX = 100_000;

/**
 * mediabunny 1.61 never ends over a damaged Matroska file of which eight bytes are left. A real thread is
 * ended when its time is up, and the file is no clip. Here nobody could end it: its source does.
 */
function endEndlessReads(): void {
  const source = CustomSource.prototype as unknown as { _read: (...given: unknown[]) => unknown };
  const looks = new WeakMap<object, number>();
  const look = source._read;
  source._read = function (this: object, ...given) {
    looks.set(this, (looks.get(this) ?? 0) + 1);
    if ((looks.get(this) ?? 0) > LOOKS_MAX) throw new Error('the reader goes round for ever');
    return look.apply(this, given);
  };
}

endEndlessReads();

export interface ThreadWatch {
  readonly world: VirtualWorld;
  /** A task was handed to it. */
  given(task: ClipTask, thread: SimulatedThread): void;
}

const READY_AFTER_MS = 30;
const TASK_MS = 5;

export class SimulatedThread extends EventEmitter {
  /** Its trouble, from the first task on. */
  readonly how: ThreadStep['how'] | undefined;
  readonly #watch: ThreadWatch;
  /** When it got the task that it has, ms. */
  busySince: number | undefined;
  isTerminated = false;

  constructor(how: ThreadStep['how'] | undefined, watch: ThreadWatch) {
    super();
    this.how = how;
    this.#watch = watch;
    watch.world.after(READY_AFTER_MS, () => {
      if (how === 'dies_at_once') this.#die();
      else this.#say({ is: 'ready' });
    });
  }

  postMessage(task: ClipTask): void {
    const { world } = this.#watch;
    this.#watch.given(task, this);
    this.busySince = world.steadyMs();
    const answer = answerTo(task);
    world.after(READY_AFTER_MS + TASK_MS, async () => {
      if (this.how === 'dies_at_its_task') this.#die();
      if (this.how === undefined) this.#say(await answer);
    });
  }

  terminate(): Promise<number> {
    this.isTerminated = true;
    this.busySince = undefined;
    return Promise.resolve(1);
  }

  asWorker(): Worker {
    return this as unknown as Worker;
  }

  #say(message: ThreadMessage): void {
    if (this.isTerminated) return;
    if (message.is !== 'ready') this.busySince = undefined;
    this.emit('message', message);
  }

  #die(): void {
    if (this.isTerminated) return;
    this.busySince = undefined;
    this.isTerminated = true;
    this.emit('error', new Error('out of memory'));
  }
}
