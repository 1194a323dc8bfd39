/** Models of video on offer, and requests for their clips, right ones and some with one thing wrong. */
import type { Random } from '../../../../world/random.js';

/** The limits of one route, as an adapter knows them. */
export interface DrawnRules {
  readonly seconds?: readonly number[] | { readonly min: number; readonly max: number };
  readonly aspectRatios?: readonly string[];
  readonly resolutions?: readonly string[];
  readonly refuses?: readonly ('image' | 'seed' | 'negativePrompt' | 'aspectRatio' | 'resolution')[];
  readonly needsImage?: boolean;
  readonly promptCharactersMax?: number;
}

export interface DrawnFilm {
  readonly id: string;
  readonly pricePerSecond: number;
  readonly lengthsMs: readonly number[] | { readonly min: number; readonly max: number };
  readonly lengthDefaultMs: number;
  readonly deadlineAfterMs: number;
  readonly routes: readonly {
    readonly provider: string;
    readonly model: string;
    readonly rules: DrawnRules;
  }[];
}

export type FilmField = 'image' | 'aspect_ratio' | 'resolution' | 'seed' | 'negative_prompt';

export interface DrawnAsk {
  readonly model: string;
  readonly prompt: string;
  readonly seconds?: string | number;
  readonly duration?: string | number;
  /** Of each field that is sent, one of the values below. */
  readonly fields: Readonly<Partial<Record<FilmField, number>>>;
}

const URL_BEGIN = 'https://images.example/';
/** Values of the fields, and whether each is one of its field. */
export const FIELD_VALUES: Readonly<
  Record<FilmField, readonly (readonly [value: unknown, isSound: boolean])[]>
> = {
  image: [
    ['https://images.example/a.png', true],
    ['data:image/png;base64,iVBORw==', true],
    [URL_BEGIN.padEnd(2_000, 'a'), true],
    [null, true],
    [URL_BEGIN.padEnd(2_001, 'a'), false],
    ['http://images.example/a.png', false],
    ['https://me@images.example/a.png', false],
    ['https://:word@images.example/a.png', false],
    ['https://127.0.0.1/a.png', false],
    ['https://images.localhost/a.png', false],
    ['data:text/plain;base64,iVBORw==', false],
    ['data:image/png;base64,', false],
    ['data:image/png;base64,iVB_Rw==', false],
    ['data:image/png,iVBORw==', false],
    ['a.png', false],
    [7, false],
  ],
  aspect_ratio: [
    ['16:9', true],
    ['16:9', true],
    ['9:16', true],
    ['1:1', true],
    ['9999:1', true],
    ['1:9999', true],
    ['0:9', false],
    ['9:0', false],
    ['10000:1', false],
    ['1:10000', false],
    ['16x9', false],
    ['16:9:1', false],
    [16, false],
  ],
  resolution: [
    ['720p', true],
    ['720P', true],
    ['1080p', true],
    ['4K', true],
    ['100p', true],
    ['9999p', true],
    ['1280x720', true],
    ['10x10', true],
    ['99999x99999', true],
    ['99p', false],
    ['10000p', false],
    ['0k', false],
    ['10k', false],
    ['9x10', false],
    ['10x9', false],
    ['100000x10', false],
    ['10x100000', false],
    ['high', false],
    [720, false],
  ],
  seed: [
    [0, true],
    ['7', true],
    [4_294_967_295, true],
    ['4294967295', true],
    [4_294_967_296, false],
    ['4294967296', false],
    [-1, false],
    ['-1', false],
    [1.5, false],
    ['1e3', false],
    ['', false],
    [true, false],
  ],
  negative_prompt: [
    ['blur', true],
    ['', true],
    ['b'.repeat(10_000), true],
    ['b'.repeat(10_001), false],
    [7, false],
  ],
};
const RATIOS = ['16:9', '9:16', '1:1'];
const RESOLUTIONS = ['720p', '1080p', '4k'];
const FIELDS = Object.keys(FIELD_VALUES) as FilmField[];
/** Of these, 5 s cost as much as a key may ever hold. */
const PRICE_MAX = 200_000_000_000_000;

export function drawFilms(random: Random): readonly DrawnFilm[] {
  return Array.from({ length: random.between(1, 2) }, (_, nth) => {
    const min = random.pick([1_000, 2_500]);
    const allowed = [4_000, 5_000, 6_500].filter(() => random.chance(0.7));
    return {
      id: `film/${nth}`,
      pricePerSecond: random.pick([1, 333_333, 500_000, PRICE_MAX]),
      lengthsMs: random.chance(0.4) ? [...allowed, 8_000] : { min, max: random.pick([8_000, 60_000]) },
      lengthDefaultMs: 8_000,
      deadlineAfterMs: 60_000 * random.between(1, 60),
      routes: Array.from({ length: random.between(1, 3) }, (_, route) => ({
        provider: random.pick(['a', 'b', `c-${route}`]),
        model: `m${nth}-${route}`,
        rules: drawRules(random),
      })),
    };
  });
}

function drawRules(random: Random): DrawnRules {
  const some = <T>(values: readonly T[]) => values.filter(() => random.chance(0.6));
  return {
    ...(random.chance(0.5) && { seconds: random.pick([[4, 5, 8], { min: 2, max: 8 }, { min: 5, max: 9 }]) }),
    ...(random.chance(0.4) && { aspectRatios: [...some(RATIOS), '4:3'] }),
    ...(random.chance(0.4) && { resolutions: [...some(RESOLUTIONS), '480p'] }),
    ...(random.chance(0.4) && {
      refuses: some(['image', 'seed', 'negativePrompt', 'aspectRatio', 'resolution'] as const).slice(0, 2),
    }),
    ...(random.chance(0.15) && { needsImage: true }),
    ...(random.chance(0.4) && { promptCharactersMax: 20 }),
  };
}

export function drawAsk(random: Random, films: readonly DrawnFilm[]): DrawnAsk {
  const { id, lengthsMs, pricePerSecond } = random.pick(films);
  const ends = 'min' in lengthsMs ? [lengthsMs.min, lengthsMs.max] : [...lengthsMs];
  const lengthMs = random.pick([...ends, ...ends, ...ends.flatMap((ms) => [ms - 1, ms + 1]), 5_000, 5_001]);
  const seconds = random.chance(0.5) ? lengthMs / 1_000 : String(lengthMs / 1_000);
  const hasLength = pricePerSecond === PRICE_MAX || random.chance(0.8);
  const name = random.pick(['seconds', 'seconds', 'duration'] as const);
  const fields: Partial<Record<FilmField, number>> = {};
  for (const field of FIELDS) {
    const values = FIELD_VALUES[field];
    const isSound = random.chance(0.95);
    if (!random.chance(0.35)) continue;
    const nth = random.below(values.length);
    fields[field] = values[nth]?.[1] === isSound ? nth : 0;
  }
  return {
    model: random.chance(0.04) ? 'no/film' : id,
    prompt: 'p'.repeat(random.pick([1, 19, 20, 21])),
    ...(hasLength && { [name]: seconds }),
    ...(hasLength && random.chance(0.1) && { seconds, duration: random.pick([seconds, 3]) }),
    fields,
  };
}
