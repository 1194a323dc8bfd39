/** Models of services, by what is documented of them; an adapter knows most, and not all. */
import type { ServiceName } from '../../../../history/provider-kinds.js';
import type { FieldName, Lengths } from './wishes.js';

export interface ModelFacts {
  readonly model: string;
  /** The lengths that it makes; whole ones of a range. Any if absent. */
  readonly seconds?: Lengths;
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
const KLING = { seconds: [5, 10], length: 'text', refuses: ['seed', 'resolution'] } as const;
const NO_NEGATIVE: readonly FieldName[] = ['negative_prompt'];
const RUNWAY_GEN = { seconds: { min: 2, max: 10 }, resolutions: ['720p'], promptMax: 1_000 };
const RUNWAY_VEO = {
  ratios: WIDE,
  resolutions: ['720p', '1080p'],
  promptMax: 1_000,
  refuses: ['seed'] as const,
};
const SEEDANCE: Omit<ModelFacts, 'model'> = {
  ratios: [...WIDE, '1:1'],
  refuses: ['seed', 'negative_prompt'],
  promptMax: 3_500,
};
const HAILUO = {
  seconds: [6, 10],
  resolutions: ['512p', '768p', '1080p'],
  refuses: NO_WORDS,
  promptMax: 2_000,
};
const FIRST = { seconds: [6], resolutions: ['720p'], refuses: NO_WORDS, promptMax: 2_000 };

export const MODELS: Readonly<Record<ServiceName, readonly ModelFacts[]>> = {
  fal: [
    { model: 'fal-ai/veo3/fast', length: 'with_unit', ...FAL_VEO },
    { model: 'fal-ai/veo3.1/image-to-video', length: 'with_unit', ...FAL_VEO, needsImage: true },
    {
      model: 'fal-ai/kling-video/v1.6/pro/text-to-video',
      ...KLING,
      refuses: ['image', 'seed', 'resolution'],
    },
    { model: 'fal-ai/kling-video/v2.1/master/image-to-video', ...KLING, needsImage: true },
    {
      model: 'fal-ai/kling-video/v2.6/pro/text-to-video',
      ...KLING,
      refuses: ['image', 'seed', 'resolution'],
    },
    {
      model: 'fal-ai/kling-video/v2.6/pro/image-to-video',
      ...KLING,
      needsImage: true,
      names: { image: 'start_image_url' },
    },
    {
      model: 'fal-ai/kling-video/o1/image-to-video',
      ...KLING,
      seconds: { min: 3, max: 10 },
      needsImage: true,
      names: { image: 'start_image_url' },
    },
    {
      model: 'fal-ai/kling-video/v3/turbo/image-to-video',
      ...KLING,
      seconds: { min: 3, max: 15 },
      needsImage: true,
    },
    {
      model: 'fal-ai/kling-video/v3/pro/image-to-video',
      ...KLING,
      seconds: { min: 3, max: 15 },
      needsImage: true,
      names: { image: 'start_image_url' },
    },
    {
      model: 'fal-ai/minimax/hailuo-02/standard/text-to-video',
      seconds: [6, 10],
      length: 'text',
      refuses: [...NO_WORDS, 'image'],
    },
    { model: 'fal-ai/luma-dream-machine/ray-2', length: 'with_unit', seconds: [5, 9], refuses: ['seed'] },
    { model: 'fal-ai/ltx-2.3/text', refuses: ['seed', 'negative_prompt'] },
    {
      model: 'fal-ai/bytedance/seedance/v1/pro',
      length: 'text',
      seconds: { min: 2, max: 12 },
      refuses: NO_NEGATIVE,
    },
    {
      model: 'fal-ai/bytedance/seedance/v1.5/pro',
      length: 'text',
      seconds: { min: 4, max: 12 },
      refuses: NO_NEGATIVE,
    },
    { model: 'fal-ai/pixverse/v5/text-to-video', length: 'text', seconds: [5, 8], refuses: ['image'] },
    { model: 'fal-ai/pixverse/v5.5/transition', length: 'text', seconds: [5, 8, 10] },
    {
      model: 'fal-ai/wan-25-preview/image-to-video',
      length: 'text',
      seconds: [5, 10],
      needsImage: true,
    },
    { model: 'wan/v2.6/text-to-video', length: 'text', seconds: [5, 10, 15], refuses: ['image'] },
    { model: 'fal-ai/wan/v2.7/edit', seconds: { min: 2, max: 15 } },
    { model: 'someone/new-model', length: 'text' },
  ],
  replicate: [
    {
      model: 'google/veo-2',
      seconds: { min: 5, max: 8 },
      refuses: ['resolution', 'negative_prompt'],
    },
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
    { model: 'bytedance/seedance-1-pro', seconds: { min: 2, max: 12 }, refuses: NO_NEGATIVE },
    {
      model: 'luma/ray-2-720p',
      seconds: [5, 9],
      refuses: ['seed', 'negative_prompt', 'resolution'],
      names: { image: 'start_image' },
    },
    {
      model: 'prunaai/p-video',
      seconds: { min: 3, max: 10 },
      refuses: NO_NEGATIVE,
      names: { length: 'seconds' },
    },
    {
      model: 'vidu/q3-pro',
      seconds: { min: 1, max: 16 },
      refuses: NO_NEGATIVE,
      names: { image: 'start_image' },
    },
    { model: `someone/new-model:${VERSION}` },
    { model: VERSION },
  ],
  runway: [
    { model: 'gen4.5', ...RUNWAY_GEN, refuses: NO_NEGATIVE },
    { model: 'gen4_turbo', ...RUNWAY_GEN, refuses: NO_NEGATIVE, needsImage: true },
    { model: 'veo3.1', ...RUNWAY_VEO, seconds: [4, 6, 8] },
    { model: 'veo3.1_fast', ...RUNWAY_VEO, seconds: [4, 6, 8] },
    { model: 'veo3', ...RUNWAY_VEO, seconds: [8] },
    { model: 'seedance2', ...SEEDANCE },
    { model: 'seedance2_fast', ...SEEDANCE, resolutions: ['720p'] },
    { model: 'seedance2_mini', ...SEEDANCE, resolutions: ['720p'] },
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
    { model: 'veo-9.0-generate-001', refuses: ['seed'] },
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
    { model: 'MiniMax-Hailuo-02', ...HAILUO },
    { model: 'MiniMax-Hailuo-2.3', ...HAILUO },
    { model: 'MiniMax-Hailuo-2.3-Fast', ...HAILUO, needsImage: true },
    { model: 'T2V-01', ...FIRST, refuses: [...NO_WORDS, 'image'] },
    { model: 'I2V-01', ...FIRST, needsImage: true },
    { model: 'new-model', seconds: { min: 1, max: 60 }, refuses: NO_WORDS, promptMax: 2_000 },
  ],
  comfyui: [{ model: 'clip', needsImage: true }],
  'openai-videos': [{ model: 'sora-2' }, { model: 'someone/new-model' }],
};
