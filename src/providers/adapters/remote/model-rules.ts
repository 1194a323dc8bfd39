/**
 * The limits of the models that an adapter knows: lengths, and the fields that a model does not take. A model
 * that the adapter does not know is under no rules, and its service has the last word.
 */
import type { Misfit, ProviderSubmit } from '../../provider.js';
import { parseFields, type RemoteFields } from './remote-fields.js';

export interface ModelRules {
  /** The lengths that it makes, in seconds. */
  readonly seconds?: readonly number[] | { readonly min: number; readonly max: number };
  readonly aspectRatios?: readonly string[];
  readonly resolutions?: readonly string[];
  /** Fields of the request that it has no use for. */
  readonly refuses?: readonly (keyof typeof PARAMS)[];
  readonly needsImage?: boolean;
  readonly promptCharactersMax?: number;
}

const PARAMS = {
  image: 'image',
  aspectRatio: 'aspect_ratio',
  resolution: 'resolution',
  seed: 'seed',
  negativePrompt: 'negative_prompt',
} as const satisfies Record<keyof RemoteFields, string>;

/** The reason why a model under these rules cannot make what is asked for; undefined if it can. */
export function misfitUnder(
  rules: ModelRules,
  { prompt, lengthMs, extra }: Pick<ProviderSubmit, 'prompt' | 'lengthMs' | 'extra'>,
): Misfit | undefined {
  const parsed = parseFields(extra);
  if (!parsed.ok) return parsed.misfit;
  const { fields } = parsed;
  const { seconds, aspectRatios, resolutions, refuses = [], needsImage, promptCharactersMax } = rules;
  if (seconds !== undefined && !makes(seconds, lengthMs / 1000)) {
    return { param: 'seconds', message: `This model makes clips of ${lengthsOf(seconds)} seconds.` };
  }
  if (promptCharactersMax !== undefined && prompt.length > promptCharactersMax) {
    return {
      param: 'prompt',
      message: `This model takes prompts of at most ${promptCharactersMax} characters.`,
    };
  }
  for (const name of refuses) {
    if (fields[name] !== undefined) {
      return { param: PARAMS[name], message: `This model takes no ${PARAMS[name]}.` };
    }
  }
  if (needsImage && fields.image === undefined) {
    return { param: 'image', message: 'This model needs an image: the first frame.' };
  }
  return (
    otherThan('aspect_ratio', aspectRatios, fields.aspectRatio) ??
    otherThan('resolution', resolutions, fields.resolution)
  );
}

function makes(lengths: NonNullable<ModelRules['seconds']>, seconds: number): boolean {
  return 'min' in lengths
    ? Number.isInteger(seconds) && seconds >= lengths.min && seconds <= lengths.max
    : lengths.includes(seconds);
}

function lengthsOf(lengths: NonNullable<ModelRules['seconds']>): string {
  return 'min' in lengths ? `${lengths.min} to ${lengths.max} whole` : enumerated(lengths);
}

function otherThan(
  param: string,
  known: readonly string[] | undefined,
  given: string | undefined,
): Misfit | undefined {
  if (known === undefined || given === undefined || known.includes(given)) return undefined;
  return { param, message: `This model makes ${param} ${enumerated(known)}.` };
}

function enumerated(values: readonly (string | number)[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
