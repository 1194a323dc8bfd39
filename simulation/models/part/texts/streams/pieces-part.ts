/** The queue of a text between its provider and its client, who reads slowly, falls silent and leaves. */
import { PieceQueue, type PieceQueueOptions } from '../../../../../src/routing/text/piece-queue.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { KEEP_ALIVE, NaivePieces, type PiecesLimits } from './naive-pieces.js';

type PiecesAct =
  | { readonly do: 'write'; readonly length: number; readonly times: number }
  | { readonly do: 'read' | 'end' | 'fail' | 'leave' };

export function piecesPart(
  make = (options: PieceQueueOptions) => new PieceQueue(options),
): Part<PiecesLimits, PiecesAct> {
  return {
    name: 'pieces',
    limits: (random) => ({ lengthMax: random.pick([1, 5, 30]), keepAliveMs: random.pick([50, 15_000]) }),
    act: (random) =>
      random.weighted<() => PiecesAct>([
        [8, () => ({ do: 'write', length: random.between(1, 6), times: random.pick([1, 1, 3]) })],
        [8, () => ({ do: 'read' })],
        [0.3, () => ({ do: 'end' })],
        [0.2, () => ({ do: 'fail' })],
        [0.6, () => ({ do: 'leave' })],
      ])(),
    pauseMs: (random, { keepAliveMs }) =>
      random.pick([0, 0, 0, 1, 30, keepAliveMs - 1, keepAliveMs, keepAliveMs + 1]),
    begin: (trial, limits) => new PiecesCourse(trial, limits, make),
  };
}

class PiecesCourse implements Course<PiecesAct> {
  readonly #trial: Trial;
  readonly #naive: NaivePieces;
  readonly #queue: PieceQueue;
  readonly #reader: AsyncIterator<Uint8Array>;
  readonly #got: string[] = [];
  #written = 0;
  #isWriterWaiting = false;
  #left = 0;
  #expectedLeft = 0;
  #isOver = false;

  constructor(trial: Trial, limits: PiecesLimits, make: (options: PieceQueueOptions) => PieceQueue) {
    this.#trial = trial;
    this.#naive = new NaivePieces(limits);
    this.#queue = make({
      ...limits,
      world: trial.world,
      keepAlive: KEEP_ALIVE,
      onLeft: () => {
        this.#left += 1;
      },
    });
    this.#reader = this.#queue[Symbol.asyncIterator]();
  }

  take(act: PiecesAct): void {
    const naive = this.#naive;
    switch (act.do) {
      case 'write':
        for (let n = 0; n < act.times; n++) this.#write(act.length);
        return;
      case 'read':
        // A reader reads one piece after the other, and none behind the end.
        if (naive.isReading || this.#isOver) return;
        naive.read(this.#trial.now);
        void this.#read();
        return;
      case 'leave':
        if (naive.leave()) this.#expectedLeft += 1;
        this.#queue.leave();
        return;
      default:
        if (naive.isOver) return;
        naive.end(act.do === 'end' ? 'ended' : 'failed');
        if (act.do === 'end') this.#queue.end();
        else this.#queue.fail(new Error('the provider broke off'));
    }
  }

  compare(): void {
    this.#naive.pass(this.#trial.now);
    const expected = this.#naive.got.splice(0);
    this.#trial.same('read', this.#got.splice(0), expected);
    if (expected.some((one) => one === 'ended' || one === 'failed')) this.#isOver = true;
    this.#trial.same('writer', this.#isWriterWaiting, this.#naive.isWriterWaiting);
    this.#trial.same('left', this.#left, this.#expectedLeft);
  }

  /** A writer that is told to wait does, and writes nothing behind the end. */
  #write(length: number): void {
    if (this.#naive.isWriterWaiting || (this.#naive.isOver && !this.#naive.isLeft)) return;
    const text = String(this.#written++ % 10).repeat(length);
    this.#naive.write(text);
    const room = this.#queue.push(text);
    this.#isWriterWaiting = room !== undefined;
    void room?.then(() => {
      this.#isWriterWaiting = false;
    });
  }

  async #read(): Promise<void> {
    try {
      const { done, value } = await this.#reader.next();
      this.#got.push(done === true ? 'ended' : Buffer.from(value).toString());
    } catch {
      this.#got.push('failed');
    }
  }
}
