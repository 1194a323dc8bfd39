/** The video models of Runway, as `@runwayml/sdk` 4.12.0 types their inputs. */
import type { Misfit, ProviderSubmit } from '../../provider.js';
import { type ModelRules, misfitUnder } from '../remote/model-rules.js';
import { fieldsOf, type RemoteFields } from '../remote/remote-fields.js';

type Asked = Omit<ProviderSubmit, 'jobId'>;

const GEN: ModelRules = {
  seconds: { min: 2, max: 10 },
  promptCharactersMax: 1_000,
  resolutions: ['720p'],
  refuses: ['negativePrompt'],
};
const VEO: ModelRules = {
  promptCharactersMax: 1_000,
  aspectRatios: ['16:9', '9:16'],
  resolutions: ['720p', '1080p'],
  refuses: ['seed'],
};
const SEEDANCE: ModelRules = {
  promptCharactersMax: 3_500,
  aspectRatios: ['16:9', '9:16', '1:1'],
  refuses: ['seed', 'negativePrompt'],
};

/** By id; a model that is not here is under no rules. */
const RULES: ReadonlyMap<string, ModelRules> = new Map([
  ['gen4.5', GEN],
  ['gen4_turbo', { ...GEN, needsImage: true }],
  ['veo3.1', { ...VEO, seconds: [4, 6, 8] }],
  ['veo3.1_fast', { ...VEO, seconds: [4, 6, 8] }],
  ['veo3', { ...VEO, seconds: [8] }],
  ['seedance2', SEEDANCE],
  ['seedance2_fast', { ...SEEDANCE, resolutions: ['720p'] }],
  ['seedance2_mini', { ...SEEDANCE, resolutions: ['720p'] }],
]);

/** `ratio` is the size of the picture. */
const RATIOS: readonly (readonly [aspectRatio: string, resolution: string, ratio: string])[] = [
  ['16:9', '720p', '1280:720'],
  ['9:16', '720p', '720:1280'],
  ['1:1', '720p', '960:960'],
  ['4:3', '720p', '1104:832'],
  ['3:4', '720p', '832:1104'],
  ['21:9', '720p', '1584:672'],
  ['16:9', '1080p', '1920:1080'],
  ['9:16', '1080p', '1080:1920'],
  ['1:1', '1080p', '1440:1440'],
];

export function runwayMisfit(request: Asked): Misfit | undefined {
  const misfit = misfitUnder(RULES.get(request.model) ?? {}, request);
  if (misfit !== undefined) return misfit;
  const fields = fieldsOf(request.extra);
  if (ratioOf(fields) !== undefined) return undefined;
  const param = fields.aspectRatio === undefined ? 'resolution' : 'aspect_ratio';
  const made = RATIOS.map(([aspectRatio, resolution]) => `${aspectRatio} at ${resolution}`).join(', ');
  return { param, message: `Runway makes ${made}.` };
}

/** The body of a submit: the fields named here and no other; `duration` is the gateway's. */
export function runwayInput(request: ProviderSubmit): Readonly<Record<string, unknown>> {
  const fields = fieldsOf(request.extra);
  return {
    model: request.model,
    promptText: request.prompt,
    duration: request.lengthMs / 1000,
    ratio: ratioOf(fields),
    ...(fields.image === undefined ? {} : { promptImage: fields.image }),
    ...(fields.seed === undefined ? {} : { seed: fields.seed }),
    ...(fields.negativePrompt === undefined ? {} : { negativePrompt: fields.negativePrompt }),
  };
}

function ratioOf({ aspectRatio = '16:9', resolution = '720p' }: RemoteFields): string | undefined {
  if (resolution.includes('x')) return resolution.replace('x', ':');
  return RATIOS.find(([aspect, lines]) => aspect === aspectRatio && lines === resolution)?.[2];
}
