/**
 * Requests that may have taken effect without anybody being told: open still, cut off, given up, or told of a
 * defect.
 *
 * A request that is answered with `storage_unavailable` did not happen, while the process lives; if that ends
 * before the failed commit was undone, the disk may hold it after all. So it counts as lost until the next
 * start.
 */
import type { Observation } from '../../history/observation.js';
import { bodyOf, type Exchange, isObject, type Sent } from '../facts/requests.js';

export class LostRequests {
  /** By number. */
  readonly #maybe = new Map<number, Exchange>();
  /** Refused by the disk in this life of the process. */
  #refusedByDisk: number[] = [];
  readonly #credits = new Map<string, Exchange[]>();

  observe(seen: Observation, exchange: Exchange): void {
    const { request, call } = exchange.sent;
    if (seen.what === 'sent') {
      if (call.op === 'submit' || call.op === 'add_credit') this.#maybe.set(request, exchange);
      if (call.op === 'add_credit') {
        const ofReference = this.#credits.get(call.reference) ?? [];
        this.#credits.set(call.reference, [...ofReference, exchange]);
      }
    } else if (seen.what === 'answered' && this.#maybe.has(request)) {
      if (isRefusedByDisk(exchange)) this.#refusedByDisk.push(request);
      else if (seen.status !== 500) this.#maybe.delete(request);
    }
  }

  /** A process starts: what the one before it refused has happened by now, or never will. */
  begun(): void {
    for (const request of this.#refusedByDisk) this.#maybe.delete(request);
    this.#refusedByDisk = [];
  }

  /** Whether such a request may have done it. It has done nothing else then. */
  claim(matches: (sent: Sent) => boolean): boolean {
    for (const [request, { sent }] of this.#maybe) {
      if (!matches(sent)) continue;
      this.#maybe.delete(request);
      return true;
    }
    return false;
  }

  /** Whether somebody may have sent this credit: it was acknowledged, or the answer was lost. */
  credited(keyId: string, reference: string, amountMicroDa: number): boolean {
    return (this.#credits.get(reference) ?? []).some(({ sent: { call, keyId: of, request }, answer }) => {
      if (call.op !== 'add_credit' || of !== keyId || call.amountMicroDa !== amountMicroDa) return false;
      return this.#maybe.has(request) || answer?.status === 201 || answer?.status === 200;
    });
  }
}

export function isRefusedByDisk({ answer }: Exchange): boolean {
  if (answer?.status !== 503) return false;
  const { error } = bodyOf(answer) ?? {};
  return isObject(error) && error.code === 'storage_unavailable';
}
