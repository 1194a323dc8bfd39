/**
 * How full the library's cork may be.
 *
 * While the library goes through the requests of one packet it gathers what is written, in 16 KiB. The piece
 * that finds no room has it send what is gathered; if the socket does not take all of that (a client that
 * reads nothing, or has reset the connection) that piece is lost: a part of a header, or all of a body given
 * to `end`. The response then stays pending, and if nobody has registered `onAborted` the library ends the
 * process. Only `tryEnd` says what was not taken.
 *
 * Nobody tells which requests came in one packet. So bytes are counted from one turn of the event loop to the
 * next, whosoever they are for.
 *
 * Invariant
 *  1. The cork never holds more bytes than are counted.
 */

import type { AnswerHead } from '../exchange.js';

/** The size of the cork. */
export const CORK_BYTES = 16 * 1024;

/** The fields that the library writes by itself (some 140 bytes), and a field of ours for the connection. */
const OWN_HEAD_BYTES = 180;
/** So many bytes gathered are forgotten with the turn; fewer are kept, which spares most turns a task. */
const FORGET_FROM_BYTES = 8 * 1024;

export class UwsCork {
  readonly #soon: (task: () => void) => void;
  #bytesAtMost = 0;
  #isForgetting = false;
  readonly #forget = (): void => {
    this.#isForgetting = false;
    this.#bytesAtMost = 0;
  };

  /** @param soon runs a task in another turn of the event loop */
  constructor(soon: (task: () => void) => void) {
    this.#soon = soon;
  }

  /** True if so many bytes find room for certain. */
  hasRoom(bytes: number): boolean {
    return this.#bytesAtMost + bytes <= CORK_BYTES;
  }

  /** Counts a header and a body that find room for certain; false, and nothing counted, if they may not. */
  addIfRoom(bytes: number): boolean {
    const bytesAtMost = this.#bytesAtMost + bytes;
    if (bytesAtMost > CORK_BYTES) return false;
    this.#bytesAtMost = bytesAtMost;
    if (bytesAtMost >= FORGET_FROM_BYTES) this.#forgetSoon();
    return true;
  }

  /** Counts what is about to be written: a header, and one piece of a body. */
  add(ofHead: number, ofBody: number): void {
    // A piece that fits into no cork empties it, and nothing more of its packet is gathered.
    this.#bytesAtMost = ofBody > CORK_BYTES ? 0 : this.#bytesAtMost + ofHead + ofBody;
    if (this.#bytesAtMost >= FORGET_FROM_BYTES) this.#forgetSoon();
  }

  #forgetSoon(): void {
    if (this.#isForgetting) return;
    this.#isForgetting = true;
    this.#soon(this.#forget);
  }
}

/** At least as many bytes as the library writes for this head. */
export function headBytes(head: AnswerHead): number {
  return head.length + OWN_HEAD_BYTES;
}
