/** The models of MiniMax that the adapter knows, as the service's API reference describes their inputs. */
import type { Misfit, ProviderSubmit } from '../../provider.js';
import { type ModelRules, misfitUnder } from '../remote/model-rules.js';
import { fieldsOf } from '../remote/remote-fields.js';

const COMMON: ModelRules = {
  seconds: { min: 1, max: 60 },
  refuses: ['seed', 'negativePrompt', 'aspectRatio'],
  promptCharactersMax: 2_000,
};
const HAILUO: ModelRules = { ...COMMON, seconds: [6, 10], resolutions: ['512p', '768p', '1080p'] };
const FIRST: ModelRules = { ...COMMON, seconds: [6], resolutions: ['720p'] };

/** The first that an id begins with counts. */
const FAMILIES: readonly (readonly [idBegin: string, rules: ModelRules])[] = [
  ['MiniMax-Hailuo-2.3-Fast', { ...HAILUO, needsImage: true }],
  ['MiniMax-Hailuo-', HAILUO],
  ['I2V-01', { ...FIRST, needsImage: true }],
  ['T2V-01', { ...FIRST, refuses: ['seed', 'negativePrompt', 'aspectRatio', 'image'] }],
];

export function minimaxMisfit(request: Omit<ProviderSubmit, 'jobId'>): Misfit | undefined {
  const rules = FAMILIES.find(([idBegin]) => request.model.startsWith(idBegin))?.[1] ?? COMMON;
  const misfit = misfitUnder(rules, request);
  if (misfit !== undefined || rules.resolutions !== HAILUO.resolutions || request.lengthMs <= 6_000) {
    return misfit;
  }
  return fieldsOf(request.extra).resolution === '1080p'
    ? { param: 'resolution', message: 'This model makes 1080p in clips of 6 seconds only.' }
    : undefined;
}

/** The body of a submit: the fields named here and no other, in which `duration` is the gateway's. */
export function minimaxInput({
  model,
  prompt,
  lengthMs,
  extra,
}: ProviderSubmit): Readonly<Record<string, unknown>> {
  const { image, resolution } = fieldsOf(extra);
  return {
    model,
    prompt,
    duration: lengthMs / 1000,
    resolution: resolution?.toUpperCase(),
    first_frame_image: image,
  };
}
