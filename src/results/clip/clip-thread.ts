/** The thread in which containers are read (`clip-reader.ts`): one task after another. */
import { parentPort } from 'node:worker_threads';
import { answerTo } from './answer-task.js';
import type { ClipTask, ThreadMessage } from './clip-task.js';

parentPort?.postMessage({ is: 'ready' } satisfies ThreadMessage);
parentPort?.on('message', async (task: ClipTask) => parentPort?.postMessage(await answerTo(task)));
