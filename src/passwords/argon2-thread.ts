/**
 * Argon2 in a thread of its own, to which all others go first: a hash takes some 20 ms of a core, and commits
 * and answers do not wait for it.
 *
 * If other processes keep all cores busy, a thread of low priority gets next to nothing of them. So a task
 * that is not done in time is begun anew in a thread of ordinary priority, and so are those of the next
 * minute.
 *
 * A thread starts with the first password and stays. If a task fails, or the thread ends, the next task has
 * another thread.
 */
import type { Worker } from 'node:worker_threads';
import { startThread } from '../packaged/program.js';
import type { Argon2, Argon2Options } from './argon2.js';
import type { HashingAnswer, HashingTask, ThreadPriority } from './hashing-task.js';

const LOW_PRIORITY_MS_MAX = 1_000;
const ORDINARY_FOR_MS = 60_000;

/** The time that the thread is waited for. */
export interface ThreadTime {
  now(): number;
  /** @returns what takes it back */
  after(delayMs: number, task: () => void): () => void;
}

const PROCESS_TIME: ThreadTime = {
  now: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

export class Argon2Thread implements Argon2 {
  readonly #start: (priority: ThreadPriority) => Worker;
  readonly #time: ThreadTime;
  #thread: { readonly worker: Worker; readonly priority: ThreadPriority } | undefined;
  #ordinaryUntil = 0;

  /**
   * @param start another thread than that of the program
   * @param time another time than that of the process
   */
  constructor(start: (priority: ThreadPriority) => Worker = startHashing, time: ThreadTime = PROCESS_TIME) {
    this.#start = start;
    this.#time = time;
  }

  async hash(password: string, options: Argon2Options): Promise<string> {
    return String(await this.#run({ password, options }));
  }

  async verify(hash: string, password: string): Promise<boolean> {
    return (await this.#run({ password, hash })) === true;
  }

  async #run(task: HashingTask): Promise<string | boolean> {
    if (this.#time.now() < this.#ordinaryUntil) return await this.#runAt('ordinary', task);
    try {
      return await this.#runAt('low', task);
    } catch (error) {
      if (!(error instanceof NotInTime)) throw error;
      this.#ordinaryUntil = this.#time.now() + ORDINARY_FOR_MS;
      return await this.#runAt('ordinary', task);
    }
  }

  /** One task at a time. The process ends without waiting for a thread that has none. */
  async #runAt(priority: ThreadPriority, task: HashingTask): Promise<string | boolean> {
    if (this.#thread?.priority !== priority) this.#end();
    this.#thread ??= { worker: this.#start(priority), priority };
    const { worker } = this.#thread;
    worker.ref();
    try {
      const msMax = priority === 'low' ? LOW_PRIORITY_MS_MAX : undefined;
      const answer = await answerOf(worker, task, this.#time, msMax);
      if (answer.is === 'done') return answer.result;
      throw new Error(answer.why);
    } catch (error) {
      this.#end();
      throw error;
    } finally {
      worker.unref();
    }
  }

  #end(): void {
    void this.#thread?.worker.terminate();
    this.#thread = undefined;
  }
}

class NotInTime extends Error {}

function startHashing(priority: ThreadPriority): Worker {
  return startThread('hashing-thread', import.meta.url, { workerData: priority });
}

/** @throws NotInTime after `msMax`; another error if the thread fails or ends */
function answerOf(
  thread: Worker,
  task: HashingTask,
  time: ThreadTime,
  msMax: number | undefined,
): Promise<HashingAnswer> {
  return new Promise((resolve, reject) => {
    const late = () => done(() => reject(new NotInTime()));
    const cancel = msMax === undefined ? undefined : time.after(msMax, late);
    const ended = () => done(() => reject(new Error('the thread that hashes passwords has ended')));
    const failed = (error: unknown) => done(() => reject(error));
    const answered = (answer: HashingAnswer) => done(() => resolve(answer));
    const done = (settle: () => void) => {
      cancel?.();
      thread.off('message', answered).off('error', failed).off('exit', ended);
      settle();
    };
    thread.on('message', answered).on('error', failed).on('exit', ended);
    thread.postMessage(task);
  });
}
