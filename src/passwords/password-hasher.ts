/**
 * Hashes passwords with argon2id, one at a time: each takes 19 MiB and some 20 ms of a thread of the pool
 * that commits use, too.
 *
 * Invariants
 *  1. One hash at most is under way.
 *  2. At most `waitingMax` wait; the next one is refused at once.
 *  3. Checking a password against no hash takes what checking one against a hash does.
 */

/** The functions of `@node-rs/argon2` that are used here. */
export interface Argon2 {
  /** @param options memory in KiB */
  hash(password: string, options: Argon2Options): Promise<string>;
  verify(hashed: string, password: string): Promise<boolean>;
}

interface Argon2Options {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export interface PasswordHasher {
  /** Whether passwords wait for others. */
  readonly isBusy: boolean;
  /** The hash in the PHC string format; undefined if too many wait. */
  hash(password: string): Promise<string | undefined>;
  /**
   * Whether the password has that hash; undefined if too many wait.
   *
   * @param hash undefined if there is none to check against, which takes as long and fits no password
   */
  verify(hash: string | undefined, password: string): Promise<boolean | undefined>;
}

/** Of the algorithm: `v=19` in the hashes is 0x13. */
export const ARGON2_VERSION = '1.3';
const WAITING_MAX = 100;
const COST: Argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of a password that nobody knows, at the same cost. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$3hJi4y7UTN951avoKMEqsQ$aUpuTYMsZKrGgV/E4xFAfVaeaAtCXDhf2XanFHuLzwI';

export class QueuedPasswordHasher implements PasswordHasher {
  readonly #load: () => Promise<Argon2>;
  readonly #waitingMax: number;
  #argon2: Promise<Argon2> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @param load called once, with the first password: no start pays for it */
  constructor(load: () => Promise<Argon2>, waitingMax = WAITING_MAX) {
    this.#load = load;
    this.#waitingMax = waitingMax;
  }

  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  hash(password: string): Promise<string | undefined> {
    return this.#inTurn((argon2) => argon2.hash(password, COST));
  }

  verify(hash: string | undefined, password: string): Promise<boolean | undefined> {
    return this.#inTurn(async (argon2) => {
      const fits = await argon2.verify(hash ?? NOBODYS_HASH, password);
      return fits && hash !== undefined;
    });
  }

  async #inTurn<Result>(work: (argon2: Argon2) => Promise<Result>): Promise<Result | undefined> {
    if (this.#waiting >= this.#waitingMax) return undefined;
    this.#waiting += 1;
    const result = this.#last.then(async () => {
      this.#waiting -= 1;
      this.#argon2 ??= this.#load();
      return await work(await this.#argon2);
    });
    this.#last = result.catch(() => {});
    return await result;
  }
}

export function loadArgon2(): Promise<Argon2> {
  return import('@node-rs/argon2');
}
