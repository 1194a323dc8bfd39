/** Models of services, by what is documented of them; an adapter knows most, and not all. */
import type { ServiceName } from '../../../../history/provider-kinds.js';
import type { FieldName, Wish } from './wishes.js';

export interface ModelFacts {
  readonly model: string;
  /** The lengths that it makes; whole ones of a range. Any if absent. */
  readonly seconds?: readonly number[] | { readonly min: number; readonly max: number };
  readonly ratios?: readonly string[];
  readonly resolutions?: readonly string[];
  readonly refuses?: readonly FieldName[];
  readonly needsImage?: true;
  readonly promptMax?: number;
  /** How the length is written, if not as a number. */
  readonly length?: 'text' | 'with_unit';
  /** Its own names, if they are not those of the service. */
  readonly names?: { readonly length?: string; readonly image?: string };
}

const WIDE = ['16:9', '9:16'];
const NO_WORDS: readonly FieldName[] = ['seed', 'negative_prompt', 'aspect_ratio'];
/** Of a prediction: a version of a model. */
export const VERSION = '5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa';

const FAL_VEO = { seconds: [4, 6, 8], ratios: WIDE, resolutions: ['720p', '1080p', '4k'] };
const KLING = { seconds: [5, 10], length: 'text' } as const;
const RUNWAY_GEN = { seconds: { min: 2, max: 10 }, resolutions: ['720p'], promptMax: 1_000 };
const RUNWAY_VEO = { ratios: WIDE, resolutions: ['720p', '1080p'], promptMax: 1_000 };

export const MODELS: Readonly<Record<ServiceName, readonly ModelFacts[]>> = {
  fal: [
    { model: 'fal-ai/veo3/fast', length: 'with_unit', ...FAL_VEO },
    {
      model: 'fal-ai/kling-video/v2.6/pro/text-to-video',
      ...KLING,
      refuses: ['image', 'seed', 'resolution'],
    },
    {
      model: 'fal-ai/kling-video/v2.6/pro/image-to-video',
      ...KLING,
      refuses: ['seed', 'resolution'],
      needsImage: true,
      names: { image: 'start_image_url' },
    },
    {
      model: 'fal-ai/minimax/hailuo-02/standard/text-to-video',
      seconds: [6, 10],
      length: 'text',
      refuses: [...NO_WORDS, 'image'],
    },
    { model: 'fal-ai/ltx-2.3/text', refuses: ['seed', 'negative_prompt'] },
    { model: 'someone/new-model', length: 'text' },
  ],
  replicate: [
    { model: 'google/veo-3-fast', seconds: [4, 6, 8], ratios: WIDE, resolutions: ['720p', '1080p'] },
    {
      model: 'openai/sora-2',
      seconds: [4, 8, 12],
      refuses: [...NO_WORDS, 'resolution'],
      names: { length: 'seconds', image: 'input_reference' },
    },
    {
      model: 'kwaivgi/kling-v2.6',
      seconds: [5, 10],
      refuses: ['seed', 'resolution'],
      names: { image: 'start_image' },
    },
    {
      model: 'minimax/hailuo-02',
      seconds: [6, 10],
      refuses: NO_WORDS,
      names: { image: 'first_frame_image' },
    },
    { model: `someone/new-model:${VERSION}` },
    { model: VERSION },
  ],
  runway: [
    { model: 'gen4.5', ...RUNWAY_GEN, refuses: ['negative_prompt'] },
    { model: 'gen4_turbo', ...RUNWAY_GEN, refuses: ['negative_prompt'], needsImage: true },
    { model: 'veo3.1', ...RUNWAY_VEO, seconds: [4, 6, 8], refuses: ['seed'] },
    { model: 'new_model' },
  ],
  veo: [
    {
      model: 'veo-2.0-generate-001',
      seconds: { min: 5, max: 8 },
      ratios: WIDE,
      resolutions: ['720p'],
      refuses: ['seed'],
    },
    {
      model: 'veo-3.0-generate-001',
      seconds: [4, 6, 8],
      ratios: WIDE,
      resolutions: ['720p', '1080p'],
      refuses: ['seed'],
    },
    {
      model: 'veo-3.1-generate-001',
      seconds: [4, 6, 8],
      ratios: WIDE,
      resolutions: ['720p', '1080p', '4k'],
      refuses: ['seed'],
    },
  ],
  luma: [
    {
      model: 'ray-2',
      seconds: { min: 1, max: 60 },
      ratios: ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21'],
      refuses: ['seed', 'negative_prompt'],
    },
  ],
  minimax: [
    {
      model: 'MiniMax-Hailuo-02',
      seconds: [6, 10],
      resolutions: ['512p', '768p', '1080p'],
      refuses: NO_WORDS,
      promptMax: 2_000,
    },
    { model: 'T2V-01', seconds: [6], resolutions: ['720p'], refuses: [...NO_WORDS, 'image'] },
    { model: 'I2V-01', seconds: [6], resolutions: ['720p'], refuses: NO_WORDS, needsImage: true },
  ],
  comfyui: [{ model: 'clip', needsImage: true }],
  'openai-videos': [{ model: 'sora-2' }, { model: 'someone/new-model' }],
};

/** The fields of a wish that the model cannot serve as asked; empty if it can make the clip. */
export function misfits(name: ServiceName, facts: ModelFacts, wish: Wish): readonly string[] {
  const { seconds, sound, unsound, prompt } = wish;
  const { image, aspect_ratio, resolution } = sound;
  const { refuses = [], ratios, resolutions } = facts;
  const isHigh = resolution === '1080p' || resolution === '4k';
  const wrong: readonly (string | false | undefined)[] = [
    ...unsound,
    ...refuses.filter((field) => sound[field] !== undefined),
    !makes(facts.seconds, seconds) && 'seconds',
    prompt.length > (facts.promptMax ?? Number.POSITIVE_INFINITY) && 'prompt',
    facts.needsImage && image === undefined && 'image',
    isOther(ratios, aspect_ratio) && 'aspect_ratio',
    isOther(resolutions, resolution) && 'resolution',
    // Above 720p Veo 3 makes eight seconds; Hailuo makes 1080p in six.
    name === 'veo' && facts.model.startsWith('veo-3') && isHigh && seconds !== 8 && 'seconds',
    name === 'minimax' && resolution === '1080p' && seconds > 6 && 'resolution',
    name === 'luma' && String(image).startsWith('data:') && 'image',
    name === 'runway' &&
      runwayRatio(sound) === undefined &&
      (aspect_ratio === undefined ? 'resolution' : 'aspect_ratio'),
  ];
  return wrong.filter((field) => typeof field === 'string');
}

function makes(lengths: ModelFacts['seconds'], seconds: number): boolean {
  if (lengths === undefined) return true;
  if (!('min' in lengths)) return lengths.includes(seconds);
  return Number.isInteger(seconds) && seconds >= lengths.min && seconds <= lengths.max;
}

function isOther(known: readonly string[] | undefined, given: string | number | undefined): boolean {
  return known !== undefined && given !== undefined && !known.includes(String(given));
}

/** Runway takes the picture's size: at 720p these, and at 1080p others. */
export function runwayRatio({
  aspect_ratio = '16:9',
  resolution = '720p',
}: Wish['sound']): string | undefined {
  if (String(resolution).includes('x')) return String(resolution).replace('x', ':');
  const sizes: Readonly<Record<string, string>> = {
    '16:9 720p': '1280:720',
    '9:16 720p': '720:1280',
    '1:1 720p': '960:960',
    '21:9 720p': '1584:672',
    '16:9 1080p': '1920:1080',
    '9:16 1080p': '1080:1920',
    '1:1 1080p': '1440:1440',
  };
  return sizes[`${aspect_ratio} ${resolution}`];
}
