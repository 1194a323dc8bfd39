/**
 * Server-sent events of a service's answer (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
import { createParser, type EventSourceParser } from 'eventsource-parser';

/** Of one event, in UTF-16 units. */
const EVENT_LENGTH_MAX = 4_194_304;
const ASCII_MAX = 0x7f;
const BYTE_ORDER_MARK = '\ufeff';

export class EventReader {
  readonly #parser: EventSourceParser;
  /** Made for the first piece that may end within a character. */
  #decoder: TextDecoder | undefined;
  #came: string[] = [];
  #isTooLong = false;
  #hasBegun = false;

  constructor() {
    this.#parser = createParser({
      maxBufferSize: EVENT_LENGTH_MAX,
      onEvent: ({ data }) => this.#came.push(data),
      onError: ({ type }) => {
        this.#isTooLong ||= type === 'max-buffer-size-exceeded';
      },
    });
  }

  /**
   * The data of the events that are whole with this piece. Comments, ids and names are passed over.
   *
   * @throws if an event is too long
   */
  read(piece: Uint8Array): readonly string[] {
    this.#parser.feed(this.#textOf(piece));
    if (this.#isTooLong) throw new Error(`an event of more than ${EVENT_LENGTH_MAX} characters`);
    const came = this.#came;
    if (came.length > 0) this.#came = [];
    return came;
  }

  #textOf(piece: Uint8Array): string {
    const text = this.#decoded(piece);
    const isMarked = !this.#hasBegun && text.startsWith(BYTE_ORDER_MARK);
    this.#hasBegun ||= text !== '';
    return isMarked ? text.slice(BYTE_ORDER_MARK.length) : text;
  }

  #decoded(piece: Uint8Array): string {
    if (this.#decoder === undefined && (piece.at(-1) ?? 0) <= ASCII_MAX)
      return Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('utf8');
    this.#decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
    return this.#decoder.decode(piece, { stream: true });
  }
}
