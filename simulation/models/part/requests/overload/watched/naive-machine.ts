/**
 * The machine as a node is to see it: looked at once a second, by ticks that come each 50 ms unless the event
 * loop is late.
 *
 *  - Sixteen descriptors are kept back. They are let go if there is no other one; all is well again with
 *    eight more than these.
 *  - Without any descriptor nothing is listened on, until there are eight.
 *  - The disk is nearly full if less is free than is to be kept free, or than two hundredths of it.
 */
const TICK_MS = 50;
const LOOK_EVERY_MS = 1_000;
const STALL_MS = 1_000;
const KEPT_BACK = 16;
const LEFT_MIN = 8;

export interface Disk {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** How a try to listen again ends: of the Unix socket, or of all. */
export type ListenEnd = 'fine' | 'no_socket' | 'refused';

export class NaiveMachine {
  readonly #reserveBytes: number;
  /** Descriptors that this node may have, those included that it keeps back. */
  descriptors: number;
  disk: Disk | undefined;
  memory: 'low' | 'so' | 'high' = 'low';
  isQueue = false;
  listenEnd: ListenEnd = 'fine';
  stalls = 0;
  isExhausted: boolean;
  isNoneLeft = false;
  isListening = true;
  isSocketShut = false;
  isMemoryShort = false;
  isDiskFull = false;
  isRefused = false;
  /** Tries to listen again. */
  tries = 0;
  /** Before the first look nothing is said. */
  hasLooked = false;
  isQueueSaid = false;
  #dueAt: number;
  #lookAt: number;

  constructor(now: number, descriptors: number, reserveBytes: number) {
    this.#reserveBytes = reserveBytes;
    this.descriptors = descriptors;
    this.#dueAt = now;
    this.#lookAt = now;
    this.isExhausted = descriptors < KEPT_BACK + LEFT_MIN;
    this.isNoneLeft = descriptors === 0;
  }

  /** When the loop is to come to the next tick. */
  tick(now: number): number {
    if (now - this.#dueAt >= STALL_MS) this.stalls += 1;
    this.#dueAt = now + TICK_MS;
    if (now >= this.#lookAt) this.#look(now);
    return this.#dueAt;
  }

  /** All that lasts, by the names that the log has for it. */
  get overloads(): readonly string[] {
    const all: readonly (readonly [string, boolean])[] = [
      ['descriptors', this.isExhausted && this.hasLooked],
      ['disk_space', this.isDiskFull],
      ['listen_again', this.isRefused],
      ['listening', !this.isListening],
      ['memory', this.isMemoryShort],
      ['queue', this.isQueueSaid],
      ['unix_socket', this.isSocketShut],
    ];
    return all.flatMap(([name, isSo]) => (isSo ? [name] : []));
  }

  #look(now: number): void {
    this.#lookAt = now + LOOK_EVERY_MS;
    this.hasLooked = true;
    this.#lookAtDescriptors();
    if (this.isNoneLeft) this.isListening = false;
    else if (!this.isListening || this.isSocketShut) this.#listenAgain();
    if (this.memory !== 'so') this.isMemoryShort = this.memory === 'high';
    const { disk } = this;
    this.isDiskFull =
      disk !== undefined && disk.freeBytes < Math.min(this.#reserveBytes, disk.totalBytes / 50);
  }

  #lookAtDescriptors(): void {
    const wanted = this.isExhausted ? KEPT_BACK + LEFT_MIN : KEPT_BACK + 1;
    this.isExhausted = this.descriptors < wanted;
    const enough = this.isNoneLeft ? LEFT_MIN : 1;
    this.isNoneLeft = this.isExhausted && this.descriptors < enough;
  }

  #listenAgain(): void {
    this.tries += 1;
    this.isRefused = this.listenEnd === 'refused';
    if (this.isRefused) return;
    this.isListening = true;
    this.isSocketShut = this.listenEnd === 'no_socket';
  }
}
