/** A body of a stand-in's answer that is sent bit by bit. */

export interface StandInPiece {
  /** After the piece before. */
  readonly afterMs: number;
  readonly bytes: Uint8Array;
}

/** Its end after the last piece: that of the answer, a reset, or none until the client leaves. */
export type StreamEnd = 'ends' | 'resets' | 'stays_open';

export class StandInStream {
  /** May be endless; asked for anew each time that it is sent. */
  readonly pieces: () => Iterable<StandInPiece>;
  readonly end: StreamEnd;

  constructor(pieces: () => Iterable<StandInPiece>, end: StreamEnd = 'ends') {
    this.pieces = pieces;
    this.end = end;
  }

  /** All of it; only for one that is not endless. */
  bytes(): Buffer {
    return Buffer.concat([...this.pieces()].map(({ bytes }) => bytes));
  }
}
