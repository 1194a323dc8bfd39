/**
 * The video models on Replicate that the adapter knows, by the beginning of their ids, as their inputs were
 * described in November 2026.
 */
import type { ProviderSubmit } from '../../provider.js';
import type { ModelRules } from '../remote/model-rules.js';
import { fieldsOf } from '../remote/remote-fields.js';

interface ReplicateFamily extends ModelRules {
  /** `duration` if undefined. */
  readonly lengthField?: 'seconds';
  /** `image` if undefined. */
  readonly imageField?: string;
}

const VEO_3: ReplicateFamily = {
  seconds: [4, 6, 8],
  aspectRatios: ['16:9', '9:16'],
  resolutions: ['720p', '1080p'],
};

/** The first that an id begins with counts. */
const FAMILIES: readonly (readonly [idBegin: string, family: ReplicateFamily])[] = [
  ['google/veo-2', { seconds: { min: 5, max: 8 }, refuses: ['resolution', 'negativePrompt'] }],
  ['google/veo-3', VEO_3],
  ['kwaivgi/kling-', { seconds: [5, 10], imageField: 'start_image', refuses: ['seed', 'resolution'] }],
  [
    'minimax/hailuo-',
    {
      seconds: [6, 10],
      imageField: 'first_frame_image',
      refuses: ['seed', 'negativePrompt', 'aspectRatio'],
    },
  ],
  ['bytedance/seedance-1-', { seconds: { min: 2, max: 12 }, refuses: ['negativePrompt'] }],
  [
    'luma/ray-2',
    { seconds: [5, 9], imageField: 'start_image', refuses: ['seed', 'negativePrompt', 'resolution'] },
  ],
  [
    'openai/sora-2',
    {
      seconds: [4, 8, 12],
      lengthField: 'seconds',
      imageField: 'input_reference',
      refuses: ['seed', 'negativePrompt', 'resolution', 'aspectRatio'],
    },
  ],
  ['prunaai/p-video', { seconds: { min: 3, max: 10 }, lengthField: 'seconds', refuses: ['negativePrompt'] }],
  ['vidu/q3', { seconds: { min: 1, max: 16 }, imageField: 'start_image', refuses: ['negativePrompt'] }],
];

export function replicateRules(model: string): ModelRules {
  return familyOf(model);
}

/** The input of a prediction: the fields named here and no other; the length is the gateway's. */
export function replicateInput(request: ProviderSubmit): Readonly<Record<string, unknown>> {
  const { model, prompt, lengthMs, extra } = request;
  const { image, aspectRatio, resolution, seed, negativePrompt } = fieldsOf(extra);
  const { lengthField = 'duration', imageField = 'image' } = familyOf(model);
  return {
    prompt,
    [lengthField]: lengthMs / 1000,
    [imageField]: image,
    aspect_ratio: aspectRatio,
    resolution,
    seed,
    negative_prompt: negativePrompt,
  };
}

function familyOf(model: string): ReplicateFamily {
  return FAMILIES.find(([idBegin]) => model.startsWith(idBegin))?.[1] ?? {};
}
