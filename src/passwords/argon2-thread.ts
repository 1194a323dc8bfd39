/**
 * Argon2 in a thread of its own, to which all others go first: a hash takes some 20 ms of a core, and commits
 * and answers do not wait for it.
 *
 * The thread starts with the first password and stays. If a task fails, or the thread ends, the next task has
 * another thread.
 */
import type { Worker } from 'node:worker_threads';
import { startThread } from '../packaged/program.js';
import type { Argon2, Argon2Options } from './argon2.js';
import type { HashingAnswer, HashingTask } from './hashing-task.js';

export class Argon2Thread implements Argon2 {
  readonly #start: () => Worker;
  #thread: Worker | undefined;

  /** @param start another thread than that of the program */
  constructor(start: () => Worker = () => startThread('hashing-thread', import.meta.url, {})) {
    this.#start = start;
  }

  async hash(password: string, options: Argon2Options): Promise<string> {
    return String(await this.#run({ password, options }));
  }

  async verify(hash: string, password: string): Promise<boolean> {
    return (await this.#run({ password, hash })) === true;
  }

  /** One task at a time. The process ends without waiting for a thread that has none. */
  async #run(task: HashingTask): Promise<string | boolean> {
    this.#thread ??= this.#start();
    const thread = this.#thread;
    thread.ref();
    try {
      const answer = await answerOf(thread, task);
      if (answer.is === 'done') return answer.result;
      throw new Error(answer.why);
    } catch (error) {
      this.#thread = undefined;
      void thread.terminate();
      throw error;
    } finally {
      thread.unref();
    }
  }
}

function answerOf(thread: Worker, task: HashingTask): Promise<HashingAnswer> {
  return new Promise((resolve, reject) => {
    const ended = () => done(() => reject(new Error('the thread that hashes passwords has ended')));
    const failed = (error: unknown) => done(() => reject(error));
    const answered = (answer: HashingAnswer) => done(() => resolve(answer));
    const done = (settle: () => void) => {
      thread.off('message', answered).off('error', failed).off('exit', ended);
      settle();
    };
    thread.on('message', answered).on('error', failed).on('exit', ended);
    thread.postMessage(task);
  });
}
