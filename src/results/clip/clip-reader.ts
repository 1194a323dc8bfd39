/**
 * Has clips read by a thread, which is ended if it takes too long or too much memory: a file that somebody
 * made wrong, by mistake or on purpose, can have a reader of containers go in circles for ever.
 *
 * The thread is told all that is known of a file, and answers with the clip or with the bytes that it is
 * wanting; then it is asked anew. So it waits for nobody, and one slow provider does not hold up another.
 *
 * Invariants
 *  1. A thread has one task at a time.
 *  2. Whatever a file holds, its task comes to an end within `TASK_TIME_LIMIT_MS` of its beginning.
 *  3. A file is blamed only if its thread could read at all: it has said that it is ready.
 */
import type { Worker } from 'node:worker_threads';
import { messageOf } from '../../errors/error-text.js';
import type { RemoteFile } from '../../outward/outward.js';
import { startThread } from '../../packaged/program.js';
import type { World } from '../../time/world.js';
import type { ClipAnswer, ClipPart, ClipTask, ThreadMessage } from './clip-task.js';
import { type Clip, NotAClipError } from './read-clip.js';

export interface ClipReaderOptions {
  readonly world: World;
  /** Another thread than that of the program. */
  readonly start?: () => Worker;
}

/** A clip of a gigabyte without any index takes some ten seconds. */
const TASK_TIME_LIMIT_MS = 60_000;
const HEAP_MIB_MAX = 256;
const THREADS_MAX = 2;
/** As much as the thread would want first. */
const FIRST_PART_BYTES = 512 * 1024;

interface Task {
  readonly task: ClipTask;
  readonly resolve: (answer: ClipAnswer) => void;
}

/** A reader of clips as others know it; the simulation has one without threads. */
export type ReadsClips = Pick<ClipReader, 'readRanges' | 'readFile' | 'close'>;

export class ClipReader {
  readonly #world: World;
  readonly #start: () => Worker;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  readonly #ready = new WeakSet<Worker>();
  readonly #waiting: Task[] = [];

  constructor({ world, start = startClipThread }: ClipReaderOptions) {
    this.#world = world;
    this.#start = start;
  }

  /**
   * Reads a clip over ranges; undefined if more than `bytesMax` would be needed.
   *
   * @throws NotAClipError; and what `file` throws
   */
  async readRanges(file: RemoteFile, size: number, bytesMax: number): Promise<Clip | undefined> {
    const parts: ClipPart[] = [];
    let leftBytes = bytesMax;
    let [from, to] = [0, Math.min(size, FIRST_PART_BYTES)];
    while (to - from <= leftBytes) {
      leftBytes -= to - from;
      parts.push({ from, bytes: await collect(file.read(from, to), to - from) });
      const answer = await this.#run({ size, parts });
      if (answer.is !== 'wanting') return clipIn(answer);
      [from, to] = [answer.from, answer.to];
    }
    return undefined;
  }

  /** @throws NotAClipError; any other error is of the disk */
  async readFile(path: string, size: number): Promise<Clip> {
    return clipIn(await this.#run({ path, size }));
  }

  /** Ends the threads; nothing is answered any more. */
  async close(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.terminate()));
  }

  #run(task: ClipTask): Promise<ClipAnswer> {
    return new Promise((resolve) => {
      this.#waiting.push({ task, resolve });
      this.#next();
    });
  }

  #next(): void {
    if (this.#busy.size >= THREADS_MAX) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    try {
      const thread = this.#idle.pop() ?? this.#start();
      this.#busy.add(thread);
      this.#do(next, thread);
    } catch (error) {
      next.resolve({ is: 'failed', why: messageOf(error) });
      this.#next();
    }
  }

  #do({ task, resolve }: Task, thread: Worker): void {
    const done = (answer: ClipAnswer, isSound: boolean) => {
      cancel();
      thread.removeAllListeners('message');
      thread.removeAllListeners('error');
      // A thread that is ended, or idle, has nothing more to say.
      thread.on('error', () => {});
      this.#busy.delete(thread);
      if (isSound) this.#idle.push(thread);
      else void thread.terminate();
      resolve(answer);
      this.#next();
    };
    const fail = (why: string) => done({ is: this.#ready.has(thread) ? 'no_clip' : 'failed', why }, false);
    const cancel = this.#world.after(TASK_TIME_LIMIT_MS, () => fail('it took too long to read'));
    thread.on('message', (message: ThreadMessage) => {
      if (message.is === 'ready') this.#ready.add(thread);
      else done(message, true);
    });
    thread.on('error', (error) => fail(messageOf(error)));
    thread.postMessage(task);
  }
}

function startClipThread(): Worker {
  const thread = startThread('clip-thread', import.meta.url, {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
  });
  thread.unref();
  return thread;
}

function clipIn(answer: ClipAnswer): Clip {
  if (answer.is === 'clip') return answer.clip;
  if (answer.is === 'no_clip') throw new NotAClipError(answer.why);
  throw new Error(answer.is === 'failed' ? answer.why : 'a whole file is wanting bytes');
}

async function collect(chunks: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of chunks) {
    if (filled + chunk.length > size) throw new Error(`a range of ${size} bytes is longer than that`);
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled < size) throw new Error(`a range ended after ${filled} of ${size} bytes`);
  return bytes;
}
