/**
 * Requests that may have taken effect without anybody being told: open still, cut off, given up, or told of a
 * defect.
 *
 * A request that is answered with `storage_unavailable` did not happen, while the process lives; if that ends
 * before the failed commit was undone, the disk may hold it after all. So it counts as lost until the next
 * start.
 */
import type { ClientCall } from '../../history/client-call.js';
import type { Observation } from '../../history/observation.js';
import type { EntryType, NumberedEntry } from '../facts/disk-image.js';
import { bodyOf, type Exchange, isObject, type Sent } from '../facts/requests.js';

/** By the type of the entry that they make in the ledger of the key that they are about. */
const OPS: Readonly<Partial<Record<EntryType, ClientCall['op']>>> = {
  credit: 'add_credit',
  debit: 'debit',
  transfer_out: 'transfer',
};

/** Of a form, 303 leads on. */
const DONE: readonly number[] = [200, 201, 303];

export class LostRequests {
  /** By number. */
  readonly #maybe = new Map<number, Exchange>();
  /** Refused by the disk in this life of the process. */
  #refusedByDisk: number[] = [];
  readonly #movements = new Map<string, Exchange[]>();

  observe(seen: Observation, exchange: Exchange): void {
    const { request, call } = exchange.sent;
    if (seen.what === 'sent') {
      if (call.op === 'submit' || 'reference' in call) this.#maybe.set(request, exchange);
      if ('reference' in call) {
        const ofReference = this.#movements.get(call.reference) ?? [];
        this.#movements.set(call.reference, [...ofReference, exchange]);
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

  /** Whether somebody may have asked for this movement: it was acknowledged, or the answer was lost. */
  moved({ type, keyId, reference, amount }: NumberedEntry): boolean {
    const asked = this.#movements.get(reference ?? '') ?? [];
    return asked.some(({ sent: { call, keyId: of, request }, answer }) => {
      if (of !== keyId || !('reference' in call) || opOf(call) !== OPS[type]) return false;
      if (call.amountMicroDa !== amount) return false;
      return this.#maybe.has(request) || DONE.includes(answer?.status ?? 0);
    });
  }
}

/** The operation that does what a form does. */
function opOf(call: ClientCall): string {
  if (call.op !== 'form') return call.op;
  return call.act === 'credit' ? 'add_credit' : call.act;
}

/** A page does not say why it cannot do something now. */
export function isRefusedByDisk({ sent, answer }: Exchange): boolean {
  if (answer?.status !== 503) return false;
  if (sent.credential === 'page') return true;
  const { error } = bodyOf(answer) ?? {};
  return isObject(error) && error.code === 'storage_unavailable';
}
