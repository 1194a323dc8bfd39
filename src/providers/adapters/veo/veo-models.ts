/** The Veo models that the adapter knows, by the beginning of their ids. */
import type { Misfit, ProviderSubmit } from '../../provider.js';
import { type ModelRules, misfitUnder } from '../remote/model-rules.js';
import { fieldsOf } from '../remote/remote-fields.js';

const ASPECT_RATIOS = ['16:9', '9:16'];

/** The first that an id begins with counts. The Gemini API takes no seed. */
const RULES: readonly (readonly [idBegin: string, rules: ModelRules])[] = [
  [
    'veo-2',
    { seconds: { min: 5, max: 8 }, aspectRatios: ASPECT_RATIOS, resolutions: ['720p'], refuses: ['seed'] },
  ],
  [
    'veo-3.0',
    { seconds: [4, 6, 8], aspectRatios: ASPECT_RATIOS, resolutions: ['720p', '1080p'], refuses: ['seed'] },
  ],
  [
    'veo-3',
    {
      seconds: [4, 6, 8],
      aspectRatios: ASPECT_RATIOS,
      resolutions: ['720p', '1080p', '4k'],
      refuses: ['seed'],
    },
  ],
];

/** Above 720p Veo 3 makes eight seconds and no other length. */
const HIGH_RESOLUTION_LENGTH_MS = 8_000;

export function veoMisfit(request: Omit<ProviderSubmit, 'jobId'>): Misfit | undefined {
  const { model, lengthMs, extra } = request;
  const rules = RULES.find(([idBegin]) => model.startsWith(idBegin))?.[1] ?? { refuses: ['seed'] };
  const misfit = misfitUnder(rules, request);
  if (misfit !== undefined) return misfit;
  const { resolution } = fieldsOf(extra);
  const isHigh = resolution === '1080p' || resolution === '4k';
  if (!model.startsWith('veo-3') || !isHigh || lengthMs === HIGH_RESOLUTION_LENGTH_MS) return undefined;
  return { param: 'seconds', message: `This model makes ${resolution} in clips of 8 seconds only.` };
}
