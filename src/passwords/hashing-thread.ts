/** The thread in which passwords are hashed (`argon2-thread.ts`): one task after another. */
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { messageOf } from '../errors/error-text.js';
import { letOtherThreadsGoFirst } from '../packaged/low-priority.js';
import type { HashingAnswer, HashingTask } from './hashing-task.js';

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

letOtherThreadsGoFirst();
parentPort?.on('message', (task: HashingTask) => parentPort?.postMessage(answerTo(task)));
