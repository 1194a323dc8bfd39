/**
 * The queue between a provider that writes and a client that reads, as it is promised: a list of all texts
 * that were written, and how many of them were read.
 *
 * A reader gets all that waits; a comment, if nothing comes for a while; and the end, once it has read all
 * before. A writer waits while as much waits as may, until it is read or nobody reads any more.
 */
export interface PiecesLimits {
  readonly lengthMax: number;
  readonly keepAliveMs: number;
}

export const KEEP_ALIVE = ': alive';

export class NaivePieces {
  readonly #limits: PiecesLimits;
  #written: string[] = [];
  /** Since when a reader waits; undefined if none does. */
  #readsSince: number | undefined;
  #end: 'ended' | 'failed' | undefined;
  isLeft = false;
  /** All that readers got, since the list was emptied. */
  readonly got: string[] = [];
  isWriterWaiting = false;

  constructor(limits: PiecesLimits) {
    this.#limits = limits;
  }

  get isReading(): boolean {
    return this.#readsSince !== undefined;
  }

  /** No more is written, and none is read that was not there. */
  get isOver(): boolean {
    return this.isLeft || this.#end !== undefined;
  }

  write(text: string): void {
    if (this.isLeft) return;
    this.#written.push(text);
    this.isWriterWaiting = this.#written.join('').length >= this.#limits.lengthMax;
  }

  read(now: number): void {
    this.#readsSince = now;
  }

  end(how: 'ended' | 'failed'): void {
    this.#end = how;
  }

  /** @returns false if there is nothing to leave */
  leave(): boolean {
    if (this.isLeft || (this.#end !== undefined && this.#written.length === 0)) return false;
    this.isLeft = true;
    this.#written = [];
    this.isWriterWaiting = false;
    return true;
  }

  /** A reader has by now what there is for it. */
  pass(now: number): void {
    if (this.#readsSince === undefined) return;
    const got = this.#next(now - this.#readsSince);
    if (got === undefined) return;
    this.got.push(got);
    this.#readsSince = undefined;
  }

  #next(waitedMs: number): string | undefined {
    if (this.#written.length > 0) {
      const text = this.#written.join('');
      this.#written = [];
      this.isWriterWaiting = false;
      return text;
    }
    if (this.#end !== undefined) return this.#end;
    if (this.isLeft) return 'ended';
    return waitedMs >= this.#limits.keepAliveMs ? KEEP_ALIVE : undefined;
  }
}
