/**
 * The mails with links for forgotten passwords that a process owes: as many to an address as were asked for,
 * five of a day.
 *
 * A name that signs up, too, is left out: it shares its mails of the day with those who forgot.
 */
import type { DiskTrouble } from '../facts/disk-trouble.js';
import type { PersonBook } from '../facts/person-book.js';
import type { Exchange, Requests } from '../facts/requests.js';

const DAY_MS = 86_400_000;
/** A mail counts a moment after its answer, which may be on another day. */
const MIDNIGHT_MS = 1_000;

interface OwedFacts {
  readonly book: PersonBook;
  readonly trouble: DiskTrouble;
  readonly requests: Requests;
  /** Mails to an address that strangers may cause in a day. */
  readonly askedMax: number;
}

export class OwedMails {
  readonly #facts: OwedFacts;
  /** By name, since the process began, in the order of their sending. */
  #asked = new Map<string, Exchange[]>();

  constructor(facts: OwedFacts) {
    this.#facts = facts;
  }

  started(): void {
    this.#asked = new Map();
  }

  sent(exchange: Exchange): void {
    const { call } = exchange.sent;
    if (call.op !== 'forgot' && call.op !== 'sign_up') return;
    this.#asked.set(call.name, [...(this.#asked.get(call.name) ?? []), exchange]);
  }

  /** How many each name is owed, of those that were asked for by then. */
  *of(before: number): Iterable<readonly [name: string, count: number]> {
    for (const [name, all] of this.#asked) {
      const asked = all.filter(({ answer }) => answer === undefined || !isRefused(answer.status));
      if (asked.some(({ sent, answer }) => sent.call.op === 'sign_up' || isNearMidnight(answer?.wallMs)))
        continue;
      const sure = asked.filter((one) => one.endAt <= before && this.#isSure(name, one));
      const doubtful = asked.filter((one) => !this.#isSure(name, one)).length;
      const days = new Map<number, number>();
      for (const { answer } of sure) {
        const day = Math.floor((answer?.wallMs ?? 0) / DAY_MS);
        days.set(day, (days.get(day) ?? 0) + 1);
      }
      let owed = 0;
      for (const count of days.values())
        owed += Math.max(0, Math.min(count, this.#facts.askedMax - doubtful));
      if (owed > 0) yield [name, owed];
    }
  }

  #isSure(name: string, { answer, sent, seq }: Exchange): boolean {
    const { book, trouble, requests } = this.#facts;
    if (answer?.status !== 200 || trouble.isOnAt(sent.at) || trouble.isOnAt(answer.at)) return false;
    return !book.of(name).isUser.possible(seq, requests.seq).includes(false);
  }
}

function isRefused(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408;
}

function isNearMidnight(wallMs: number | undefined): boolean {
  return wallMs !== undefined && (wallMs + MIDNIGHT_MS) % DAY_MS < 2 * MIDNIGHT_MS;
}
