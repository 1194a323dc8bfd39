/**
 * The `models` section of the configuration file: models of the gateway's own, each with the routes to the
 * providers that make its jobs or write its texts, in order of preference.
 */
import * as z from 'zod';
import { MODEL_SETTINGS, type ModelOverride, mapWanted, modelOverride } from './model-settings.js';
import {
  TEXT_ROUTE_SETTINGS,
  TEXT_SETTINGS,
  type TextRouteSettings,
  type TextSettings,
  textProblem,
  textRouteSettings,
  textSettings,
} from './text-model-settings.js';

const NAME_WHY = 'must be a text of 1 to 200 characters';
const NAME = z.string({ error: NAME_WHY }).min(1, NAME_WHY).max(200, NAME_WHY);
const ROUTES_WHY = 'must be a list of routes, each with a provider and its model';

const ROUTE = z.strictObject({ provider: NAME, model: NAME, ...TEXT_ROUTE_SETTINGS }, { error: mapWanted });
const MODEL = z
  .strictObject(
    {
      ...MODEL_SETTINGS,
      ...TEXT_SETTINGS,
      routes: z.array(ROUTE, { error: ROUTES_WHY }).nonempty(ROUTES_WHY),
    },
    { error: mapWanted },
  )
  .superRefine((model, context) => {
    const problem = textProblem(model);
    if (problem !== undefined) context.addIssue(problem);
  });

/** The section as it stands in the file. */
export const MODELS_SECTION = z.record(NAME, MODEL, { error: 'must be a map of models' });

export interface ModelConfig {
  readonly id: string;
  readonly settings: ModelOverride;
  readonly routes: readonly RouteConfig[];
  /** Its place in the file, to begin the message of a `ConfigError`. */
  readonly where: string;
}

export interface RouteConfig {
  readonly provider: string;
  readonly model: string;
  readonly where: string;
}

export interface TextModelConfig extends TextSettings {
  readonly id: string;
  readonly routes: readonly (RouteConfig & TextRouteSettings)[];
  readonly where: string;
}

type Section = z.output<typeof MODELS_SECTION>;
type Where = (path: readonly (string | number)[]) => string;

/**
 * The models of video.
 *
 * @param where says the place of a path below the section
 */
export function toModels(section: Section, where: Where): readonly ModelConfig[] {
  return Object.entries(section)
    .filter(([, model]) => textSettings(model) === undefined)
    .map(([id, { routes, ...settings }]) => ({
      id,
      settings: modelOverride(settings),
      routes: routes.map(({ provider, model }, n) => ({ provider, model, where: where([id, 'routes', n]) })),
      where: where([id]),
    }));
}

/** The models of text; `where` as above. */
export function toTextModels(section: Section, where: Where): readonly TextModelConfig[] {
  return Object.entries(section).flatMap(([id, { routes, ...model }]) => {
    const settings = textSettings(model);
    if (settings === undefined) return [];
    const routesTo = routes.map(({ provider, model: name, ...route }, n) => {
      return { provider, model: name, ...textRouteSettings(route), where: where([id, 'routes', n]) };
    });
    return [{ id, ...settings, routes: routesTo, where: where([id]) }];
  });
}
