/** Argon2id, as passwords are hashed with it. */

/** The functions of `@node-rs/argon2` that are used here. */
export interface Argon2 {
  /** @param options memory in KiB */
  hash(password: string, options: Argon2Options): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
}

export interface Argon2Options {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Of the algorithm: `v=19` in the hashes is 0x13. */
export const ARGON2_VERSION = '1.3';

export function loadArgon2(): Promise<Argon2> {
  return import('@node-rs/argon2');
}
