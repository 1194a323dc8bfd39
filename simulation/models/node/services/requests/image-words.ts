/**
 * Has the adapters that take no URL of an image load one, from hosts that serve it in all ways and from some
 * that do not; and has ComfyUI take the upload of it, or not.
 */
import {
  ForbiddenFileError,
  NoConnectionError,
  type RemoteFile,
  type Service,
  type ServiceRequest,
} from '../../../../../src/outward/outward.js';
import type { ServiceAsked } from '../../../../history/services/service-observation.js';
import type { Random } from '../../../../world/random.js';
import { VirtualWorld } from '../../../../world/virtual-world.js';
import { adapterFor, modelOf } from '../service-adapters.js';
import { JOB_ID } from './submit-dialects.js';
import { IMAGE_URL } from './wishes.js';

type Asked = (asked: Omit<ServiceAsked, 'what'>) => void;
type Opens = (signal: AbortSignal) => Promise<RemoteFile | undefined>;

interface ImageWord {
  readonly said: string;
  readonly opens: Opens;
  /** The type and the bytes that the service has to get; or the outcome of a submit that it does not. */
  readonly means: string;
}

interface UploadWord {
  readonly said: string;
  readonly answer: { readonly status: number; readonly body?: unknown } | Error;
  /** The name that the workflow has to hold, or the outcome of a submit that is not made. */
  readonly means: string;
}

const IMAGES_ASKED = 3;
/** A submit is given up after so long. */
const SUBMIT_LIMIT_MS = 30_000;
const MIB = Buffer.alloc(1_048_576, 7);
const MIB_MAX = 20;
const PICTURE = Buffer.from('a picture in some pieces');
const BASE64 = PICTURE.toString('base64');
const NO_IMAGE = 'rejected, invalid_input, and asked for nothing';
const WORKFLOW = { 1: { class_type: 'Load', inputs: { image: '{{image}}', text: '{{prompt}}' } } };

const IMAGES: readonly ImageWord[] = [
  served('image/png', `image/png ${BASE64}`),
  served('IMAGE/JPEG; q=1', `image/jpeg ${BASE64}`),
  served('image/svg+xml', `image/svg+xml ${BASE64}`),
  served('text/html', NO_IMAGE),
  served('video/mp4', NO_IMAGE),
  served('', NO_IMAGE),
  { said: 'none', opens: async () => undefined, means: NO_IMAGE },
  { said: 'a private address', opens: () => rejected(new ForbiddenFileError('no')), means: NO_IMAGE },
  { said: 'no connection', opens: () => rejected(new NoConnectionError('no')), means: NO_IMAGE },
  { said: '500', opens: () => rejected(new Error('a file was answered 500')), means: NO_IMAGE },
  { said: 'nothing for ever', opens: silence, means: NO_IMAGE },
  {
    said: 'more than 20 MiB',
    opens: async () => fileOf('image/png', [...Array<Buffer>(MIB_MAX).fill(MIB), Buffer.alloc(1)]),
    means: NO_IMAGE,
  },
];

const UPLOADS: readonly UploadWord[] = [
  { said: 'a name', answer: named({ name: 'a.png' }), means: 'a.png' },
  { said: 'another name', answer: named({ name: 'a (1).png', subfolder: '' }), means: 'a (1).png' },
  { said: 'a folder', answer: named({ name: 'a.png', subfolder: 'of/us' }), means: 'of/us/a.png' },
  { said: 'no name', answer: named({}), means: 'not_now' },
  { said: '400', answer: { status: 400 }, means: 'rejected, invalid_input' },
  { said: '401', answer: { status: 401 }, means: 'rejected, provider_rejected' },
  { said: '403', answer: { status: 403 }, means: 'rejected, provider_rejected' },
  // The prompt itself has not been sent.
  ...[429, 500, 502, 503].map((status) => ({ said: `${status}`, answer: { status }, means: 'not_now' })),
  { said: 'no connection', answer: new NoConnectionError('no'), means: 'not_now' },
];

export async function askImages(random: Random, asked: Asked): Promise<void> {
  for (let image = 0; image < IMAGES_ASKED; image++) {
    const name = random.pick(['veo', 'comfyui'] as const);
    const { said, opens, means } = random.pick(IMAGES);
    const heard = await submitWith(name, opens, named({ name: 'a.png' }));
    asked({ provider: name, wish: `an image whose host serves ${said}`, means, asked: heard.image });
  }
  const { said, answer, means } = random.pick(UPLOADS);
  const opens: Opens = async () => fileOf('image/png', [PICTURE]);
  const { prompt } = await submitWith('comfyui', opens, answer);
  asked({ provider: 'comfyui', wish: `an image whose upload it answers with ${said}`, means, asked: prompt });
}

/** Tells of the image that the service got, and of the one that the workflow names then. */
async function submitWith(
  name: 'veo' | 'comfyui',
  opens: Opens,
  uploaded: UploadWord['answer'],
): Promise<{ readonly image: string; readonly prompt: string }> {
  const world = new VirtualWorld();
  let image: string | undefined;
  let prompt: string | undefined;
  const service: Service = {
    call: async ({ path, body }) => {
      image ??= await imageIn(body);
      if (path === '/upload/image') {
        if (uploaded instanceof Error) throw uploaded;
        return { body: undefined, retryAfterMs: undefined, ...uploaded };
      }
      if (path === '/prompt') prompt = Object(body).prompt[1].inputs.image;
      const answer = { prompt_id: 'job-1', name: 'models/m/operations/1' };
      return { status: 200, body: answer, retryAfterMs: undefined };
    },
    openFile: (_, signal) => opens(signal),
    stream: () => rejected(new Error('no events')),
    listen: async () => {},
  };
  const nodes = name === 'comfyui' ? WORKFLOW : undefined;
  const provider = adapterFor(name, world, () => service, { nodes });
  const limit = new AbortController();
  const request = { jobId: JOB_ID, model: modelOf(name), prompt: 'A boat', lengthMs: 8_000 };
  const answering = provider
    .submit({ ...request, extra: { image: IMAGE_URL } }, { signal: limit.signal })
    .then((answer) => ('slug' in answer ? `${answer.outcome}, ${answer.slug}` : answer.outcome))
    .catch(() => 'outcome unknown');
  await world.advance(SUBMIT_LIMIT_MS - 1);
  limit.abort(new Error('no answer in time'));
  const outcome = await answering;
  return { image: image ?? `${outcome}, and asked for nothing`, prompt: prompt ?? outcome };
}

/** By type and bytes. */
async function imageIn(body: ServiceRequest['body']): Promise<string | undefined> {
  if (body instanceof FormData) {
    const file = body.get('image') as Blob;
    return `${file.type} ${Buffer.from(await file.arrayBuffer()).toString('base64')}`;
  }
  const { mimeType, bytesBase64Encoded } = Object(body).instances?.[0]?.image ?? {};
  return mimeType && `${mimeType} ${bytesBase64Encoded}`;
}

function served(contentType: string, means: string): ImageWord {
  const halves = [PICTURE.subarray(0, 5), PICTURE.subarray(5)];
  return {
    said: `'${contentType}'`,
    opens: async () => fileOf(contentType, halves),
    means,
  };
}

function fileOf(contentType: string, chunks: readonly Uint8Array[]): RemoteFile {
  return {
    contentType,
    size: undefined,
    takesRanges: false,
    async *read() {
      yield* chunks;
    },
  };
}

function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function rejected(error: Error): Promise<never> {
  return Promise.reject(error);
}

function named(body: object): { readonly status: number; readonly body: object } {
  return { status: 200, body };
}
