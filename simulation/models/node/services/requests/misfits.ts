/** The fields of a wish that stand in the way of its model, by what is documented of that. */
import type { ServiceName } from '../../../../history/provider-kinds.js';
import type { ModelFacts } from './service-models.js';
import type { Lengths, Wish } from './wishes.js';

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
    facts.model.startsWith('MiniMax-Hailuo') && resolution === '1080p' && seconds > 6 && 'resolution',
    name === 'luma' && String(image).startsWith('data:') && 'image',
    name === 'runway' &&
      runwayRatio(sound) === undefined &&
      (aspect_ratio === undefined ? 'resolution' : 'aspect_ratio'),
  ];
  return wrong.filter((field) => typeof field === 'string');
}

function makes(lengths: Lengths | undefined, seconds: number): boolean {
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
    '4:3 720p': '1104:832',
    '3:4 720p': '832:1104',
    '21:9 720p': '1584:672',
    '16:9 1080p': '1920:1080',
    '9:16 1080p': '1080:1920',
    '1:1 1080p': '1440:1440',
  };
  return sizes[`${aspect_ratio} ${resolution}`];
}
