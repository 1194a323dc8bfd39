/** Requests for clips: their price, the routes that can make them, and the one that takes them. */
import { parseSubmit } from '../../../../../src/http/schemas/submit-request.js';
import { microDa } from '../../../../../src/money/micro-da.js';
import { misfitUnder } from '../../../../../src/providers/adapters/remote/model-rules.js';
import type { ProviderCalls } from '../../../../../src/providers/calls/provider-calls.js';
import type { ModelOffer, Provider, RouteName } from '../../../../../src/providers/provider.js';
import { type Catalogue, createCatalogue, quoteSubmit } from '../../../../../src/routing/catalogue.js';
import {
  ProviderDispatcher,
  type ProviderDispatcherOptions,
} from '../../../../../src/routing/provider-dispatcher.js';
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import {
  type DrawnAsk,
  type DrawnFilm,
  drawAsk,
  drawFilms,
  FIELD_VALUES,
  type FilmField,
} from './drawn-films.js';
import { type NaiveFilmQuote, naiveFilmQuote } from './naive-film-quote.js';

type Standing =
  | { readonly is: 'ready' | 'wants_probe' | 'paused' }
  | { readonly is: 'full'; readonly forMs: number };

interface FilmAct {
  readonly do: 'ask';
  readonly ask: DrawnAsk;
  /** Of each route of the model, in order. */
  readonly standings: readonly Standing[];
}

const ROUTES_MAX = 3;
const TURNED_AWAY_FOR_MS_MIN = 1_000;

export function filmQuotesPart(): Part<readonly DrawnFilm[], FilmAct> {
  return {
    name: 'film-quotes',
    limits: drawFilms,
    act: (random, films) => ({
      do: 'ask',
      ask: drawAsk(random, films),
      standings: Array.from({ length: ROUTES_MAX }, () => drawStanding(random)),
    }),
    pauseMs: () => 0,
    begin(trial, films) {
      const catalogue = catalogueOf(films);
      trial.same('list', catalogue.list().map(shownOffer), films.map(dueOffer));
      return { take: (act) => ask(trial, catalogue, films, act), compare() {} };
    },
  };
}

function drawStanding(random: Random): Standing {
  const forMs = random.pick([0, 1, 999, 1_000, 1_001, 20_000]);
  return random.pick([
    { is: 'ready' },
    { is: 'ready' },
    { is: 'wants_probe' },
    { is: 'paused' },
    { is: 'full', forMs },
  ]);
}

function catalogueOf(films: readonly DrawnFilm[]): Catalogue {
  const nobody = () => Promise.reject(new Error('nobody is called'));
  const providerOf = (name: string): Provider => ({
    name,
    models: [],
    lostAnswer: { kind: 'unknown' },
    misfitOf: (request) => {
      const route = films.flatMap(({ routes }) => routes).find(({ model }) => model === request.model);
      return route?.provider === name ? misfitUnder(route.rules, request) : undefined;
    },
    submit: nobody,
    poll: nobody,
    content: nobody,
  });
  const routed = films.map((film) => ({
    offer: offerOf(film),
    routes: film.routes.map(({ provider, model }) => ({ provider: providerOf(provider), model })),
  }));
  return createCatalogue([], routed);
}

function offerOf({ id, pricePerSecond, lengthsMs, routes, ...film }: DrawnFilm): ModelOffer {
  const [lengthMinMs, lengthMaxMs] =
    'min' in lengthsMs ? [lengthsMs.min, lengthsMs.max] : [Math.min(...lengthsMs), Math.max(...lengthsMs)];
  return {
    id,
    provider: routes[0]?.provider ?? '',
    pricePerSecondMicroDa: microDa(pricePerSecond),
    lengthMinMs,
    lengthMaxMs,
    ...('min' in lengthsMs ? {} : { lengthsAllowedMs: lengthsMs }),
    lengthDefaultMs: film.lengthDefaultMs,
    deadlineAfterMs: film.deadlineAfterMs,
    createdAt: 1_790_000_000,
  };
}

function shownOffer({ id, provider, pricePerSecondMicroDa }: ModelOffer): readonly unknown[] {
  return [id, provider, pricePerSecondMicroDa];
}

function dueOffer({ id, routes, pricePerSecond }: DrawnFilm): readonly unknown[] {
  return [id, routes[0]?.provider, pricePerSecond];
}

function ask(trial: Trial, catalogue: Catalogue, films: readonly DrawnFilm[], act: FilmAct): void {
  const { fields, ...body } = act.ask;
  const names = Object.keys(fields) as FilmField[];
  const extra = Object.fromEntries(names.map((name) => [name, FIELD_VALUES[name][fields[name] ?? 0]?.[0]]));
  const due = naiveFilmQuote(films, act.ask);
  const read = parseSubmit({ ...body, ...extra });
  const quote = read.ok
    ? quoteSubmit(catalogue, read.value.model, read.value.lengthMs, read.value)
    : undefined;
  const refused = read.ok ? (quote?.ok === false ? quote : undefined) : read.error;
  if (refused !== undefined || 'refused' in due) {
    trial.same('refused', refused && String(refused.code), 'refused' in due ? due.refused : undefined);
    const param = refused !== undefined && 'param' in refused ? (refused.param ?? '') : '';
    if ('refused' in due && !due.params.includes(param))
      trial.broke('param', `it is refused for ${param}, and wrong is ${due.params.join(' or ')}`);
    return;
  }
  if (quote?.ok !== true) return;
  const { model, route, fallbacks, lengthMs, reserve, deadlineAfterMs } = quote;
  trial.same(
    'quote',
    { model, lengthMs, reserve, deadlineAfterMs, routes: [route, ...fallbacks].map(nameOf) },
    {
      ...{ model: due.model, lengthMs: due.lengthMs, reserve: due.reserve },
      ...{ deadlineAfterMs: due.deadlineAfterMs, routes: due.routes },
    },
  );
  compareRouted(trial, films, act, due, (dispatcher) => dispatcher.routed(quote));
}

/** The first that takes jobs is taken, else the first with room; if all are full, the request is refused. */
function compareRouted(
  trial: Trial,
  films: readonly DrawnFilm[],
  { standings }: FilmAct,
  due: Exclude<NaiveFilmQuote, { readonly refused: string }>,
  routed: (dispatcher: ProviderDispatcher) => ReturnType<ProviderDispatcher['routed']>,
): void {
  const routes = films.find(({ id }) => id === due.model)?.routes ?? [];
  const standingOf = ({ provider, model }: RouteName): Standing =>
    standings[routes.findIndex((one) => one.provider === provider && one.model === model)] ?? { is: 'ready' };
  const readinessOf = (route: RouteName) => {
    const { is } = standingOf(route);
    return is === 'ready' || is === 'wants_probe' ? is : 'not_ready';
  };
  const fullForMs = (route: RouteName) => {
    const standing = standingOf(route);
    return standing.is === 'full' ? standing.forMs : undefined;
  };
  let turnedAway = 0;
  const calls: Pick<ProviderCalls, 'readinessOf' | 'fullForMs'> = { readinessOf, fullForMs };
  const onTurnedAway = () => {
    turnedAway += 1;
  };
  const answer = routed(
    new ProviderDispatcher({
      world: trial.world,
      calls,
      onTurnedAway,
    } as unknown as ProviderDispatcherOptions),
  );
  const takes = due.routes.find((route) => ['ready', 'wants_probe'].includes(standingOf(route).is));
  const taken = takes ?? due.routes.find((route) => standingOf(route).is !== 'full');
  trial.same('away', turnedAway, taken === undefined ? 1 : 0);
  if (answer.ok) {
    const rest = due.routes.filter((route) => route !== taken);
    trial.same('taken', [answer.route, ...answer.fallbacks].map(nameOf), taken && [taken, ...rest]);
    trial.same('price', [answer.reserve, answer.lengthMs], [due.reserve, due.lengthMs]);
    return;
  }
  trial.same('taken', answer.code, taken === undefined ? 'overloaded' : 'taken');
  const waitsMs = due.routes.map((route) => fullForMs(route) ?? 0);
  const retryAfterMs = 'retryAfterMs' in answer ? answer.retryAfterMs : undefined;
  trial.same('wait', retryAfterMs, Math.max(TURNED_AWAY_FOR_MS_MIN, Math.min(...waitsMs)));
}

function nameOf({ provider, model }: RouteName): RouteName {
  return { provider, model };
}
