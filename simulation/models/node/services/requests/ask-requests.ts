/**
 * Has adapters ask their services for clips, for what becomes of them, and for results, some in each history,
 * and tells what each service is asked beside what it has to be asked.
 */
import type { RemoteFile, Service, ServiceRequest } from '../../../../../src/outward/outward.js';
import type { Provider } from '../../../../../src/providers/provider.js';
import { SERVICE_NAMES, type ServiceName } from '../../../../history/provider-kinds.js';
import type { ServiceAsked } from '../../../../history/services/service-observation.js';
import type { Random } from '../../../../world/random.js';
import { VirtualWorld } from '../../../../world/virtual-world.js';
import { adapterFor, modelOf, urlOf } from '../service-adapters.js';
import { KEY_FIELDS, LOOKS, type Looks } from './look-dialects.js';
import { misfits } from './misfits.js';
import { MODELS } from './service-models.js';
import { JOB_ID, SUBMITS, type ToldCall } from './submit-dialects.js';
import { IMAGE_URL, imageIn, nextWish, type Wish } from './wishes.js';

type Asked = (asked: Omit<ServiceAsked, 'what'>) => void;

const WISHES = 60;
const LOOKED_AT = 5;
const FITS_CHANCE = 0.7;
const UUIDS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const TEXT_MAX = 300;
/** Of what both have in common before they differ. */
const COMMON_MAX = 60;
/** Every place that a workflow may have. */
const WORKFLOW = {
  1: { class_type: 'Text', inputs: { text: 'in style: {{prompt}}', not: '{{negative_prompt}}' } },
  2: {
    class_type: 'Latent',
    inputs: { width: '{{width}}', height: '{{height}}', length: '{{frames}}', seconds: '{{seconds}}' },
  },
  3: { class_type: 'Sampler', inputs: { seed: '{{seed}}', image: '{{image}}' } },
};
const USUAL_QUEUE = { queue_running: [[1, 'job-1', {}, {}, []]], queue_pending: [] };
/** A seed that the adapter makes up, if the request has none. */
const ANY_SEED = /"seed":\d+(?=[,}])/;

export async function askRequests(random: Random, asked: Asked): Promise<void> {
  for (let wish = 0; wish < WISHES; wish++) await askFor(random, asked);
  for (let looked = 0; looked < LOOKED_AT; looked++) {
    const name = random.pick(SERVICE_NAMES);
    await lookAt(name, random.pick(LOOKS[name]), asked);
  }
}

/** The calls of an adapter to its service, in order. */
class Recorder {
  readonly calls: ToldCall[] = [];
  readonly files: { readonly url: string; readonly isForeign: boolean; readonly withSecret: boolean }[] = [];
  readonly provider: Provider;
  /** The fields that only the service itself is sent. */
  secretHeaders: Readonly<Record<string, string>> = {};

  constructor(name: ServiceName, queue?: object) {
    const nodes = name === 'comfyui' ? WORKFLOW : undefined;
    const service = (secretHeaders: Readonly<Record<string, string>>) => {
      this.secretHeaders = secretHeaders;
      return this.#service(name, queue);
    };
    this.provider = adapterFor(name, new VirtualWorld(), service, { nodes });
  }

  #service(name: ServiceName, queue: object | undefined): Service {
    return {
      call: async ({ method, path, headers, body }) => {
        const told = await toldBody(body);
        this.calls.push({
          method,
          path,
          ...(headers && { headers }),
          ...(told !== undefined && { body: told }),
        });
        return { status: 200, body: answerTo(name, path, queue), retryAfterMs: undefined };
      },
      openFile: async ({ url, isForeign = false, withSecret = false }) => {
        this.files.push({ url, isForeign, withSecret });
        return url === IMAGE_URL ? imageFile() : undefined;
      },
      stream: () => Promise.reject(new Error('no events')),
      listen: async () => {},
    };
  }
}

async function askFor(random: Random, asked: Asked): Promise<void> {
  const name = random.pick(SERVICE_NAMES);
  const facts = random.pick(MODELS[name]);
  // Most wishes leave out the fields that the model has no use for.
  const wish = nextWish(random, random.chance(FITS_CHANCE) ? (facts.refuses ?? []) : [], facts.seconds);
  const recorder = new Recorder(name);
  const { model } = facts;
  const request = {
    model,
    prompt: wish.prompt,
    lengthMs: Math.round(wish.seconds * 1_000),
    extra: wish.extra,
  };
  const wrong = misfits(name, facts, wish);
  const misfit = recorder.provider.misfitOf?.(request);
  const wishText = `${model}, ${wish.seconds} s, ${wish.prompt.length} characters, ${JSON.stringify(wish.extra)}`;
  const tell = (means: string, is: string) => asked({ provider: name, wish: wishText, ...told(means, is) });
  if (wrong.length > 0) {
    // The first of several is named, in whatever order.
    const isNamed = misfit !== undefined && wrong.includes(misfit.param);
    const means = `it cannot make that: ${wrong.join(', ')}`;
    tell(means, isNamed ? means : `it names ${misfit?.param ?? 'nothing'}`);
    return;
  }
  if (misfit !== undefined) {
    tell('it makes that', `it names ${misfit.param}: ${misfit.message}`);
    return;
  }
  const call = { signal: new AbortController().signal };
  const answer = await recorder.provider.submit({ ...request, jobId: JOB_ID }, call).catch(String);
  const calls = SUBMITS[name](facts, wish).map((one) => canonical(one));
  const is = recorder.calls.map((one) => canonical(one, name === 'comfyui' && wish.sound.seed === undefined));
  const odd = oddImages(recorder, name, wish);
  const outcome = typeof answer === 'string' ? answer : answer.outcome;
  tell([...calls, 'accepted'].join(' '), [...is, ...odd, outcome].join(' '));
}

/** Images that services take no URL of are loaded as those of a client, who may name any address. */
function oddImages({ files }: Recorder, name: ServiceName, { sound }: Wish): readonly string[] {
  const isLoaded = (name === 'veo' || name === 'comfyui') && sound.image === IMAGE_URL;
  const isRight =
    files.length === (isLoaded ? 1 : 0) &&
    files.every(({ isForeign, withSecret }) => isForeign && !withSecret);
  return isRight ? [] : [`files ${JSON.stringify(files)}`];
}

async function lookAt(name: ServiceName, looks: Looks, asked: Asked): Promise<void> {
  const { handle, model = modelOf(name), queue, polls, cancels, location } = looks;
  const { before = [], file, needsKey = false } = looks;
  const url = urlOf(name);
  const { signal } = new AbortController();
  const job = { jobId: JOB_ID, model, handle };
  /** @param isOpen if further calls follow, that the answers to the first call for */
  const look = async (
    wish: string,
    due: readonly ToldCall[],
    act: (of: Recorder) => unknown,
    isOpen = false,
  ) => {
    const recorder = new Recorder(name, queue);
    await Promise.resolve(act(recorder)).catch(() => undefined);
    const is = recorder.calls.slice(0, isOpen ? due.length : undefined).map((one) => canonical(one));
    const by = (fields: object, calls: readonly string[]) => [JSON.stringify(fields), ...calls].join(' ');
    const means = by(
      KEY_FIELDS[name],
      due.map((one) => canonical(one)),
    );
    asked({ provider: name, wish, means, asked: by(recorder.secretHeaders, is) });
    return recorder;
  };
  await look('how a job stands', polls, ({ provider }) => provider.poll(job, { signal }), true);
  await look('to give a job up', cancels ?? [], ({ provider }) => provider.cancel?.(job, { signal }));
  const at = location.startsWith('/files/') ? url + location : location;
  const { files } = await look('a result', before, ({ provider }) => provider.content(at, signal));
  const means = `${url}${file}, with its key: ${needsKey}`;
  const [first] = files;
  // A key goes to the service alone, whoever asks for it.
  const isKeyRight = first !== undefined && !first.isForeign && (!needsKey || first.withSecret);
  const is = isKeyRight && first.url === url + file ? means : JSON.stringify(files);
  asked({ provider: name, wish: 'the file of a result', means, asked: is });
}

function answerTo(name: ServiceName, path: string, queue: object = USUAL_QUEUE): unknown {
  if (path === '/upload/image') return { name: 'an image of ours', subfolder: '', type: 'input' };
  if (path === '/queue') return queue;
  if (path.startsWith('/v1/files/')) return fileOfMinimax(name);
  const named = name === 'veo' ? { name: LOOKS.veo[0]?.handle } : { id: 'job-1' };
  const ok = { base_resp: { status_code: 0, status_msg: 'success' } };
  return { ...named, request_id: 'job-1', task_id: 'job-1', prompt_id: 'job-1', ...ok };
}

function fileOfMinimax(name: ServiceName): unknown {
  const ok = { base_resp: { status_code: 0, status_msg: 'success' } };
  return { file: { download_url: urlOf(name) + LOOKS.minimax[0]?.file }, ...ok };
}

function imageFile(): RemoteFile {
  const bytes = Buffer.from(imageIn(IMAGE_URL).base64, 'base64');
  return {
    contentType: 'image/png',
    size: bytes.length,
    takesRanges: false,
    async *read() {
      yield bytes;
    },
  };
}

/** As it arrives: of a form, its fields, and of a file in it the end of its name, its type and its bytes. */
async function toldBody(body: ServiceRequest['body']): Promise<unknown> {
  if (!(body instanceof FormData)) return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const fields: Record<string, string> = {};
  for (const [name, value] of body.entries()) {
    if (typeof value === 'string') fields[name] = value;
    else {
      const bytes = Buffer.from(await value.arrayBuffer()).toString('base64');
      fields[name] = `${value.name.slice(value.name.lastIndexOf('.'))} ${value.type} ${bytes}`;
    }
  }
  return fields;
}

/** The beginning of both, or what stands about the place at which they differ. */
function told(means: string, asked: string): { readonly means: string; readonly asked: string } {
  let at = 0;
  while (at < means.length && means[at] === asked[at]) at += 1;
  const from = means === asked ? 0 : Math.max(0, at - COMMON_MAX);
  return { means: means.slice(from, from + TEXT_MAX), asked: asked.slice(from, from + TEXT_MAX) };
}

function canonical({ method, path, headers, body }: ToldCall, isSeedAny = false): string {
  const told = JSON.stringify({ headers, body: sorted(body) }).replace(UUIDS, 'uuid');
  return `${method} ${path} ${isSeedAny ? told.replace(ANY_SEED, '"seed":"any"') : told}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, of]) => [name, sorted(of)]));
}
