/**
 * Guessing at passwords, by brute force: a list of all tries, each held against those of the minute before.
 * Those who forgot a password ask for links on windows of their own.
 *
 * A browser that signed in as the name before is spared: it counts on a window of its own. A restart in order
 * forgets no try, a crash those of the second before it alone.
 */

import { setsFitPassword } from '../facts/acts/new-passwords.js';
import { Forgotten } from '../facts/ends/forgotten.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import type { Exchange } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';

const WINDOW_MS = 60_000;
const BY_NAME_AND_NETWORK = 10;
const BY_NETWORK = 30;
const BY_NAME = 100;
const BY_BROWSER = 10;
const TOO_MANY = 429;

interface Try {
  readonly exchange: Exchange;
  /** When its form arrived. */
  readonly at: number;
  readonly name: string;
  /** The windows that count it, each with its limit. */
  readonly windows: ReadonlyMap<string, number>;
  /** Whether the node knows the browser; not to be told if the user may be another one of the name. */
  readonly isSpared: 'yes' | 'no' | 'maybe';
  /** A crash since may have forgotten it. */
  mayBeForgotten: boolean;
  /** The machine started anew since: it may be older, or younger, than the node takes it for. */
  isBridged: boolean;
}

export const GUESSES: Rule = {
  name: 'guesses',
  says: 'Of 60,000 ms, 10 tries of a name from a network are admitted, 30 of a network, 100 of a name, and no fewer; a browser that signed in as the name counts by itself. So it is of requests for the link of a forgotten password.',
  watch({ limits }, report, requests) {
    // With room for few windows, names and networks share one.
    const isShared = limits?.guessWindows !== undefined;
    const book = new PersonBook(requests);
    const doubt = new SteadyDoubt();
    const forgotten = new Forgotten();
    const tries: Try[] = [];
    const removed = new Set<string>();

    const nameTried = (exchange: Exchange): string | undefined => {
      const { call } = exchange.sent;
      if (call.op === 'sign_in' || call.op === 'forgot') return call.name;
      return call.op === 'change_password' ? book.nameOf(exchange) : undefined;
    };

    const arrived = (exchange: Exchange, name: string, at: number): void => {
      const { address, device, call } = exchange.sent;
      const of = call.op === 'forgot' ? 'forgotten ' : '';
      const isKnown = device !== undefined && book.deviceOf(exchange) === name;
      const isSpared = !isKnown ? 'no' : removed.has(name) ? 'maybe' : 'yes';
      const windows = new Map<string, number>();
      if (isSpared !== 'no') windows.set(`browser ${device} of ${name}`, BY_BROWSER);
      if (isSpared !== 'yes') {
        windows.set(`${of}${name} from ${address}`, BY_NAME_AND_NETWORK);
        windows.set(`${of}network ${address}`, BY_NETWORK);
        windows.set(`${of}name ${name}`, BY_NAME);
      }
      tries.push({ exchange, at, name, windows, isSpared, mayBeForgotten: false, isBridged: false });
    };

    const countedIn = (window: string, last: Try): { readonly least: number; readonly most: number } => {
      let [least, most] = [0, 0];
      for (const one of tries) {
        if (one === last) break;
        const counts = one.windows.has(window) ? countsOf(one.exchange) : 'no';
        const slackMs = one.isBridged ? doubt.slackSince(one.at) : 0;
        if (counts === 'no' || one.at + WINDOW_MS + slackMs <= last.at) continue;
        most += 1;
        const isSure = counts === 'yes' && one.isSpared !== 'maybe' && !one.mayBeForgotten;
        if (isSure && one.at + WINDOW_MS - slackMs > last.at) least += 1;
      }
      return { least, most };
    };

    /** When a try is admitted again at the earliest and latest, in seconds. */
    const waitIn = (window: string, limit: number, last: Try): readonly [least: number, most: number] => {
      const before = tries.slice(0, tries.indexOf(last)).filter((one) => one.windows.has(window));
      const open = before.filter(
        ({ exchange, at }) => countsOf(exchange) !== 'no' && at + WINDOW_MS > last.at,
      );
      const sure = open.filter((one) => countsOf(one.exchange) === 'yes' && one.isSpared !== 'maybe');
      const until = (all: readonly Try[]) => (all.at(-limit)?.at ?? Number.NEGATIVE_INFINITY) + WINDOW_MS;
      return [(until(sure) - last.at) / 1_000, (until(open) - last.at) / 1_000];
    };

    const checkWait = (last: Try): void => {
      const { exchange, windows } = last;
      if (tries.some((one) => one.isBridged || one.mayBeForgotten)) return;
      const told = Number(exchange.answer?.headers['retry-after'] ?? Number.NaN);
      const waits = [...windows].map(([window, limit]) => waitIn(window, limit, last));
      const least = Math.max(...waits.map(([one]) => one));
      const most = Math.max(...waits.map(([, one]) => one));
      if (told < least - 1 || told > most + 1)
        report(
          `request ${exchange.sent.request}, ${last.name}: told to wait for ${told} s, not ${least} to ${most} s`,
        );
    };

    const check = (last: Try): void => {
      const { exchange, windows, isSpared } = last;
      const isRefused = exchange.answer?.status === TOO_MANY;
      if (isSpared === 'maybe' || (!isRefused && countsOf(exchange) !== 'yes')) return;
      const counts = [...windows].map(([window, limit]) => ({ window, limit, ...countedIn(window, last) }));
      const about = `request ${exchange.sent.request}, ${last.name}`;
      if (isRefused && !isShared && exchange.sent.call.op === 'sign_in') checkWait(last);
      if (isRefused && !isShared && counts.every(({ most, limit }) => most < limit)) {
        const told = counts.map(({ window, limit, most }) => `${most} of ${limit} by ${window}`);
        report(`${about}: refused with at most ${told.join(', ')}`);
      }
      for (const { window, limit, least } of isRefused ? [] : counts) {
        if (least >= limit) report(`${about}: admitted with at least ${least} of ${limit} by ${window}`);
      }
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        doubt.observe(seen);
        const from = forgotten.observe(seen) ?? Number.POSITIVE_INFINITY;
        if (seen.what === 'crashed' || seen.what === 'stopped')
          for (const one of tries) if (isShared || one.at > from) one.mayBeForgotten = true;
        if (seen.what === 'starting' && seen.isReboot) for (const one of tries) one.isBridged = true;
        if (exchange === undefined) return;
        const { call } = exchange.sent;
        if (seen.what === 'sent' && call.op === 'remove_user') removed.add(call.name);
        if (seen.what === 'body_sent') {
          const name = nameTried(exchange);
          if (name !== undefined) arrived(exchange, name, seen.at);
        }
        if (seen.what !== 'answered') return;
        const last = tries.findLast((one) => one.exchange === exchange);
        if (last !== undefined) check(last);
      },
    };
  },
};

/** A try is counted before it is checked; a refused one never. */
function countsOf(exchange: Exchange): 'yes' | 'no' | 'maybe' {
  const { outcome, answer, sent } = exchange;
  if (outcome !== 'answered' || answer === undefined || answer.status >= 500) return 'maybe';
  if (setsFitPassword(sent.call) === false) return 'no';
  const isWrong = answer.status === 401 || (sent.call.op === 'change_password' && answer.status === 400);
  return isWrong || outcomeOf(exchange) === 'done' ? 'yes' : 'no';
}
