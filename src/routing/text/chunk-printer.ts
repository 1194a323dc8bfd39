/** Prints the chunks of one stream as its client sees them. */
import { RepeatedPiece } from '../../providers/repeated-piece.js';
import type { TextPiece } from '../../providers/text-provider.js';
import { chunkEvent, type Named } from './text-pieces.js';

export class ChunkPrinter {
  readonly #generation: Named;
  /** The piece that was repeated last, and its event around the content. */
  #first: TextPiece | undefined;
  #before = '';
  #behind = '';

  constructor(generation: Named) {
    this.#generation = generation;
  }

  /** Undefined for a piece that only says usage, which comes at the end. */
  print(piece: TextPiece): string | undefined {
    const { repeats } = piece;
    if (repeats === undefined) return chunkEvent(this.#generation, piece);
    if (repeats.first !== this.#first) this.#learn(repeats.first);
    return this.#before + repeats.content + this.#behind;
  }

  /** The content stands where the events of two contents differ. */
  #learn(first: TextPiece): void {
    const event = chunkEvent(this.#generation, new RepeatedPiece(first, '0')) ?? '';
    const other = chunkEvent(this.#generation, new RepeatedPiece(first, '1')) ?? '';
    let at = 0;
    while (event.charCodeAt(at) === other.charCodeAt(at)) at += 1;
    this.#first = first;
    this.#before = event.slice(0, at);
    this.#behind = event.slice(at + 1);
  }
}
