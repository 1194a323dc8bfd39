/** Accounts and keys, jobs and orders, as far as people name them. */
import type { PreparedRequest } from './prepared-request.js';

export interface AccountsAndKeys {
  account(number: number): string | undefined;
  keyId(number: number): string | undefined;
  /** The id of the account of a key. */
  accountOf(key: number): string | undefined;
  jobId(step: number): string | undefined;
  orderId(step: number): string | undefined;
  /** By how many rotations that were heard of the latest secret of a key was made. */
  rotations(key: number): number;
  /** A form gave a key another secret. */
  rotated(key: number, secret: string): void;
  /** A form made an order. */
  ordered(step: number, id: string): void;
  managed(method: string, path: string, body?: object): PreparedRequest;
}
