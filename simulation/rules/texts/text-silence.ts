/** A stream is not silent for long: after 15 s without a token a comment says that it goes on. */
import type { Rule } from '../invariant.js';

const SILENCE_MS = 15_000;
const MARGIN_MS = 100;

export const TEXT_SILENCE: Rule = {
  name: 'text-silence',
  says: 'The client of a stream reads something at least every 15 s, and a comment only after such a silence.',
  watch(_setup, report) {
    /** When something of each open stream was read last, by request. */
    const readAt = new Map<number, number>();
    const gap = (request: number, at: number, isComment: boolean): void => {
      const since = readAt.get(request);
      if (since === undefined) return;
      const ms = at - since;
      if (ms > SILENCE_MS + MARGIN_MS) report(`the stream of request ${request} was silent for ${ms} ms`);
      if (isComment && ms < SILENCE_MS)
        report(`the stream of request ${request} brought a comment ${ms} ms after something else`);
      readAt.set(request, at);
    };
    return {
      observe(seen, exchange) {
        switch (seen.what) {
          case 'answered': {
            if (exchange?.sent.call.op !== 'chat' || seen.status !== 200) return;
            const { isStreamed, readPauseMs } = exchange.sent.call;
            // A client that reads slowly makes the silence itself.
            if (isStreamed && readPauseMs === undefined) readAt.set(seen.request, seen.at);
            return;
          }
          case 'read':
            gap(
              seen.request,
              seen.at,
              seen.items.some((item) => 'is' in item && item.is === 'comment'),
            );
            return;
          case 'stream_over':
            if (seen.how === 'ended') gap(seen.request, seen.at, false);
            readAt.delete(seen.request);
            return;
          case 'starting':
            readAt.clear();
        }
      },
    };
  },
};
