/**
 * Hashes passwords with argon2id, one at a time: each takes 19 MiB and some 20 ms of a core.
 *
 * Invariants
 *  1. One hash at most is under way.
 *  2. At most `waitingMax` wait; the next one is refused at once.
 *  3. Checking a password against no hash takes what checking one against a hash does.
 */
import type { Argon2, Argon2Options } from './argon2.js';

export interface PasswordHasher {
  /** The hash in the PHC string format; undefined if too many wait. */
  hash(password: string): Promise<string | undefined>;
  /**
   * Whether the password has that hash; undefined if too many wait.
   *
   * @param hash undefined if there is none to check against, which takes as long and fits no password
   */
  verify(hash: string | undefined, password: string): Promise<boolean | undefined>;
}

const COST: Argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of a password that nobody knows, at the same cost. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$3hJi4y7UTN951avoKMEqsQ$aUpuTYMsZKrGgV/E4xFAfVaeaAtCXDhf2XanFHuLzwI';

export class QueuedPasswordHasher implements PasswordHasher {
  readonly #argon2: Argon2;
  readonly #waitingMax: number;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(argon2: Argon2, waitingMax: number) {
    this.#argon2 = argon2;
    this.#waitingMax = waitingMax;
  }

  hash(password: string): Promise<string | undefined> {
    return this.#inTurn(() => this.#argon2.hash(password, COST));
  }

  verify(hash: string | undefined, password: string): Promise<boolean | undefined> {
    return this.#inTurn(async () => {
      const fits = await this.#argon2.verify(hash ?? NOBODYS_HASH, password);
      return fits && hash !== undefined;
    });
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#waiting >= this.#waitingMax) return undefined;
    this.#waiting += 1;
    const result = this.#last.then(async () => {
      this.#waiting -= 1;
      return await work();
    });
    this.#last = result.catch(() => {});
    return await result;
  }
}
