import type * as z from 'zod';
import type { World } from '../../time/world.js';
import type { Provider } from '../provider.js';

/** The parts that every adapter makes a provider of. */
export interface AdapterParts {
  /** Of the provider, as the configuration calls it. */
  readonly name: string;
  readonly world: World;
  /** 32 random bytes that stay the same as long as the data folder does. */
  readonly secret: Uint8Array;
  /** A job of a model that sets no deadline of its own expires this long after its submit. */
  readonly deadlineAfterMs: number;
}

/**
 * One kind of provider: its name, its part of the configuration, and how a provider is made of that.
 *
 * A further kind is a folder beside `simulated/` and a line in `adapters.ts`; nothing else knows it.
 */
export interface Adapter<Settings extends SettingsSchemas = SettingsSchemas> {
  /** As `kind` in the configuration. */
  readonly kind: string;
  /** True if calls cost somebody money: with such a provider there is no demo key. */
  readonly isReal: boolean;
  /** The keys of a provider's entry in the configuration, besides `kind` and `models`, and their schemas. */
  readonly settings: Settings;
  create(parts: AdapterParts, settings: z.output<z.ZodObject<Settings>>): Provider;
}

export type SettingsSchemas = Readonly<Record<string, z.ZodType>>;
