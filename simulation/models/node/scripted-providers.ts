/**
 * Two providers that do to each job what its script says. They are outside the node and outlive its
 * processes.
 *
 * `idempotent` makes one job for a job id, however often it is submitted; `forgetful` makes another with each
 * submit that it takes. A job is taken when the call arrives, whatever becomes of the answer.
 */
import { microDa } from '../../../src/money/micro-da.js';
import type {
  ModelOffer,
  Provider,
  ProviderJob,
  ProviderState,
  ProviderSubmit,
  SubmitAnswer,
} from '../../../src/providers/provider.js';
import type { World } from '../../../src/time/world.js';
import type { ModelSetup } from '../../history/node-history.js';
import type { PollMove, ProviderScript, SubmitMove } from '../../history/provider-script.js';

/** A provider's own record of a job. */
interface ProviderJobRecord {
  readonly script: ProviderScript;
  readonly lengthMs: number;
  /** Ms of true time. */
  readonly acceptedAt: number;
  polls: number;
  /** Its first answer, by which it stands. */
  said: ProviderState | undefined;
}

const LENGTH_MIN_MS = 1_000;
const LENGTH_MAX_MS = 60_000;
const LENGTH_DEFAULT_MS = 4_000;
/** How far behind a stale answer is. */
const STALE_BY_MS = 2_000;
const TOO_LONG_BY_MS = 7_000;
const BEHAVES: ProviderScript = {
  submits: [],
  polls: [],
  pendingMs: 100,
  runningMs: 400,
  end: { how: 'completed', outputMs: LENGTH_DEFAULT_MS },
};
const WELL = { delayMs: 20, do: 'accept' } as const satisfies SubmitMove;
const TRULY = { delayMs: 5, do: 'truth' } as const satisfies PollMove;

export class ScriptedProviders {
  #models: readonly ModelSetup[];
  readonly #nowMs: () => number;
  readonly #scripts = new Map<string, ProviderScript>();
  readonly #jobs = new Map<string, ProviderJobRecord>();
  readonly #submits = new Map<string, number>();

  constructor(models: readonly ModelSetup[], nowMs: () => number) {
    this.#models = models;
    this.#nowMs = nowMs;
  }

  /** The script for jobs with this prompt. The first script of a prompt stays. */
  learn(prompt: string, script: ProviderScript): void {
    if (!this.#scripts.has(prompt)) this.#scripts.set(prompt, script);
  }

  /** From now on processes are told of these prices, in micro-DA a second, in the order of the models. */
  setPrices(prices: readonly number[]): void {
    this.#models = this.#models.map((model, n) => ({
      ...model,
      pricePerSecondMicroDa: prices[n] ?? model.pricePerSecondMicroDa,
    }));
  }

  /** Whether the provider has a job for this id. */
  hasJob(jobId: string): boolean {
    return this.#jobs.has(handleOf(jobId, 1));
  }

  /** The providers as a process that lives in `world` reaches them. */
  reachedFrom(world: World): readonly Provider[] {
    return (['idempotent', 'forgetful'] as const).map((name) => ({
      name,
      models: this.#models.filter(({ provider }) => provider === name).map((model) => offerOf(model)),
      lostAnswer: { kind: name === 'idempotent' ? 'idempotent' : 'unknown' },
      submit: (request) => this.#submit(request, name === 'idempotent', world),
      poll: (job) => this.#poll(job, world),
      content: async (location) => contentOf(location),
    }));
  }

  #submit(request: ProviderSubmit, isIdempotent: boolean, world: World): Promise<SubmitAnswer> {
    const { jobId, prompt } = request;
    const script = this.#scripts.get(prompt) ?? BEHAVES;
    const nth = this.#submits.get(jobId) ?? 0;
    this.#submits.set(jobId, nth + 1);
    const move = script.submits[nth] ?? WELL;
    switch (move.do) {
      case 'reject':
      case 'not_now':
      case 'error':
      case 'garbage':
      case 'never':
        return inTime(world, move.delayMs, ENDINGS[move.do]);
    }
    const handle = this.#take(request, isIdempotent, script);
    if (move.do !== 'accept') return inTime(world, move.delayMs, ENDINGS[LOST_BY[move.do]]);
    return inTime(world, move.delayMs, {
      value: () => ({ outcome: 'accepted', handle, state: this.#stateOf(handle, 0) }),
    });
  }

  #take({ jobId, lengthMs }: ProviderSubmit, isIdempotent: boolean, script: ProviderScript): string {
    let handle = handleOf(jobId, 1);
    for (let n = 2; !isIdempotent && this.#jobs.has(handle); n++) handle = handleOf(jobId, n);
    if (!this.#jobs.has(handle)) {
      this.#jobs.set(handle, { script, lengthMs, acceptedAt: this.#nowMs(), polls: 0, said: undefined });
    }
    return handle;
  }

  #poll({ handle }: ProviderJob, world: World): Promise<ProviderState> {
    const job = this.#jobs.get(handle);
    if (job === undefined) return inTime(world, TRULY.delayMs, ENDINGS.error);
    const move = job.script.polls[job.polls] ?? TRULY;
    job.polls += 1;
    switch (move.do) {
      case 'error':
      case 'garbage':
      case 'never':
        return inTime(world, move.delayMs, ENDINGS[move.do]);
      case 'stale':
        return inTime(world, move.delayMs, { value: () => this.#stateOf(handle, STALE_BY_MS) });
      case 'too_long':
        job.said ??= completed(handle, job.lengthMs + TOO_LONG_BY_MS);
        return inTime(world, move.delayMs, { value: () => this.#stateOf(handle, 0) });
      case 'false_failure':
        return inTime(world, move.delayMs, {
          value: () => ({ state: 'failed', slug: 'provider_error', message: 'Something went wrong.' }),
        });
      case 'truth':
        return inTime(world, move.delayMs, { value: () => this.#stateOf(handle, 0) });
    }
  }

  #stateOf(handle: string, behindMs: number): ProviderState {
    const job = this.#jobs.get(handle);
    if (job === undefined) throw new Error(`no job ${handle}`);
    const { script, acceptedAt, said } = job;
    const hint = script.askAgainAfterMs === undefined ? {} : { askAgainAfterMs: script.askAgainAfterMs };
    const sinceMs = this.#nowMs() - acceptedAt - behindMs;
    if (said !== undefined && behindMs === 0) return said;
    if (sinceMs < script.pendingMs) return { state: 'pending', ...hint };
    const runsMs = sinceMs - script.pendingMs;
    if (script.end.how === 'never' || runsMs < script.runningMs) {
      const progress = Math.min(99, Math.floor((100 * runsMs) / Math.max(1, script.runningMs)));
      return { state: 'in_progress', progress, ...hint };
    }
    if (script.end.how === 'completed') return completed(handle, script.end.outputMs);
    return { state: 'failed', slug: script.end.slug, message: 'It did not work out.' };
  }
}

/** The answer of a call; nothing if it never ends. */
type Ending = { readonly value: () => unknown } | { readonly error: string } | 'never';

const ENDINGS: Readonly<Record<'reject' | 'not_now' | 'error' | 'garbage' | 'never', Ending>> = {
  reject: {
    value: () => ({ outcome: 'rejected', slug: 'content_rejected', message: 'Not to be shown.' }),
  },
  not_now: { value: () => ({ outcome: 'not_now', message: 'Busy.' }) },
  error: { error: 'the connection was reset' },
  garbage: { value: () => ({ outcome: 'accepted', state: { state: 'half-way', handle: 17 } }) },
  never: 'never',
};

const LOST_BY = {
  accept_then_error: 'error',
  accept_then_garbage: 'garbage',
  accept_then_never: 'never',
} as const;

/** Providers answer what they like; that it is of the type wanted is theirs to keep or not. */
function inTime<T>(world: World, delayMs: number, ending: Ending): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (ending === 'never') return;
    world.after(delayMs, () => {
      if ('value' in ending) resolve(ending.value() as T);
      else reject(new Error(ending.error));
    });
  });
}

function handleOf(jobId: string, nth: number): string {
  return `${jobId}/${nth}`;
}

function completed(handle: string, outputMs: number): ProviderState {
  return { state: 'completed', outputMs, location: `scripted:${handle}` };
}

function contentOf(location: string) {
  const bytes = Buffer.from(location);
  return {
    contentType: 'video/mp4',
    size: bytes.length,
    takesRanges: true,
    async *read(from: number, to = bytes.length) {
      yield bytes.subarray(from, to);
    },
  };
}

function offerOf({ id, provider, pricePerSecondMicroDa, deadlineAfterMs }: ModelSetup): ModelOffer {
  return {
    id,
    provider,
    pricePerSecondMicroDa: microDa(pricePerSecondMicroDa),
    lengthMinMs: LENGTH_MIN_MS,
    lengthMaxMs: LENGTH_MAX_MS,
    lengthDefaultMs: LENGTH_DEFAULT_MS,
    deadlineAfterMs,
    createdAt: 0,
  };
}
