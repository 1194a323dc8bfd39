/** The price of a clip and the routes that can make it, by the words of the contract. */
import {
  type DrawnAsk,
  type DrawnFilm,
  type DrawnRules,
  FIELD_VALUES,
  type FilmField,
} from './drawn-films.js';

/** The names of fields any of which a refusal may give, or the clip that is asked for. */
export type NaiveFilmQuote =
  | { readonly refused: 'invalid_request' | 'model_not_found'; readonly params: readonly string[] }
  | {
      readonly model: string;
      readonly routes: readonly { readonly provider: string; readonly model: string }[];
      readonly lengthMs: number;
      readonly reserve: number;
      readonly deadlineAfterMs: number;
    };

/** A key may receive so much in its life. */
const KEY_CREDIT_MAX = 10n ** 15n;
const REFUSED_AS: Readonly<Record<FilmField, NonNullable<DrawnRules['refuses']>[number]>> = {
  image: 'image',
  aspect_ratio: 'aspectRatio',
  resolution: 'resolution',
  seed: 'seed',
  negative_prompt: 'negativePrompt',
};

export function naiveFilmQuote(films: readonly DrawnFilm[], ask: DrawnAsk): NaiveFilmQuote {
  const { seconds, duration } = ask;
  const lengths = [seconds, duration].filter((one) => one !== undefined).map(msOf);
  const invalid = (params: readonly string[]) => ({ refused: 'invalid_request', params }) as const;
  if (new Set(lengths).size > 1) return invalid(['seconds', 'duration']);
  const film = films.find(({ id }) => id === ask.model);
  if (film === undefined) return { refused: 'model_not_found', params: ['model'] };
  const lengthName = seconds === undefined && duration !== undefined ? 'duration' : 'seconds';
  const lengthMs = lengths[0] ?? film.lengthDefaultMs;
  const reserve = (BigInt(film.pricePerSecond) * BigInt(lengthMs) + 999n) / 1_000n;
  if (!isMade(film.lengthsMs, lengthMs) || reserve > KEY_CREDIT_MAX) return invalid([lengthName]);
  const flaws = film.routes.map(({ rules }) => flawsUnder(rules, ask, lengthMs));
  const routes = film.routes.filter((_, nth) => flaws[nth]?.length === 0);
  if (routes.length === 0)
    return invalid(flaws.flat().map((name) => (name === 'seconds' ? lengthName : name)));
  return {
    model: film.id,
    routes: routes.map(({ provider, model }) => ({ provider, model })),
    lengthMs,
    reserve: Number(reserve),
    deadlineAfterMs: film.deadlineAfterMs,
  };
}

function msOf(seconds: string | number): number {
  return Math.round(Number(seconds) * 1_000);
}

function isMade(lengthsMs: DrawnFilm['lengthsMs'], ms: number): boolean {
  return 'min' in lengthsMs ? lengthsMs.min <= ms && ms <= lengthsMs.max : lengthsMs.includes(ms);
}

/** Each field for which a route cannot make it. */
function flawsUnder(rules: DrawnRules, { prompt, fields }: DrawnAsk, lengthMs: number): readonly string[] {
  const { seconds, aspectRatios, resolutions, refuses = [], needsImage = false, promptCharactersMax } = rules;
  const sent = (Object.keys(fields) as FilmField[]).filter((name) => sentAs(fields, name) !== null);
  const isOther = (name: FilmField, known: readonly string[] | undefined) =>
    known !== undefined && sent.includes(name) && !known.includes(String(sentAs(fields, name)).toLowerCase());
  const isRight: Readonly<Record<string, boolean>> = {
    seconds: seconds === undefined || isWhole(seconds, lengthMs),
    prompt: promptCharactersMax === undefined || prompt.length <= promptCharactersMax,
    image: !needsImage || sent.includes('image'),
    aspect_ratio: !isOther('aspect_ratio', aspectRatios),
    resolution: !isOther('resolution', resolutions),
  };
  const unsound = sent.filter((name) => FIELD_VALUES[name][fields[name] ?? 0]?.[1] === false);
  const refused = sent.filter((name) => refuses.includes(REFUSED_AS[name]));
  return [...Object.keys(isRight).filter((name) => !isRight[name]), ...unsound, ...refused];
}

function isWhole(seconds: NonNullable<DrawnRules['seconds']>, lengthMs: number): boolean {
  if (!('min' in seconds)) return seconds.some((one) => one * 1_000 === lengthMs);
  return lengthMs % 1_000 === 0 && seconds.min * 1_000 <= lengthMs && lengthMs <= seconds.max * 1_000;
}

function sentAs(fields: DrawnAsk['fields'], name: FilmField): unknown {
  return FIELD_VALUES[name][fields[name] ?? 0]?.[0];
}
