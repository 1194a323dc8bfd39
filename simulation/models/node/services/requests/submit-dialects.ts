/**
 * The calls by which each service takes a wish, by its published description. A call is told as JSON: fields
 * in the order of their names, files by type and bytes.
 */
import type { ServiceName } from '../../../../history/provider-kinds.js';
import { runwayRatio } from './misfits.js';
import { type ModelFacts, VERSION } from './service-models.js';
import { imageIn, type Sound, type Wish } from './wishes.js';

/** A call as it is compared. */
export interface ToldCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export const JOB_ID = 'video_00000000000000000000000001';
export const RUNWAY_VERSION = { 'x-runway-version': '2024-11-06' };
const COMFYUI_FPS = 16;

type Dialect = (facts: ModelFacts, wish: Wish) => readonly ToldCall[];

export const SUBMITS: Readonly<Record<ServiceName, Dialect>> = {
  fal: (facts, wish) => [
    posted(`/${facts.model}`, {
      prompt: wish.prompt,
      duration: lengthOf(facts, wish),
      ...wish.sound,
      ...renamed(wish, facts.names?.image ?? 'image_url'),
    }),
  ],
  replicate(facts, wish) {
    const { model, names = {} } = facts;
    const input = {
      prompt: wish.prompt,
      [names.length ?? 'duration']: wish.seconds,
      ...wish.sound,
      ...renamed(wish, names.image ?? 'image'),
    };
    const isOfVersion = model.endsWith(VERSION);
    return [
      isOfVersion
        ? posted('/v1/predictions', { version: VERSION, input })
        : posted(`/v1/models/${model}/predictions`, { input }),
    ];
  },
  runway({ model }, { prompt, seconds, sound }) {
    const { image, seed, negative_prompt } = sound;
    const path = image === undefined ? '/v1/text_to_video' : '/v1/image_to_video';
    const body = {
      model,
      promptText: prompt,
      duration: seconds,
      ratio: runwayRatio(sound),
      promptImage: image,
      seed,
      negativePrompt: negative_prompt,
    };
    return [{ ...posted(path, body), headers: RUNWAY_VERSION }];
  },
  veo({ model }, { prompt, seconds, sound }) {
    const { image, aspect_ratio, resolution, negative_prompt } = sound;
    const parameters = {
      durationSeconds: seconds,
      aspectRatio: aspect_ratio,
      resolution,
      negativePrompt: negative_prompt,
    };
    const { type, base64 } = imageIn(String(image));
    const first = image && { bytesBase64Encoded: base64, mimeType: type };
    return [
      posted(`/v1beta/models/${model}:predictLongRunning`, {
        instances: [{ prompt, image: first }],
        parameters,
      }),
    ];
  },
  luma: ({ model }, { prompt, seconds, sound: { image, aspect_ratio, resolution } }) => [
    posted('/generations/video', {
      generation_type: 'video',
      model,
      prompt,
      duration: `${seconds}s`,
      aspect_ratio,
      resolution,
      keyframes: image && { frame0: { type: 'image', url: image } },
    }),
  ],
  minimax: ({ model }, { prompt, seconds, sound: { image, resolution } }) => [
    posted('/v1/video_generation', {
      model,
      prompt,
      duration: seconds,
      resolution: resolution && String(resolution).toUpperCase(),
      first_frame_image: image,
    }),
  ],
  comfyui: (_, { prompt, seconds, sound }) => [
    posted('/upload/image', { image: imageFile(sound), type: 'input', overwrite: 'true' }),
    posted('/prompt', {
      prompt: {
        1: { class_type: 'Text', inputs: { text: `in style: ${prompt}`, not: sound.negative_prompt ?? '' } },
        2: {
          class_type: 'Latent',
          inputs: { ...sizeIn(16, sound), length: Math.round(seconds * COMFYUI_FPS), seconds },
        },
        3: { class_type: 'Sampler', inputs: { seed: sound.seed ?? 'any', image: 'an image of ours' } },
      },
      prompt_id: 'uuid',
      client_id: 'uuid',
    }),
  ],
  'openai-videos'({ model }, { prompt, seconds, sound }) {
    const { image, aspect_ratio, resolution, seed, ...others } = sound;
    const { width, height } = sizeIn(2, sound);
    const form = {
      model,
      prompt,
      seconds: String(seconds),
      size: (aspect_ratio ?? resolution) && `${width}x${height}`,
      aspect_ratio,
      resolution,
      seed: seed === undefined ? undefined : String(seed),
      ...others,
      ...(String(image).startsWith('data:')
        ? { input_reference: imageFile(sound) }
        : { 'input_reference[image_url]': image }),
    };
    return [{ ...posted('/videos', form), headers: { 'idempotency-key': JOB_ID } }];
  },
};

/** A file is named as its type asks, and told by the end of its name, its type and its bytes. */
function imageFile({ image }: Sound): string {
  const { type, base64 } = imageIn(String(image));
  const [, ending] = /^image\/(\w+)/.exec(type) ?? [];
  return `.${ending} ${type} ${base64}`;
}

function posted(path: string, body: unknown): ToldCall {
  return { method: 'POST', path, body };
}

function lengthOf({ length }: ModelFacts, { seconds }: Wish): string | number {
  if (length === undefined) return seconds;
  return length === 'text' ? String(seconds) : `${seconds}s`;
}

/** The image under its name at a service, and no more under that of the request. */
function renamed({ sound: { image } }: Wish, name: string): Readonly<Record<string, unknown>> {
  return { image: undefined, [name]: image };
}

/** The picture of `720p` at `16:9` if nothing else is asked for: the lines are of its shorter side. */
function sizeIn(block: number, { resolution = '720p', aspect_ratio = '16:9' }: Sound) {
  const [width, height] = String(resolution).split('x').map(Number);
  if (width !== undefined && height !== undefined) return { width, height };
  const lines = resolution === '4k' ? 2_160 : Number(String(resolution).slice(0, -1));
  const [across = 0, down = 0] = String(aspect_ratio).split(':').map(Number);
  const longer = (lines * Math.max(across, down)) / Math.min(across, down);
  const inBlocks = (pixels: number) => Math.round(pixels / block) * block;
  const [wide, narrow] = [inBlocks(longer), inBlocks(lines)];
  return across > down ? { width: wide, height: narrow } : { width: narrow, height: wide };
}
