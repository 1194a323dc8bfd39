/**
 * How far jobs are, as ComfyUI tells over its WebSocket. It is kept in memory alone, and says nothing about
 * how a job stands: that is for polls.
 *
 * Invariant: there is one connection while jobs are under way, and none otherwise.
 */
import type { Service } from '../../../outward/outward.js';
import type { World } from '../../../time/world.js';
import { numberAt, textAt, valueAt } from '../remote/answer-parts.js';

/** A job that nobody has asked for in this time is not under way any more. */
const FORGOTTEN_AFTER_MS = 5 * 60_000;
const RECONNECT_FIRST_MS = 1_000;
const RECONNECT_MAX_MS = 60_000;
/** A job is at 100 with its last poll. */
const PROGRESS_MAX = 99;

interface JobUnderWay {
  progress: number | undefined;
  askedAt: number;
}

export interface ProgressParts {
  readonly service: Service;
  readonly world: World;
  /** The same for as long as the data folder is; ComfyUI tells a client about its own jobs only. */
  readonly clientId: string;
  /** Of the workflow. */
  readonly nodeCount: number;
}

export class ComfyuiProgress {
  readonly #parts: ProgressParts;
  readonly #jobs = new Map<string, JobUnderWay>();
  #connection: AbortController | undefined;
  #reconnectMs = RECONNECT_FIRST_MS;
  #isSweeping = false;

  constructor(parts: ProgressParts) {
    this.#parts = parts;
  }

  /** The progress of a job that is under way, from 0 to 99; undefined if nothing was heard of it yet. */
  of(promptId: string): number | undefined {
    const askedAt = this.#parts.world.steadyMs();
    const job = this.#jobs.get(promptId) ?? { progress: undefined, askedAt };
    job.askedAt = askedAt;
    this.#jobs.set(promptId, job);
    this.#connect();
    this.#sweepLater();
    return job.progress;
  }

  /** The job is over. */
  forget(promptId: string): void {
    this.#jobs.delete(promptId);
    if (this.#jobs.size > 0) return;
    this.#connection?.abort();
    this.#connection = undefined;
  }

  #connect(): void {
    if (this.#connection !== undefined) return;
    const connection = new AbortController();
    this.#connection = connection;
    const { service, world, clientId } = this.#parts;
    const ended = () => {
      if (this.#connection !== connection) return;
      world.after(this.#reconnectMs, () => {
        if (this.#connection !== connection) return;
        this.#connection = undefined;
        if (this.#jobs.size > 0) this.#connect();
      });
      this.#reconnectMs = Math.min(this.#reconnectMs * 2, RECONNECT_MAX_MS);
    };
    service
      .listen(`/ws?clientId=${clientId}`, (text) => this.#heard(text), connection.signal)
      .then(ended, ended);
  }

  #heard(text: string): void {
    this.#reconnectMs = RECONNECT_FIRST_MS;
    const message = parsed(text);
    if (textAt(message, 'type') !== 'progress_state') return;
    const job = this.#jobs.get(textAt(message, 'data', 'prompt_id') ?? '');
    const nodes = valueAt(message, ['data', 'nodes']);
    if (job === undefined || typeof nodes !== 'object' || nodes === null) return;
    const done = Object.values(nodes).reduce((sum: number, node) => sum + shareDone(node), 0);
    job.progress = Math.min(Math.floor((100 * done) / this.#parts.nodeCount), PROGRESS_MAX);
  }

  #sweepLater(): void {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    const { world } = this.#parts;
    world.after(FORGOTTEN_AFTER_MS, () => {
      this.#isSweeping = false;
      const since = world.steadyMs() - FORGOTTEN_AFTER_MS;
      for (const [promptId, { askedAt }] of this.#jobs) if (askedAt <= since) this.forget(promptId);
      if (this.#jobs.size > 0) this.#sweepLater();
    });
  }
}

/** Of one node, from 0 to 1. */
function shareDone(node: unknown): number {
  if (textAt(node, 'state') === 'finished') return 1;
  const share = (numberAt(node, 'value') ?? 0) / (numberAt(node, 'max') ?? 1);
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
