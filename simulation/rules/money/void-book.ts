/**
 * The keys and orders that voids have surely been to: each held marked credit, or was about to bring some,
 * before a void began that was acknowledged.
 */
import type { Observation } from '../../history/observation.js';
import { bodyOf, type Exchange } from '../facts/requests.js';

/** The first key; a client is told to go on from there when it has been to all orders. */
const KEYS = 'key_';

export class VoidBook {
  readonly orders = new Set<string>();
  /** Since `forget`. */
  readonly keys = new Set<string>();
  readonly #made = new Set<string>();
  /** Those there were when a void under way was asked for, by request. */
  readonly #meant = new Map<number, readonly string[]>();

  /** @param marked keys with marked credit in their balance when the process of now was started */
  observe(seen: Observation, { sent: { call, request } }: Exchange, marked: Iterable<string>): void {
    if (call.op === 'order' && seen.what === 'answered' && seen.status === 201)
      this.#made.add(String(bodyOf(seen)?.id));
    if (call.op !== 'void_simulated') return;
    if (seen.what === 'sent') this.#meant.set(request, [...(call.from === undefined ? this.#made : marked)]);
    if (seen.what !== 'answered' || seen.status !== 200) return;
    const { next } = bodyOf(seen) ?? {};
    const isWhole = call.from === undefined ? next === KEYS : call.from === KEYS && next === null;
    if (!isWhole) return;
    const been = call.from === undefined ? this.orders : this.keys;
    for (const id of this.#meant.get(request) ?? []) been.add(id);
  }
}
