/**
 * The adapters of real services, each before the stand-in of its service. The services are outside the node
 * and outlive its processes; a job has the fate that its script says, as far as they can do that.
 */
import type { ServiceRequest } from '../../../../src/outward/outward.js';
import { adapterOf } from '../../../../src/providers/adapters/adapters.js';
import { readWorkflow } from '../../../../src/providers/adapters/comfyui/comfyui-workflow.js';
import type { Fate, StandIn } from '../../../../src/providers/adapters/remote/stand-in.js';
import type { Provider, ProviderState, ProviderSubmit } from '../../../../src/providers/provider.js';
import type { World } from '../../../../src/time/world.js';
import { SERVICE_KEY, type ServiceName } from '../../../history/provider-kinds.js';
import type { ProviderScript, SubmitMove } from '../../../history/provider-script.js';
import type { Random } from '../../../world/random.js';
import { bytesOfClip } from '../scripted/scripted-files.js';
import { memoryService, SERVICE_FAULTS, type ServiceFault } from './memory-service.js';

export interface ServiceProvidersOptions {
  readonly names: readonly ServiceName[];
  readonly random: Random;
  /** That garbage follows. */
  readonly garbage: Random;
  /** That a call meets a fault. */
  readonly faultChance: number;
  /** True time. */
  readonly nowMs: () => number;
  /** A service began a job, its `nth` for this id. */
  readonly began: (provider: string, jobId: string, nth: number) => void;
}

interface AskedFor {
  /** The service's own name of the model. */
  readonly model: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

const ASKED_FOR: Readonly<Record<ServiceName, AskedFor>> = {
  comfyui: { model: 'clip', settings: { fps: 16, workflow: workflow() } },
  fal: { model: 'fal-ai/veo3/fast' },
  luma: { model: 'ray-2' },
  minimax: { model: 'MiniMax-Hailuo-02' },
  'openai-videos': { model: 'sora-2', settings: { 'idempotent-hours': 720 } },
  replicate: { model: 'google/veo-3-fast' },
  runway: { model: 'gen4.5' },
  veo: { model: 'veo-3.0-generate-001' },
};
const SECRET = new Uint8Array(32).fill(9);
const PENDING_MS = 300;
const RUNNING_MS = 1_500;
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
  #isFaulty = true;

  constructor(options: ServiceProvidersOptions) {
    this.#options = options;
    this.#standIns = new Map(options.names.map((name) => [name, standInOf(name, options.nowMs)]));
  }

  /** The script for jobs with this prompt. The first script of a prompt stays. */
  learn(prompt: string, script: ProviderScript): void {
    if (!this.#scripts.has(prompt)) this.#scripts.set(prompt, script);
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
    const { model, settings } = ASKED_FOR[name];
    const url = urlOf(name);
    const provider = adapterOf(name).create(
      {
        name,
        world,
        secret: SECRET,
        deadlineAfterMs: 0,
        key: SERVICE_KEY,
        makeService: ({ secretHeaders }) =>
          memoryService({
            ...{ world, standIn, url, secretHeaders, key: SERVICE_KEY, random: garbage },
            nextFault: (request) => this.#submitFault(request) ?? this.#nextFault(),
            isGarbageNext: () => this.#isFaulty && garbage.chance(faultChance / 2),
            acted: () => this.#acted(name, standIn),
          }),
      },
      { ...settings, url },
    );
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

  /** A submit that carries a prompt goes as the script says. */
  #submitFault(request: ServiceRequest | undefined): ServiceFault | undefined {
    if (!this.#isFaulty || request?.method !== 'POST') return undefined;
    const { body } = request;
    const text = JSON.stringify(body instanceof FormData ? Object.fromEntries(body) : body) ?? '';
    const [, prompt = '', jobId = ''] = PROMPT.exec(text) ?? [];
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

function urlOf(name: ServiceName): string {
  return `https://${name}.example`;
}

function workflow(): unknown {
  const nodes = {
    1: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['9', 0] } },
    2: { class_type: 'EmptyHunyuanLatentVideo', inputs: { width: 832, height: 480, length: '{{frames}}' } },
    3: { class_type: 'CreateVideo', inputs: { images: ['2', 0], fps: 16 } },
    4: { class_type: 'SaveVideo', inputs: { video: ['3', 0], filename_prefix: 'video/ComfyUI' } },
  };
  const read = readWorkflow(JSON.stringify(nodes), { fps: 16 });
  if (!read.ok) throw new Error(`the workflow ${read.why}`);
  return read.value;
}
