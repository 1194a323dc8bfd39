/** Wishes for clips, with the fields that all kinds of providers take alike, sound and unsound. */
import type { Random } from '../../../../world/random.js';

/** Of a request, by its name there. */
export type FieldName = 'image' | 'aspect_ratio' | 'resolution' | 'seed' | 'negative_prompt';

/** As a provider has to take them. */
export type Sound = Readonly<Partial<Record<FieldName, string | number>>>;

export interface Wish {
  readonly prompt: string;
  readonly seconds: number;
  /** As the client sent them, others included. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly sound: Sound;
  /** Those that are no value of their field. */
  readonly unsound: readonly FieldName[];
}

/** The lengths that a model makes, in seconds; whole ones of a range. */
export type Lengths = readonly number[] | { readonly min: number; readonly max: number };

export const IMAGE_URL = 'https://images.example/a.png';
const IMAGE_DATA = 'data:image/png;base64,iVBORw==';
const IMAGES = [IMAGE_DATA, 'data:image/jpeg;base64,/9j/4AAQ', 'data:image/svg+xml;base64,PHN2Zy8+'];
const LENGTHS = [1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 8, 9, 10, 10, 10, 11, 12, 12, 13, 15, 16, 17, 61];
/** In thousandths of a second; in 16 frames a second they are rounded up, and down. */
const BROKEN_LENGTHS = [5.5, 2.345, 7.03];
const LENGTHS_MADE_CHANCE = 0.6;
const UNSOUND_CHANCE = 0.06;
const FIELD_CHANCES = { image: 0.5, aspect_ratio: 0.7, resolution: 0.7, seed: 0.4, negative_prompt: 0.4 };

/** With the value that each stands for. */
const SOUND: Readonly<Record<FieldName, readonly (readonly [given: unknown, means: string | number])[]>> = {
  image: [
    [IMAGE_URL, IMAGE_URL],
    [IMAGE_URL, IMAGE_URL],
    ...IMAGES.map((image): [string, string] => [image, image]),
  ],
  aspect_ratio: [
    ['16:9', '16:9'],
    ['9:16', '9:16'],
    ['9:16', '9:16'],
    ['1:1', '1:1'],
    ['21:9', '21:9'],
    ['4:3', '4:3'],
    ['3:4', '3:4'],
  ],
  resolution: [
    ['720p', '720p'],
    ['480p', '480p'],
    ['768P', '768p'],
    ['512p', '512p'],
    ['1080p', '1080p'],
    ['1080P', '1080p'],
    ['4K', '4k'],
    ['1280x720', '1280x720'],
  ],
  seed: [
    [0, 0],
    [7, 7],
    ['42', 42],
    [4_294_967_295, 4_294_967_295],
  ],
  negative_prompt: [['rain, "é"', 'rain, "é"']],
};
const UNSOUND: Readonly<Record<FieldName, readonly unknown[]>> = {
  image: [
    'http://images.example/a.png',
    'https://127.0.0.1/a.png',
    'https://[fd00::1]/a.png',
    'https://localhost/a.png',
    'https://a:b@images.example/a.png',
    'https://169.254.169.254/a.png',
    'https://a.internal/a.png',
    'ftp://images.example/a.png',
    'data:text/html;base64,aGk=',
    'data:image/png;base64,',
    'data:image/png,iVBORw==',
    'data:image/png;base64,iVBORw==?',
    'a.png',
    '',
    7,
  ],
  aspect_ratio: ['16/9', '0:9', '16:0', '16:9:1', ' 16:9', '', 1.78],
  resolution: ['hd', '0x720', '1280x', '1280x0', '720', '720pp', '0k', '', 720],
  seed: [-1, 1.5, 4_294_967_296, '4294967296', '-1', '4e2', '', ' 7', true],
  negative_prompt: [7, ['rain'], {}, false],
};
/** In characters, of all models. */
const PROMPT_BOUNDS = [1_000, 2_000, 3_500];
/** Nobody is to act on these. */
const OTHERS: readonly (readonly [string, unknown])[] = [
  ['n', 4],
  ['duration', 60],
  ['num_frames', 9_999],
  ['user', 'somebody'],
];

/**
 * @param refused fields that it does not have, whatever chance says
 * @param made the lengths that its model makes, which most wishes are for
 */
export function nextWish(random: Random, refused: readonly FieldName[], made: Lengths | undefined): Wish {
  const extra: Record<string, unknown> = {};
  const sound: Partial<Record<FieldName, string | number>> = {};
  const unsound: FieldName[] = [];
  for (const name of Object.keys(SOUND) as FieldName[]) {
    if (refused.includes(name) || !random.chance(FIELD_CHANCES[name])) continue;
    if (random.chance(UNSOUND_CHANCE)) {
      extra[name] = random.pick(UNSOUND[name]);
      unsound.push(name);
    } else if (random.chance(0.05)) extra[name] = null;
    else {
      const [given, means] = random.pick(SOUND[name]);
      extra[name] = given;
      sound[name] = means;
    }
  }
  if (random.chance(0.3)) Object.assign(extra, Object.fromEntries([random.pick(OTHERS)]));
  const isMade = random.chance(LENGTHS_MADE_CHANCE);
  const other = () => (random.chance(0.15) ? BROKEN_LENGTHS : LENGTHS);
  const seconds = random.pick(isMade && made !== undefined ? boundsOf(made) : other());
  return { prompt: nextPrompt(random), seconds, extra, sound, unsound };
}

/** The type and the bytes of an image, in Base64. Those of the URL are those of the first one in data. */
export function imageIn(image: string): { readonly type: string; readonly base64: string } {
  const [, type = '', base64 = ''] =
    /^data:(.*);base64,(.*)$/.exec(image.startsWith('data:') ? image : IMAGE_DATA) ?? [];
  return { type, base64 };
}

/** Some as long as a model takes, and a character longer. */
function nextPrompt(random: Random): string {
  if (random.chance(0.8)) return random.pick(['A boat', 'A "boat"\n{{seed}} é']);
  return 'A boat '.repeat(501).slice(0, random.pick(PROMPT_BOUNDS) + random.below(2));
}

function boundsOf(made: Lengths): readonly number[] {
  return 'min' in made ? [made.min, made.min + 1, made.max] : made;
}
