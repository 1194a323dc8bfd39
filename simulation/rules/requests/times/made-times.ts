/** The time at which a thing was made, as the answer to its request tells it. */
import { WallTimes } from '../../facts/acts/wall-times.js';
import { bodyOf, type Exchange } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';

const MADE: readonly number[] = [201, 202];
/** The clocks of a real process and of its clients may differ by this, in ms. */
const MARGIN_MS = 20;

export const MADE_TIMES: Rule = {
  name: 'made-times',
  says: 'A thing that a request made has the time of that request, in Unix seconds: between its sending and its answer.',
  watch(_setup, report) {
    const walls = new WallTimes();
    let knownSince: number | undefined;
    /** Streams, with the time of their answer. */
    const streams = new Map<number, { readonly exchange: Exchange; readonly at: number }>();
    const check = ({ sent }: Exchange, at: number, told: unknown) => {
      if (told === undefined || knownSince === undefined || sent.at <= knownSince) return;
      const { least, most } = walls.between(sent.at - MARGIN_MS, at + MARGIN_MS);
      if (typeof told !== 'number' || told < least || told > most)
        report(`request ${sent.request} (${sent.call.op}) made at ${String(told)}, not ${least} to ${most}`);
    };
    return {
      observe(seen, exchange) {
        walls.observe(seen);
        if (seen.what === 'stream_over') streams.delete(seen.request);
        if (seen.what === 'read') {
          const stream = streams.get(seen.request);
          for (const item of stream === undefined ? [] : seen.items)
            if ('named' in item && stream !== undefined)
              check(stream.exchange, stream.at, JSON.parse(item.named).created);
        }
        if (seen.what !== 'answered') return;
        knownSince ??= seen.at;
        if (exchange === undefined || seen.headers['idempotent-replayed'] !== undefined) return;
        if (MADE.includes(seen.status)) check(exchange, seen.at, bodyOf(seen)?.created_at);
        const { call } = exchange.sent;
        if (call.op !== 'chat' || seen.status !== 200) return;
        if (call.isStreamed) streams.set(seen.request, { exchange, at: seen.at });
        else check(exchange, seen.at, bodyOf(seen)?.created);
      },
    };
  },
};
