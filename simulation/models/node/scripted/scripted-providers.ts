/**
 * Providers that do to each job what its script says, one of each kind (`provider-kinds.ts`). They are
 * outside the node and outlive its processes.
 *
 * A job is taken when the call arrives, whatever becomes of the answer.
 */
import type { RemoteFile } from '../../../../src/outward/outward.js';
import type {
  Provider,
  ProviderJob,
  ProviderState,
  ProviderSubmit,
  SubmitAnswer,
} from '../../../../src/providers/provider.js';
import type { World } from '../../../../src/time/world.js';
import { canMake, type ProviderKind, providerKind, SCRIPTED_NAMES } from '../../../history/provider-kinds.js';
import type { ProviderScript } from '../../../history/provider-script.js';
import type { Random } from '../../../world/random.js';
import {
  CANCELLED_BY,
  type Ending,
  ERROR,
  endingOf,
  garbageOf,
  handleAt,
  inTime,
  LOST_BY,
  lostAnswerOf,
  UNTAKEN,
} from './scripted-answers.js';
import { openScripted, scriptedFile } from './scripted-files.js';
import { outputOf, type ScriptedJob, stateOf } from './scripted-jobs.js';

/** How far behind a stale answer is. */
const STALE_BY_MS = 2_000;
const TOO_LONG_BY_MS = 7_000;
const BEHAVES: ProviderScript = {
  submits: [],
  polls: [],
  pendingMs: 100,
  runningMs: 400,
  end: { how: 'completed', outputMs: 4_000 },
};
const WELL = { delayMs: 20, do: 'accept' } as const;
const [TRULY, WHOLE] = [{ delayMs: 5, do: 'truth' } as const, { delayMs: 5, do: 'whole' } as const];

interface OddMove {
  readonly do: 'garbage' | Parameters<typeof endingOf>[0];
  readonly askAgainAfterMs?: number;
}

export interface ScriptedProvidersOptions {
  /** That garbage follows, by the job's prompt. */
  readonly garbage: Random;
  /** True time. */
  readonly nowMs: () => number;
  /** A provider began a job, its `nth` for this id. */
  readonly began: (provider: string, jobId: string, nth: number) => void;
}

export class ScriptedProviders {
  readonly #options: ScriptedProvidersOptions;
  readonly #scripts = new Map<string, ProviderScript>();
  /** By handle. */
  readonly #jobs = new Map<string, ScriptedJob>();
  readonly #submits = new Map<string, number>();
  readonly #finds = new Map<string, number>();
  readonly #scriptOfJob = new Map<string, ProviderScript>();

  constructor(options: ScriptedProvidersOptions) {
    this.#options = options;
  }

  /** The script for jobs with this prompt. The first script of a prompt stays. */
  learn(prompt: string, script: ProviderScript): void {
    if (!this.#scripts.has(prompt)) this.#scripts.set(prompt, script);
  }

  /** The providers as a process that lives in `world` reaches them. */
  reachedFrom(world: World): readonly Provider[] {
    return SCRIPTED_NAMES.flatMap((name) => {
      const kind = providerKind(name);
      return kind === undefined ? [] : [this.#provider(name, kind, world)];
    });
  }

  #provider(name: string, kind: ProviderKind, world: World): Provider {
    return {
      name,
      models: [],
      lostAnswer: lostAnswerOf(kind),
      misfitOf: ({ lengthMs }) =>
        canMake(name, lengthMs) ? undefined : { param: 'seconds', message: 'It makes no such length.' },
      submit: (request) => this.#submit(name, kind, request, world),
      ...(kind.lostAnswer === 'findable'
        ? {
            find: (job) => this.#find(name, kind, job.jobId, world),
            handleOf: (jobId) => handleOf(name, jobId, 1),
          }
        : {}),
      poll: (job) => this.#poll(kind, job, world),
      ...(kind.cancels ? { cancel: (job) => this.#cancel(job, world) } : {}),
      content: (location, signal) => this.#open(kind, handleAt(location), signal, world),
    };
  }

  #submit(name: string, kind: ProviderKind, request: ProviderSubmit, world: World): Promise<SubmitAnswer> {
    const { jobId, prompt } = request;
    const script = this.#scripts.get(prompt) ?? BEHAVES;
    this.#scriptOfJob.set(jobId, script);
    const move = script.submits[counted(this.#submits, jobId)] ?? WELL;
    const { delayMs } = move;
    const garbage = `submit of ${prompt}`;
    switch (move.do) {
      case 'reject':
      case 'not_now':
      case 'error':
      case 'garbage':
      case 'never':
        return inTime(world, delayMs, this.#odd({ ...move, do: move.do }, garbage, UNTAKEN));
    }
    const accepted = this.#accepted(kind, this.#take(name, kind, request, script));
    switch (move.do) {
      case 'accept':
        return inTime(world, delayMs, accepted);
      case 'accept_then_garbage':
        return inTime(world, delayMs, this.#odd({ do: 'garbage' }, garbage, accepted.value));
      default:
        return inTime(world, delayMs, LOST_BY[move.do]);
    }
  }

  /** @param sound the answer that garbage is made of */
  #odd(move: OddMove, label: string, sound: () => unknown): Ending {
    if (move.do === 'garbage') return garbageOf(this.#options.garbage.fork(label), sound);
    return endingOf(move.do, move.askAgainAfterMs);
  }

  #accepted(kind: ProviderKind, handle: string): { readonly value: () => SubmitAnswer } {
    return { value: () => ({ outcome: 'accepted', handle, state: this.#stateOf(kind, handle, 0) }) };
  }

  #take(
    name: string,
    kind: ProviderKind,
    { jobId, lengthMs }: ProviderSubmit,
    script: ProviderScript,
  ): string {
    const { nowMs, began } = this.#options;
    let nth = 1;
    for (let job = this.#jobs.get(handleOf(name, jobId, nth)); job !== undefined; ) {
      const forMs = kind.idempotentForMs ?? Number.POSITIVE_INFINITY;
      if (kind.lostAnswer === 'idempotent' && nowMs() - job.acceptedAt < forMs)
        return handleOf(name, jobId, nth);
      nth += 1;
      job = this.#jobs.get(handleOf(name, jobId, nth));
    }
    const handle = handleOf(name, jobId, nth);
    const fresh = { polls: 0, reads: 0, isCancelled: false, outputMs: undefined };
    this.#jobs.set(handle, { script, lengthMs, acceptedAt: nowMs(), ...fresh });
    began(name, jobId, nth);
    return handle;
  }

  #find(name: string, kind: ProviderKind, jobId: string, world: World): Promise<SubmitAnswer | undefined> {
    const handle = handleOf(name, jobId, 1);
    const job = this.#jobs.get(handle);
    const moves = this.#scriptOfJob.get(jobId)?.finds ?? [];
    const move = moves[counted(this.#finds, jobId)] ?? TRULY;
    const found = job === undefined ? endingOf('not_found') : this.#accepted(kind, handle);
    if (move.do === 'truth') return inTime(world, move.delayMs, found);
    const sound = job === undefined ? UNTAKEN : this.#accepted(kind, handle).value;
    const odd = this.#odd({ ...move, do: move.do }, `find of ${jobId} ${this.#finds.get(jobId)}`, sound);
    return inTime(world, move.delayMs, odd);
  }

  #poll(kind: ProviderKind, { handle }: ProviderJob, world: World): Promise<ProviderState> {
    const job = this.#jobs.get(handle);
    if (job === undefined) return inTime(world, TRULY.delayMs, ERROR);
    const move = job.script.polls[job.polls] ?? TRULY;
    const { delayMs } = move;
    job.polls += 1;
    switch (move.do) {
      case 'error':
      case 'garbage':
      case 'never':
      case 'busy': {
        const label = `poll of ${handle} ${job.polls}`;
        const odd = this.#odd({ ...move, do: move.do }, label, () => this.#stateOf(kind, handle, 0));
        return inTime(world, delayMs, odd);
      }
      case 'stale':
        return inTime(world, delayMs, { value: () => this.#stateOf(kind, handle, STALE_BY_MS) });
      case 'too_long':
        job.outputMs ??= job.lengthMs + TOO_LONG_BY_MS;
        break;
      case 'false_failure':
        return inTime(world, delayMs, {
          value: () => ({ state: 'failed', slug: 'provider_error', message: 'Something went wrong.' }),
        });
    }
    return inTime(world, delayMs, { value: () => this.#stateOf(kind, handle, 0) });
  }

  #cancel({ handle }: ProviderJob, world: World): Promise<void> {
    const job = this.#jobs.get(handle);
    const move = job?.script.cancel ?? 'works';
    if (job !== undefined && move.startsWith('works')) job.isCancelled = true;
    return inTime(world, TRULY.delayMs, CANCELLED_BY[move]);
  }

  #open(
    kind: ProviderKind,
    handle: string,
    signal: AbortSignal,
    world: World,
  ): Promise<RemoteFile | undefined> {
    const job = this.#jobs.get(handle);
    if (job === undefined) return Promise.resolve(undefined);
    const lengthMs = outputOf(job);
    if (kind.results === 'told') return Promise.resolve(scriptedFile(lengthMs));
    const move = job.script.reads?.[job.reads] ?? WHOLE;
    job.reads += 1;
    const garbage = this.#options.garbage.fork(`read of ${handle} ${job.reads}`);
    return openScripted(world, move, lengthMs, signal, garbage);
  }

  #stateOf(kind: ProviderKind, handle: string, behindMs: number): ProviderState {
    const job = this.#jobs.get(handle);
    if (job === undefined) throw new Error(`no job ${handle}`);
    return stateOf(job, { kind, handle, nowMs: this.#options.nowMs(), behindMs });
  }
}

function handleOf(provider: string, jobId: string, nth: number): string {
  return `${provider}/${jobId}/${nth}`;
}

/** The job whose result lies at a location and has to be read; '' if there is none. */
export function jobOfResult(location: string): string {
  const [provider = '', jobId = ''] = handleAt(location).split('/');
  return providerKind(provider)?.results === 'read' ? jobId : '';
}

/** How often it was counted before. */
function counted(counts: Map<string, number>, name: string): number {
  const before = counts.get(name) ?? 0;
  counts.set(name, before + 1);
  return before;
}
