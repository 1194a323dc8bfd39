/** The words of a file that is read again: its mistakes, how models leave, and lengths that they take. */

/**
 * `lost_route`: a model leads to a provider that is not there. `certificate`: it cannot be read, which the
 * last part finds that makes ready. `beaten`: a value of an option is wrong, the command line has another.
 * `…_key`: the key of a service is not in its place.
 */
export const LACKING_KEYS = ['provider_key', 'text_key', 'payment_key'] as const;
export type LackingKey = (typeof LACKING_KEYS)[number];

export const RELOAD_MISTAKES = ['lost_route', 'certificate', 'beaten', ...LACKING_KEYS] as const;
export type ReloadMistake = (typeof RELOAD_MISTAKES)[number];

/**
 * The ways in which a file takes a model from those on offer: it does not name the model, or says that it is
 * not offered.
 */
export const LEFT_WAYS = ['not_named', 'not_offered'] as const;
export type LeftWay = (typeof LEFT_WAYS)[number];

/** By the id of the model. */
export type LeftModels = Readonly<Record<string, LeftWay>>;

/** Of a model that takes each length within bounds, by its id. */
export type ModelBounds = Readonly<Record<string, LengthBounds>>;

export interface LengthBounds {
  readonly lengthMinMs: number;
  readonly lengthMaxMs: number;
  readonly lengthDefaultMs: number;
}
