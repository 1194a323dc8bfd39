/**
 * The adapters of real services, each before the stand-in of its service. The services are outside the node
 * and outlive its processes; a job has the fate that its script says, as far as they can do that.
 */
import type { ServiceRequest } from '../../../../src/outward/outward.js';
import { adapterOf } from '../../../../src/providers/adapters/adapters.js';
import type { Fate, StandIn } from '../../../../src/providers/adapters/remote/stand-in.js';
import type { Provider, ProviderState, ProviderSubmit } from '../../../../src/providers/provider.js';
import type { World } from '../../../../src/time/world.js';
import type { ServiceHeard } from '../../../history/observation.js';
import { SERVICE_KEY, type ServiceName } from '../../../history/provider-kinds.js';
import type { ProviderScript, SubmitMove } from '../../../history/provider-script.js';
import type { ServiceAsked } from '../../../history/services/service-observation.js';
import type { Random } from '../../../world/random.js';
import { askPayments } from '../payments/payment-words.js';
import { bytesOfClip } from '../scripted/scripted-files.js';
import { askTextRequests } from '../texts/text-requests.js';
import { askAdapters } from './ask-adapters.js';
import { readKeyedFiles } from './file-keys.js';
import { readFiles } from './file-words.js';
import { heardProvider } from './heard-words.js';
import { memoryService, SERVICE_FAULTS, type ServiceFault } from './memory-service.js';
import { askRequests } from './requests/ask-requests.js';
import { askImages } from './requests/image-words.js';
import { askProbes } from './requests/probe-words.js';
import { hearProgress } from './requests/progress-words.js';
import { askPromises } from './requests/promises.js';
import { adapterFor, modelOf, urlOf } from './service-adapters.js';
import { aboutTheCall } from './service-words.js';
import type { ServiceWord } from './word-forms.js';

export interface ServiceProvidersOptions {
  readonly names: readonly ServiceName[];
  readonly random: Random;
  /** That garbage follows. */
  readonly garbage: Random;
  /** That a call meets a fault, or hears a word of its service. */
  readonly faultChance: number;
  /** True time. */
  readonly nowMs: () => number;
  /** A service began a job, its `nth` for this id. */
  readonly began: (provider: string, jobId: string, nth: number) => void;
  /** An adapter has heard a word of its service. */
  readonly heard: (heard: Omit<ServiceHeard, 'what'>) => void;
  /** An adapter has asked its service for something. */
  readonly asked: (asked: Omit<ServiceAsked, 'what'>) => void;
}

const PENDING_MS = 300;
const RUNNING_MS = 1_500;
/** A job goes on while its service takes its time to answer, so that two looks of a poll differ. */
const SLOW_CHANCE = 0.3;
const SLOW_MS = 1_500;
/** Between the words of a prompt and the job that it is for. */
const JOB_MARK = ' for ';
const PROMPT = new RegExp(`"([^"]*)${JOB_MARK}(video_\\w+)`);
/** The fault that is most like a move of a script. */
const SUBMIT_FAULTS: Readonly<Partial<Record<SubmitMove['do'], ServiceFault>>> = {
  not_now: 'too_many',
  error: 'reset_unseen',
  accept_then_error: 'broken',
  accept_then_garbage: 'garbage',
  accept_then_never: 'silent',
};

export class ServiceProviders {
  readonly #options: ServiceProvidersOptions;
  readonly #scripts = new Map<string, ProviderScript>();
  readonly #standIns: ReadonlyMap<ServiceName, StandIn>;
  /** By job, how many submits of it came to services. */
  readonly #submits = new Map<string, number>();
  /** By name and prompt, how many jobs its service has begun. */
  readonly #begun = new Map<string, number>();
  /** By location of a result. */
  readonly #jobs = new Map<string, string>();
  readonly #words: Random;
  readonly #slow: Random;
  #isFaulty = true;

  constructor(options: ServiceProvidersOptions) {
    this.#options = options;
    this.#words = options.random.fork('words');
    this.#slow = options.random.fork('slow');
    this.#standIns = new Map(options.names.map((name) => [name, standInOf(name, options.nowMs)]));
  }

  /** The script for jobs with this prompt. The first script of a prompt stays. */
  learn(prompt: string, script: ProviderScript): void {
    if (!this.#scripts.has(prompt)) this.#scripts.set(prompt, script);
  }

  /** Has some adapters hear words of their services, and files read. */
  async askAdapters(): Promise<void> {
    const { random, heard, asked } = this.#options;
    await askAdapters(random.fork('asked'), heard);
    await readFiles(random.fork('files'), heard);
    await readKeyedFiles(random.fork('keyed files'), heard);
    await askRequests(random.fork('requests'), asked);
    await hearProgress(random.fork('progress'), heard);
    await askImages(random.fork('images'), asked);
    await askProbes(random.fork('probes'), heard);
    askPromises(random.fork('promises'), asked);
    await askTextRequests(random.fork('text requests'), asked);
    await askPayments(random.fork('payments'), heard, asked);
  }

  /** From now on every call goes well. */
  endFaults(): void {
    this.#isFaulty = false;
  }

  /** The job whose result lies at a location; '' if there is none. */
  jobAt(location: string): string {
    return this.#jobs.get(location) ?? '';
  }

  /** The providers as a process that lives in `world` reaches them. */
  reachedFrom(world: World): readonly Provider[] {
    return [...this.#standIns].map(([name, standIn]) => this.#provider(name, standIn, world));
  }

  #provider(name: ServiceName, standIn: StandIn, world: World): Provider {
    const { garbage, faultChance } = this.#options;
    const model = modelOf(name);
    const url = urlOf(name);
    const said = new WeakMap<AbortSignal, ServiceWord>();
    const adapter = adapterFor(name, world, (secretHeaders) =>
      memoryService({
        ...{ world, standIn, url, secretHeaders, key: SERVICE_KEY, random: garbage },
        nextFault: (request) => this.#submitFault(request) ?? this.#nextFault(),
        isGarbageNext: () => this.#isFaulty && garbage.chance(faultChance / 2),
        nextWord: (request) => this.#nextWord(name, request),
        nextPauseMs: () =>
          this.#isFaulty && this.#slow.chance(SLOW_CHANCE) ? this.#slow.between(1, SLOW_MS) : 0,
        said: (signal, word) => (word ? said.set(signal, word) : said.delete(signal)),
        acted: () => this.#acted(name, standIn),
      }),
    );
    const provider = heardProvider(adapter, said, this.#options.heard);
    const { find, cancel, misfitOf } = provider;
    return {
      ...provider,
      ...(misfitOf && { misfitOf: (request) => misfitOf({ ...request, model }) }),
      submit: (request, call) => provider.submit({ ...request, model, prompt: this.#prompt(request) }, call),
      ...(find && {
        find: async (job, call) => {
          const found = await find({ ...job, model }, call);
          if (found?.outcome === 'accepted') this.#learnJob(found.state, job.jobId);
          return found;
        },
      }),
      ...(cancel && { cancel: (job, call) => cancel({ ...job, model }, call) }),
      poll: async (job, call) => {
        const state = await provider.poll({ ...job, model }, call);
        this.#learnJob(state, job.jobId);
        return state;
      },
    };
  }

  #learnJob(state: ProviderState, jobId: string): void {
    if (state.state === 'made') this.#jobs.set(state.location, jobId);
  }

  #nextFault(): ServiceFault | undefined {
    const { random, faultChance } = this.#options;
    return this.#isFaulty && random.chance(faultChance) ? random.pick(SERVICE_FAULTS) : undefined;
  }

  #nextWord(name: ServiceName, request: ServiceRequest): ServiceWord | undefined {
    const isSaid = this.#isFaulty && this.#words.chance(this.#options.faultChance);
    return isSaid ? aboutTheCall(name, request, submitIn(request) !== undefined, this.#words) : undefined;
  }

  /** A submit that carries a prompt goes as the script says. */
  #submitFault(request: ServiceRequest | undefined): ServiceFault | undefined {
    if (!this.#isFaulty || request === undefined) return undefined;
    const { prompt = '', jobId = '' } = submitIn(request) ?? {};
    const moves = this.#scripts.get(prompt)?.submits ?? [];
    const nth = this.#submits.get(jobId) ?? 0;
    if (jobId !== '') this.#submits.set(jobId, nth + 1);
    const move = moves[nth]?.do;
    return move === undefined ? undefined : SUBMIT_FAULTS[move];
  }

  #acted(name: ServiceName, { begun }: StandIn): void {
    for (const [prompt, count] of begun) {
      const before = this.#begun.get(`${name} ${prompt}`) ?? 0;
      this.#begun.set(`${name} ${prompt}`, count);
      const [, jobId = ''] = prompt.split(JOB_MARK);
      for (let nth = before + 1; nth <= count; nth++) {
        this.#options.began(name, jobId.split(' ')[0] ?? jobId, nth);
      }
    }
  }

  /** The prompt of a script may be that of several jobs. */
  #prompt({ jobId, prompt }: Pick<ProviderSubmit, 'jobId' | 'prompt'>): string {
    const fate = fateBy(this.#scripts.get(prompt));
    return `${prompt}${JOB_MARK}${jobId}${fate === undefined ? '' : ` [${fate}]`}`;
  }
}

/** The job that a call submits; undefined if it submits none. */
function submitIn({ method, body }: ServiceRequest): { prompt: string; jobId: string } | undefined {
  if (method !== 'POST') return undefined;
  const text = JSON.stringify(body instanceof FormData ? Object.fromEntries(body) : body) ?? '';
  const [, prompt, jobId] = PROMPT.exec(text) ?? [];
  return prompt === undefined || jobId === undefined ? undefined : { prompt, jobId };
}

function fateBy(script: ProviderScript | undefined): Fate | undefined {
  if (script?.end.how === 'never') return 'never_ends';
  if (script?.end.how === 'failed')
    return script.end.slug === 'content_rejected' ? 'fails_for_content' : 'fails';
  switch (script?.reads?.[0]?.do) {
    case 'gone':
      return 'dead_link';
    case 'forbidden':
      return 'private_link';
    case 'no_clip':
      return 'html_result';
    default:
      return script?.submits[0]?.do === 'reject' ? 'rejects' : undefined;
  }
}

function standInOf(name: ServiceName, nowMs: () => number): StandIn {
  const { makeStandIn } = adapterOf(name);
  if (makeStandIn === undefined) throw new Error(`${name} has no stand-in`);
  return makeStandIn({
    nowMs,
    key: SERVICE_KEY,
    baseUrl: () => urlOf(name),
    pendingMs: PENDING_MS,
    runningMs: RUNNING_MS,
    clip: bytesOfClip,
  });
}
