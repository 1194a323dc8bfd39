/**
 * The `models` section of the configuration file: models of the gateway's own, each with the routes to the
 * providers that make its jobs, in order of preference.
 */
import * as z from 'zod';
import { MODEL_SETTINGS, type ModelOverride, mapWanted, modelOverride } from './model-settings.js';

const NAME_WHY = 'must be a text of 1 to 200 characters';
const NAME = z.string({ error: NAME_WHY }).min(1, NAME_WHY).max(200, NAME_WHY);
const ROUTES_WHY = 'must be a list of routes, each with a provider and its model';

const MODEL = z.strictObject(
  {
    ...MODEL_SETTINGS,
    routes: z
      .array(z.strictObject({ provider: NAME, model: NAME }, { error: mapWanted }), { error: ROUTES_WHY })
      .nonempty(ROUTES_WHY),
  },
  { error: mapWanted },
);

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

/** @param where says the place of a path below the section */
export function toModels(
  section: z.output<typeof MODELS_SECTION>,
  where: (path: readonly (string | number)[]) => string,
): readonly ModelConfig[] {
  return Object.entries(section).map(([id, { routes, ...settings }]) => ({
    id,
    settings: modelOverride(settings),
    routes: routes.map((route, n) => ({ ...route, where: where([id, 'routes', n]) })),
    where: where([id]),
  }));
}
