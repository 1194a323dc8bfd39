import type { Reloadable } from '../config/reload.js';

/** Where requests come from. Its part of a configuration is what may change of how it listens. */
export interface Listener extends Reloadable {
  /** Takes no new requests; resolves when the open ones are answered, or cut off after `limitMs`. */
  drain(limitMs: number): Promise<void>;
}
