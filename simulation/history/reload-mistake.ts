/**
 * Mistakes of a file that is read again.
 *
 * `lost_route`: a model leads to a provider that is not there. `certificate`: it cannot be read, which the
 * last part finds that makes ready. `beaten`: a value of an option is wrong, the command line has another.
 * `…_key`: the key of a service is not in its place.
 */
export const LACKING_KEYS = ['provider_key', 'text_key', 'payment_key'] as const;
export type LackingKey = (typeof LACKING_KEYS)[number];

export const RELOAD_MISTAKES = ['lost_route', 'certificate', 'beaten', ...LACKING_KEYS] as const;
export type ReloadMistake = (typeof RELOAD_MISTAKES)[number];
