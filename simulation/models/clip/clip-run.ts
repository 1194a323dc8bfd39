/**
 * One history of files that are read as clips.
 *
 * Rules
 *  - `told`: a sound file has the length and the type of its frames, whoever says otherwise; a file is blamed
 *    for no trouble of its provider, nor of a thread that has never been ready.
 *  - `bytes`: over ranges no byte beyond a bound is asked for, nor one behind the end.
 *  - `threads`: two threads at most, each with one task at a time; each read comes to an end.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../../src/errors/error-text.js';
import { ClipReader } from '../../../src/results/clip/clip-reader.js';
import type { ClipTask } from '../../../src/results/clip/clip-task.js';
import { type Clip, NotAClipError } from '../../../src/results/clip/read-clip.js';
import type { Outcome, Watch } from '../../model.js';
import { RunRecord } from '../../world/run-record.js';
import { VirtualWorld } from '../../world/virtual-world.js';
import type { ClipHistory, ReadStep, ThreadStep } from './clip-history.js';
import { makeClip } from './made-clip.js';
import { ServedClip } from './served-clip.js';
import { SimulatedThread } from './simulated-thread.js';

const TASK_MS_MAX = 60_000;
const THREADS_MAX = 2;
/** A file of which all was read more than once has no reason to be given up. */
const READ_TWICE = 2;
const FIRST_PART_BYTES = 524_288;
const QUIET_EVERY_MS = 1_000;

/** A read that has begun. */
interface Read {
  readonly step: ReadStep;
  readonly served: ServedClip;
  readonly clip: Clip | undefined;
  /** Its threads that fail. */
  readonly troubles: Set<ThreadStep['how']>;
  isOver: boolean;
}

export async function runClipHistory(history: ClipHistory, watch: Watch): Promise<Outcome> {
  const run = new ClipRun(history, watch);
  try {
    return await run.outcome();
  } finally {
    run.remove();
  }
}

class ClipRun {
  readonly #history: ClipHistory;
  readonly #world: VirtualWorld;
  readonly #record: RunRecord;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tollgate-clips-'));
  readonly #threads = new Set<SimulatedThread>();
  readonly #reads: Read[] = [];
  /** Of the threads that are started next. */
  readonly #nextThreads: ThreadStep['how'][] = [];
  readonly #reader: ClipReader;
  #notStarted = 0;

  constructor(history: ClipHistory, watch: Watch) {
    this.#history = history;
    this.#world = new VirtualWorld({ seed: history.seed });
    this.#record = new RunRecord(this.#world, watch);
    this.#reader = new ClipReader({ world: this.#world, start: () => this.#start().asWorker() });
  }

  async outcome(): Promise<Outcome> {
    const { steps } = this.#history;
    const made = new Map<number, Awaited<ReturnType<typeof makeClip>>>();
    for (const step of steps) if (step.do === 'read') made.set(step.id, await makeClip(step));
    const beganAt = this.#world.steadyMs();
    for (const step of steps) {
      await this.#pass(beganAt + step.at - this.#world.steadyMs());
      this.#record.count(step.do);
      if (step.do === 'thread') this.#nextThreads.push(step.how);
      else {
        const { bytes, clip } = made.get(step.id) ?? { bytes: new Uint8Array(), clip: undefined };
        void this.#read(step, bytes, clip);
      }
    }
    await this.#pass((this.#reads.length + 1) * TASK_MS_MAX);
    for (const { step, isOver } of this.#reads)
      if (!isOver) this.#record.broke('threads', `the read of step ${step.id} never ends`);
    await this.#reader.close();
    for (const thread of this.#threads)
      if (!thread.isTerminated) this.#record.broke('threads', 'a thread is left after the end');
    return this.#record.outcome();
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #pass(ms: number): Promise<void> {
    const until = this.#world.steadyMs() + ms;
    while (this.#world.steadyMs() < until) {
      await this.#world.advance(Math.min(QUIET_EVERY_MS, until - this.#world.steadyMs()));
      for (const { busySince } of this.#threads)
        if (busySince !== undefined && this.#world.steadyMs() - busySince > TASK_MS_MAX + QUIET_EVERY_MS)
          return this.#record.broke('threads', 'a thread has had its task for more than a minute');
    }
  }

  async #read(step: ReadStep, bytes: Uint8Array, clip: Clip | undefined): Promise<void> {
    const served = new ServedClip(bytes, step);
    const read: Read = { step, served, clip, troubles: new Set(), isOver: false };
    this.#reads.push(read);
    const path = this.#pathOf(step);
    if (step.over === 'file') writeFileSync(path, bytes);
    const outcome = await (step.over === 'file'
      ? this.#reader.readFile(path, bytes.length)
      : this.#reader.readRanges(served, bytes.length, step.bytesMax)
    ).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    read.isOver = true;
    this.#record.trace('read', { step: step.id, ...toldOf(outcome), asked: served.asked });
    this.#judge(read, outcome);
  }

  #pathOf({ id }: ReadStep): string {
    return join(this.#folder, String(id));
  }

  #judge(read: Read, outcome: Clip | undefined | Error): void {
    const { step, served, clip, troubles } = read;
    const broke = (rule: string, message: string) =>
      this.#record.broke(rule, `step ${step.id} (${step.container}): ${message}`);
    if (served.askedBytes > step.bytesMax)
      broke('bytes', `${served.askedBytes} bytes are asked for, and ${step.bytesMax} may be`);
    if (served.isAskedBeyond) broke('bytes', 'bytes behind the end are asked for');
    if (served.hasFailed) {
      if (!(outcome instanceof Error) || outcome instanceof NotAClipError)
        broke('told', `its provider fails, and it is ${shown(outcome)}`);
      return;
    }
    if (outcome instanceof Error && !(outcome instanceof NotAClipError)) {
      const isOfThread =
        troubles.has('dies_at_once') || (outcome.message === NO_ROOM && this.#notStarted-- > 0);
      if (!isOfThread) broke('told', `it fails: ${messageOf(outcome)}`);
      return;
    }
    const isBlamed = troubles.has('dies_at_its_task') || troubles.has('mute');
    if (outcome instanceof NotAClipError) {
      if (clip !== undefined && !isBlamed) broke('told', `it is no clip: ${messageOf(outcome)}`);
      return;
    }
    const enoughBytes = READ_TWICE * served.size + FIRST_PART_BYTES;
    if (outcome === undefined) {
      if (step.over === 'file' || step.bytesMax > enoughBytes) broke('bytes', 'it is given up without need');
      return;
    }
    if (
      clip !== undefined &&
      (outcome.lengthMs !== clip.lengthMs || outcome.contentType !== clip.contentType)
    )
      broke('told', `it is ${shown(outcome)}, and was made as ${shown(clip)}`);
  }

  #start(): SimulatedThread {
    const how = this.#nextThreads.shift();
    if (how === 'none') {
      this.#notStarted += 1;
      throw new Error(NO_ROOM);
    }
    const thread = new SimulatedThread(how, { world: this.#world, given: (...of) => this.#given(...of) });
    this.#threads.add(thread);
    const alive = [...this.#threads].filter(({ isTerminated }) => !isTerminated);
    if (alive.length > THREADS_MAX) this.#record.broke('threads', `there are ${alive.length} threads`);
    return thread;
  }

  #given(task: ClipTask, thread: SimulatedThread): void {
    if (thread.isTerminated) this.#record.broke('threads', 'a thread that is no more gets a task');
    if (thread.busySince !== undefined) this.#record.broke('threads', 'a busy thread gets a task');
    if (thread.how === undefined) return;
    // Files that are empty, or a page, cannot be told apart by their bytes.
    for (const { step, served, troubles } of this.#reads)
      if ('path' in task ? this.#pathOf(step) === task.path : served.isSourceOf(task))
        troubles.add(thread.how);
  }
}

const NO_ROOM = 'there is no room for a thread';

function shown(outcome: Clip | undefined | Error): string {
  if (outcome === undefined) return 'given up';
  if (outcome instanceof Error) return messageOf(outcome);
  return `${outcome.contentType} of ${outcome.lengthMs} ms`;
}

function toldOf(outcome: Clip | undefined | Error): Readonly<Record<string, unknown>> {
  return { told: shown(outcome) };
}
