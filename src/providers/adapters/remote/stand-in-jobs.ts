/**
 * The jobs of a stand-in and the files of their results. Each job follows the fate that its prompt names, on
 * the clock of the stand-in.
 */
import { type Fate, fateOf, type StandInAnswer, type StandInParts } from './stand-in.js';

export interface StandInJob {
  readonly id: string;
  readonly fate: Fate;
  readonly lengthMs: number;
  readonly begunAtMs: number;
  isCancelled: boolean;
}

export type StandInPhase = 'pending' | 'running' | 'over';

const FILES = '/files/';
/** At an address that no gateway may call. */
const PRIVATE_URL = 'https://10.1.2.3/';

export class StandInJobs {
  readonly #parts: StandInParts;
  readonly #jobs = new Map<string, StandInJob>();
  readonly #begun = new Map<string, number>();

  constructor(parts: StandInParts) {
    this.#parts = parts;
  }

  /** How often a job was begun for each prompt. */
  get begun(): ReadonlyMap<string, number> {
    return this.#begun;
  }

  /** @param id made up if it is not given */
  begin(prompt: string, lengthMs: number, id = this.#nextId()): StandInJob {
    const begunAtMs = this.#parts.nowMs();
    const job = { id, fate: fateOf(prompt), lengthMs, begunAtMs, isCancelled: false };
    this.#jobs.set(id, job);
    // A job that is refused is not begun.
    if (job.fate !== 'rejects') this.#begun.set(prompt, (this.#begun.get(prompt) ?? 0) + 1);
    const { pendingMs, runningMs, begun } = this.#parts;
    begun?.({ prompt, begunAtMs, overAtMs: begunAtMs + pendingMs + runningMs });
    return job;
  }

  find(id: string): StandInJob | undefined {
    return this.#jobs.get(id);
  }

  phaseOf({ fate, begunAtMs, isCancelled }: StandInJob): StandInPhase {
    const { pendingMs, runningMs, nowMs } = this.#parts;
    if (isCancelled) return 'over';
    const sinceMs = nowMs() - begunAtMs;
    if (sinceMs < pendingMs) return 'pending';
    return sinceMs < pendingMs + runningMs || fate === 'never_ends' ? 'running' : 'over';
  }

  /** The share of the work that is done, from 0 to 1. */
  progressOf({ begunAtMs }: StandInJob): number {
    const { pendingMs, runningMs, nowMs } = this.#parts;
    return Math.min(Math.max((nowMs() - begunAtMs - pendingMs) / runningMs, 0), 1);
  }

  /** The link to the result of a job that is over, which no other has. */
  urlOf({ id, fate }: StandInJob): string {
    if (fate === 'private_link') return `${PRIVATE_URL}${id}.mp4`;
    const file = fate === 'html_result' ? `${id}.html` : `${fate === 'dead_link' ? 'gone-' : ''}${id}.mp4`;
    return `${this.#parts.baseUrl()}${FILES}${file}`;
  }

  /** The answer to a GET of a result; undefined if the path is not that of a file. */
  file(path: string): StandInAnswer | undefined {
    if (!path.startsWith(FILES)) return undefined;
    const [id = '', type] = path.slice(FILES.length).split('.');
    const job = this.#jobs.get(id);
    if (job === undefined) return { status: 404, body: { detail: 'no such file' } };
    if (type === 'html') return page('<script>document.title = "run"</script>');
    return { status: 200, headers: { 'content-type': 'video/mp4' }, body: this.#parts.clip(job.lengthMs) };
  }

  /** Like a UUID, and the same in every run. */
  #nextId(): string {
    return `00000000-0000-4000-8000-${(this.#jobs.size + 1).toString(16).padStart(12, '0')}`;
  }
}

function page(html: string): StandInAnswer {
  return { status: 200, headers: { 'content-type': 'text/html' }, body: new TextEncoder().encode(html) };
}
