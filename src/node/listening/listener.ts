import type { Reloadable } from '../config/reload.js';

/** The source of requests. At a reload it takes the part of how it listens that can change. */
export interface Listener extends Reloadable {
  /** Takes no new requests; resolves when the open ones are answered, or cut off after `limitMs`. */
  drain(limitMs: number): Promise<void>;
}
