/**
 * Server-sent events of a service's answer (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
import { createParser } from 'eventsource-parser';

/** Of one event, in UTF-16 units. */
const EVENT_LENGTH_MAX = 4_194_304;

/**
 * The data of the events, those that came in one piece together. Comments, ids and names are passed over, and
 * so is an event that the end cuts off. To leave the walk closes the connection.
 *
 * @throws if an event is too long, or the connection breaks
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let came: string[] = [];
  let isTooLong = false;
  const parser = createParser({
    maxBufferSize: EVENT_LENGTH_MAX,
    onEvent: ({ data }) => came.push(data),
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded';
    },
  });
  for await (const piece of body) {
    parser.feed(decoder.decode(piece, { stream: true }));
    if (isTooLong) throw new Error(`an event of more than ${EVENT_LENGTH_MAX} characters`);
    if (came.length === 0) continue;
    yield came;
    came = [];
  }
}
