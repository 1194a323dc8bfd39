/**
 * A thread that hashes passwords, without a thread: it takes its time alone. With some passwords it ends,
 * fails, or waits in vain for a core.
 */
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { HashingAnswer, HashingTask, ThreadPriority } from '../../src/passwords/hashing-task.js';
import type { World } from '../../src/time/world.js';

const HASH_MS = 20;

/** The trouble that a thread has with a password. */
export type HashingTrouble = (password: string) => 'ends' | 'fails' | 'waits' | undefined;

const FAILED: HashingAnswer = { is: 'failed', why: 'out of memory' };

export class SimulatedHashing extends EventEmitter {
  readonly #world: World;
  readonly #priority: ThreadPriority;
  readonly #troubleWith: HashingTrouble;
  #isOver = false;

  constructor(world: World, priority: ThreadPriority, troubleWith: HashingTrouble) {
    super();
    this.#troubleWith = troubleWith;
    this.#world = world;
    this.#priority = priority;
  }

  postMessage(task: HashingTask): void {
    const trouble = this.#troubleWith(task.password);
    // All others go before a thread of low priority.
    if (trouble === 'waits' && this.#priority === 'low') return;
    this.#world.after(HASH_MS, () => {
      if (this.#isOver) return;
      if (trouble === 'ends') this.#end();
      else this.emit('message', trouble === 'fails' ? FAILED : answerTo(task));
    });
  }

  terminate(): Promise<number> {
    this.#isOver = true;
    return Promise.resolve(1);
  }

  ref(): void {}

  unref(): void {}

  asWorker(): Worker {
    return this as unknown as Worker;
  }

  #end(): void {
    this.#isOver = true;
    this.emit('exit', 1);
  }
}

function answerTo(task: HashingTask): HashingAnswer {
  const hash = hashOf(task.password);
  return { is: 'done', result: 'hash' in task ? hash === task.hash : hash };
}

export function hashOf(password: string): string {
  return `$argon2id$simulated$${createHash('sha256').update(password, 'utf8').digest('hex')}`;
}
