/**
 * The thread in which passwords are hashed (`argon2-thread.ts`): one task after another. It rests after each
 * for as long as the task took, so that a queue of them takes half a core at most; no longer than a task
 * takes of a core, or the next one waits in vain if this one had to wait for its core.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { messageOf } from '../errors/error-text.js';
import { letOtherThreadsGoFirst } from '../packaged/low-priority.js';
import type { HashingAnswer, HashingTask, ThreadPriority } from './hashing-task.js';

function answerTo({ password, ...task }: HashingTask): HashingAnswer {
  try {
    return {
      is: 'done',
      result: 'hash' in task ? verifySync(task.hash, password) : hashSync(password, task.options),
    };
  } catch (error) {
    return { is: 'failed', why: messageOf(error) };
  }
}

const REST_MS_MAX = 50;
const NEVER_WOKEN = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

const priority: ThreadPriority = workerData;
if (priority === 'low') letOtherThreadsGoFirst();
parentPort?.on('message', (task: HashingTask) => {
  const beganAt = performance.now();
  parentPort?.postMessage(answerTo(task));
  Atomics.wait(NEVER_WOKEN, 0, 0, Math.min(performance.now() - beganAt, REST_MS_MAX));
});
