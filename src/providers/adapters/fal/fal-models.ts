/**
 * The video models on fal that the adapter knows, by the beginning of their ids, as the types of endpoints in
 * `@fal-ai/client` 1.10.1 describe their inputs.
 */
import type { ProviderSubmit } from '../../provider.js';
import type { ModelRules } from '../remote/model-rules.js';
import { fieldsOf } from '../remote/remote-fields.js';

interface FalFamily extends ModelRules {
  /** How `duration` is written; as text if undefined, which models that want a number take, too. */
  readonly duration?: 'with_unit' | 'number';
  readonly imageField?: 'start_image_url';
}

const VEO: FalFamily = {
  duration: 'with_unit',
  seconds: [4, 6, 8],
  aspectRatios: ['16:9', '9:16'],
  resolutions: ['720p', '1080p', '4k'],
};
const KLING: FalFamily = { seconds: [5, 10], refuses: ['seed', 'resolution'] };
const KLING_START_IMAGE: FalFamily = { ...KLING, imageField: 'start_image_url' };
const HAILUO: FalFamily = { seconds: [6, 10], refuses: ['seed', 'negativePrompt', 'aspectRatio'] };

/** The first that an id begins with counts. */
const FAMILIES: readonly (readonly [idBegin: string, family: FalFamily])[] = [
  ['fal-ai/veo3', VEO],
  ['fal-ai/kling-video/v1', KLING],
  ['fal-ai/kling-video/v2.6', KLING_START_IMAGE],
  ['fal-ai/kling-video/v2', KLING],
  ['fal-ai/kling-video/o1', { ...KLING_START_IMAGE, seconds: { min: 3, max: 10 } }],
  ['fal-ai/kling-video/v3/turbo', { ...KLING, seconds: { min: 3, max: 15 } }],
  ['fal-ai/kling-video/v3', { ...KLING_START_IMAGE, seconds: { min: 3, max: 15 } }],
  ['fal-ai/minimax/hailuo', HAILUO],
  ['fal-ai/luma-dream-machine/ray-2', { duration: 'with_unit', seconds: [5, 9], refuses: ['seed'] }],
  ['fal-ai/ltx-2.3/', { duration: 'number', refuses: ['seed', 'negativePrompt'] }],
  ['fal-ai/bytedance/seedance/v1/', { seconds: { min: 2, max: 12 }, refuses: ['negativePrompt'] }],
  ['fal-ai/bytedance/seedance/v1.5/', { seconds: { min: 4, max: 12 }, refuses: ['negativePrompt'] }],
  ['fal-ai/pixverse/v5/', { seconds: [5, 8] }],
  ['fal-ai/pixverse/v5', { seconds: [5, 8, 10] }],
  ['fal-ai/wan-25-preview', { seconds: [5, 10] }],
  ['wan/v2.6', { seconds: [5, 10, 15] }],
  ['fal-ai/wan/v2.7', { duration: 'number', seconds: { min: 2, max: 15 } }],
];

export function falRules(model: string): ModelRules {
  const family = familyOf(model);
  if (/\/text-to-video(\/|$)/.test(model))
    return { ...family, refuses: ['image', ...(family.refuses ?? [])] };
  return /\/image-to-video(\/|$)/.test(model) ? { ...family, needsImage: true } : family;
}

/** The body of a submit: the fields named here and no other, in which `duration` is the gateway's. */
export function falInput({
  model,
  prompt,
  lengthMs,
  extra,
}: ProviderSubmit): Readonly<Record<string, unknown>> {
  const { image, aspectRatio, resolution, seed, negativePrompt } = fieldsOf(extra);
  const { duration, imageField = 'image_url' } = familyOf(model);
  const seconds = lengthMs / 1000;
  return {
    prompt,
    duration: duration === 'number' ? seconds : `${seconds}${duration === 'with_unit' ? 's' : ''}`,
    [imageField]: image,
    aspect_ratio: aspectRatio,
    resolution,
    seed,
    negative_prompt: negativePrompt,
  };
}

function familyOf(model: string): FalFamily {
  return FAMILIES.find(([idBegin]) => model.startsWith(idBegin))?.[1] ?? {};
}
