/**
 * Pairs every request with what became of it, and knows the keys and jobs that answers told of. One for all
 * the rules of a checker, told of everything before they are.
 *
 * Invariants
 *  1. An exchange ends once: answered, cut off or given up. An observation that comes later for it changes
 *     nothing here.
 *  2. A key or job is known from the first answer that named it to whoever made it, and is never forgotten.
 *  3. `seq` counts observations; it orders what happened at the same instant.
 */
import type { Answered, Observation, RequestSent } from '../../history/observation.js';

export type Sent = RequestSent & { readonly at: number };
export type Answer = Answered & { readonly at: number };
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether the page of the web chat sends it. */
export function isOfChat({ call, credential }: Pick<Sent, 'call' | 'credential'>): boolean {
  const isOfText = call.op === 'chat' || call.op === 'generation';
  return call.op === 'chat_message' || (isOfText && credential === 'page');
}

/** Whether it is a message of the web chat: it counts on a window of its account, not on that of its key. */
export function isMessage(sent: Pick<Sent, 'call' | 'credential'>): boolean {
  return isOfChat(sent) && sent.call.op !== 'generation';
}

/** A request, and what became of it. */
export interface Exchange {
  readonly sent: Sent;
  /** Place of its sending among the observations. */
  readonly seq: number;
  readonly outcome: 'open' | 'answered' | 'cut_off' | 'gave_up';
  /** When its body was sent, in ms; undefined before that, and if it has none. */
  readonly bodyAt: number | undefined;
  readonly answer: Answer | undefined;
  /** When it ended, and the place of that among the observations; `Infinity` while it is open. */
  readonly endAt: number;
  readonly endSeq: number;
}

export interface KnownKey {
  readonly id: string;
  /** Its number in the history. */
  readonly number: number;
  readonly account: string;
  /** The request that made it. */
  readonly made: Exchange;
}

export interface KnownJob {
  readonly id: string;
  readonly keyId: string;
  readonly account: string;
  /** The first request that was answered with it. */
  readonly submit: Exchange;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class Requests {
  readonly #open = new Map<number, Mutable<Exchange>>();
  readonly #keys = new Map<string, KnownKey>();
  readonly #keysMade = new Map<Exchange, string>();
  readonly #jobs = new Map<string, KnownJob>();
  #seq = 0;

  /** Place of the latest observation. */
  get seq(): number {
    return this.#seq;
  }

  /** Those that have not ended, in the order in which they were sent. */
  get open(): Iterable<Exchange> {
    return this.#open.values();
  }

  key(id: string): KnownKey | undefined {
    return this.#keys.get(id);
  }

  /** The id of the key that a request made first; undefined if no answer told of it. */
  keyMadeBy(made: Exchange): string | undefined {
    return this.#keysMade.get(made);
  }

  /** The key of this number in the history. */
  numbered(number: number): KnownKey | undefined {
    for (const key of this.#keys.values()) if (key.number === number) return key;
    return undefined;
  }

  /** How many keys of an account answers told of. */
  keysIn(account: string | undefined): number {
    return [...this.#keys.values()].filter((key) => key.account === account).length;
  }

  job(id: string): KnownJob | undefined {
    return this.#jobs.get(id);
  }

  /** The exchange that `seen` is about; undefined if it is about none, or one that has ended before. */
  observe(seen: Observation): Exchange | undefined {
    this.#seq += 1;
    switch (seen.what) {
      case 'sent':
        return this.#sent(seen);
      case 'body_sent': {
        const exchange = this.#open.get(seen.request);
        if (exchange !== undefined) exchange.bodyAt = seen.at;
        return exchange;
      }
      case 'answered': {
        const exchange = this.#end(seen.request, 'answered', seen.at);
        if (exchange === undefined) return undefined;
        exchange.answer = seen;
        this.#learn(exchange, seen);
        return exchange;
      }
      case 'cut_off':
      case 'gave_up':
        return this.#end(seen.request, seen.what, seen.at);
      default:
        return undefined;
    }
  }

  #sent(sent: Sent): Exchange {
    const exchange: Mutable<Exchange> = {
      sent,
      seq: this.#seq,
      outcome: 'open',
      bodyAt: undefined,
      answer: undefined,
      endAt: Number.POSITIVE_INFINITY,
      endSeq: Number.POSITIVE_INFINITY,
    };
    this.#open.set(sent.request, exchange);
    return exchange;
  }

  #end(request: number, outcome: Exchange['outcome'], at: number): Mutable<Exchange> | undefined {
    const exchange = this.#open.get(request);
    if (exchange === undefined) return undefined;
    this.#open.delete(request);
    exchange.outcome = outcome;
    exchange.endAt = at;
    exchange.endSeq = this.#seq;
    return exchange;
  }

  #learn(exchange: Exchange, answer: Answer): void {
    const { call, keyId } = exchange.sent;
    if (call.op === 'create_key' && answer.status === 201) {
      const { id, account } = bodyOf(answer) ?? {};
      if (typeof id !== 'string' || typeof account !== 'string' || this.#keys.has(id)) return;
      this.#keys.set(id, { id, account, number: call.newKey, made: exchange });
      this.#keysMade.set(exchange, id);
    } else if (call.op === 'submit' && answer.status === 202) {
      const { id } = bodyOf(answer) ?? {};
      if (typeof id !== 'string' || this.#jobs.has(id)) return;
      const account = this.#keys.get(keyId)?.account ?? '';
      this.#jobs.set(id, { id, keyId, account, submit: exchange });
    }
  }
}

/** Several rules ask for the same body in turn; it goes with its answer. */
const parsed = new WeakMap<Answer, JsonObject | null>();

/** The JSON object that an answer carries; undefined if it carries none. Parsed once. */
export function bodyOf(answer: Answer): JsonObject | undefined {
  let body = parsed.get(answer);
  if (body === undefined) {
    body = objectIn(answer.body);
    parsed.set(answer, body);
  }
  return body ?? undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectIn(text: string): JsonObject | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The code of the error that it carries; undefined if it carries none. */
export function codeOf(answer: Answer): string | undefined {
  if (answer.status < 400) return undefined;
  const error = bodyOf(answer)?.error;
  return isObject(error) && typeof error.code === 'string' ? error.code : undefined;
}

/** Whose management key a request has: that of an account, or one of the operator's. */
export function managerOf({ ofAccount, operatorKey = 0 }: Exchange['sent']): string {
  return ofAccount ?? `operator, ${operatorKey}`;
}
