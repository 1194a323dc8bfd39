/**
 * The messages of the web chat, by brute force: a list of those that were admitted, each held against those
 * of the minute before.
 *
 * The window is one of the account. A restart in order forgets none, a crash those of the second before it
 * alone.
 */
import { sometimes } from '../../moments/sometimes.js';
import { Forgotten } from '../facts/ends/forgotten.js';
import { PersonBook } from '../facts/person-book.js';
import { type Answer, codeOf, type Exchange, isMessage } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';

const WINDOW_MS = 60_000;
const MESSAGES = 30;

interface Message {
  readonly exchange: Exchange;
  /** When its form arrived. */
  readonly at: number;
  counts: 'yes' | 'no' | 'maybe';
  isBridged: boolean;
}

export const CHAT_WINDOW: Rule = {
  name: 'chat-window',
  says: 'Of 60,000 ms, 30 messages of an account are admitted, and no fewer, also across restarts; each answer shows that window.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const doubt = new SteadyDoubt();
    const forgotten = new Forgotten();
    /** By the number of the account. */
    const messages = new Map<number, Message[]>();

    const messagesOf = (exchange: Exchange): Message[] | undefined => {
      const account = book.of(book.nameOf(exchange) ?? '').account;
      if (account === undefined) return undefined;
      const known = messages.get(account) ?? [];
      messages.set(account, known);
      return known;
    };

    const countedAt = (all: readonly Message[], last: Message) => {
      let [least, most] = [0, 0];
      for (const one of all) {
        if (one === last) break;
        const slackMs = one.isBridged ? doubt.slackSince(one.at) : 0;
        if (one.counts === 'no' || one.at + WINDOW_MS + slackMs <= last.at) continue;
        most += 1;
        if (one.counts === 'yes' && one.at + WINDOW_MS - slackMs > last.at) least += 1;
      }
      return { least, most };
    };

    const check = (all: readonly Message[], last: Message, answer: Answer): void => {
      const { least, most } = countedAt(all, last);
      const about = `request ${last.exchange.sent.request}, a message of the chat`;
      const remaining = Number(answer.headers['x-ratelimit-remaining-rpm']);
      if (last.counts === 'no') {
        sometimes('chat-window-was-full');
        if (most < MESSAGES) report(`${about}: refused with at most ${most} counted of ${MESSAGES}`);
        return;
      }
      if (least >= MESSAGES) report(`${about}: admitted with at least ${least} counted of ${MESSAGES}`);
      else if (remaining < MESSAGES - 1 - most || remaining > MESSAGES - 1 - least)
        report(`${about}: ${remaining} remain, and ${least} to ${most} were counted before it`);
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        doubt.observe(seen);
        const from = forgotten.observe(seen) ?? Number.POSITIVE_INFINITY;
        if (seen.what === 'crashed' || seen.what === 'stopped')
          for (const one of [...messages.values()].flat())
            if (one.at > from && one.counts === 'yes') one.counts = 'maybe';
        if (seen.what === 'starting' && seen.isReboot)
          for (const one of [...messages.values()].flat()) one.isBridged = true;
        if (exchange === undefined || !isMessage(exchange.sent)) return;
        const all = messagesOf(exchange);
        if (seen.what === 'body_sent')
          all?.push({ exchange, at: seen.at, counts: 'maybe', isBridged: false });
        if (seen.what !== 'answered') return;
        const last = all?.find((one) => one.exchange === exchange);
        // Nobody is signed in, or the page has no room.
        const isOfWindow = seen.headers['x-ratelimit-limit-rpm'] === String(MESSAGES);
        if (all === undefined || last === undefined || !isOfWindow) return;
        last.counts = codeOf(seen) === 'chat_limit_exceeded' ? 'no' : 'yes';
        check(all, last, seen);
      },
    };
  },
};
