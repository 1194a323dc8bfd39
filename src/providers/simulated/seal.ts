/**
 * The seal under which the simulated provider gives its knowledge away and knows it again.
 *
 * The provider keeps no records. What it accepted is written into the handle, what it made into the link,
 * and both carry an HMAC-SHA256 under a secret that only the data folder holds: they outlive any crash, and
 * nobody can make up or alter one. Purposes are kept apart, so a seal of one kind is worth nothing as another.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const SEAL_SECRET_BYTES = 32;

type SealPurpose = 'job' | 'handle' | 'result';

export class Seal {
  readonly #secret: Uint8Array;

  /** Throws `RangeError` unless the secret has 32 bytes. */
  constructor(secret: Uint8Array) {
    if (secret.length !== SEAL_SECRET_BYTES) {
      throw new RangeError(`the secret of the simulated provider has ${secret.length} bytes, not 32`);
    }
    this.#secret = Uint8Array.from(secret);
  }

  /** The first `bytes` (at most 32) of the HMAC of `content`, for one purpose. */
  of(purpose: SealPurpose, content: string | Uint8Array, bytes: number): Buffer {
    // No purpose holds a NUL, so the purpose and the content cannot run into one another.
    const mac = createHmac('sha256', this.#secret).update(`tollgate simulated ${purpose}\0`).update(content);
    return mac.digest().subarray(0, bytes);
  }

  /** Compares in constant time. */
  fits(purpose: SealPurpose, content: string | Uint8Array, seal: Uint8Array): boolean {
    return timingSafeEqual(this.of(purpose, content, seal.length), seal);
  }
}
