/** Ids of requests, unique across restarts: a random part per process, then a count. */
const RANDOM_BYTES = 10;

export class RequestIds {
  readonly #prefix: string;
  #count = 0;

  /** @param randomBytes a cryptographic source: an id must not tell when the process started */
  constructor(randomBytes: (count: number) => Uint8Array) {
    this.#prefix = `req_${Buffer.from(randomBytes(RANDOM_BYTES)).toString('hex')}_`;
  }

  next(): string {
    this.#count += 1;
    return this.#prefix + this.#count.toString(36);
  }
}
