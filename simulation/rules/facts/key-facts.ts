/**
 * The limits that a key may have had at some time, and whether it was valid, by the requests of its owner.
 */
import type { Observation } from '../../history/observation.js';
import { type Change, Changes } from './changes.js';
import { DiskTrouble } from './disk-trouble.js';
import { outcomeOf } from './people-outcomes.js';
import { bodyOf, type Exchange, type Requests, type Sent } from './requests.js';
import { SecretBook } from './secret-book.js';

export interface KeyFacts {
  readonly limit: Changes<number>;
  readonly isValid: Changes<boolean>;
}

export class KeyFactBook {
  readonly #requests: Requests;
  readonly #facts = new Map<string, KeyFacts>();
  readonly #secrets = new SecretBook();
  readonly #trouble = new DiskTrouble();
  readonly #limitChanges = new Map<number, Change<number>>();
  readonly #revocations = new Map<number, Change<boolean>>();

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Undefined for a key that no answer told of. */
  of(keyId: string): KeyFacts | undefined {
    return this.#facts.get(keyId);
  }

  /** Whether the secret of a request may have been valid, or not, between two observations. */
  validity({ sent }: Exchange, first: number, last: number): readonly boolean[] {
    const ofKey = this.#facts.get(sent.keyId)?.isValid.possible(first, last) ?? [];
    const { mayBeValid, mayBeOver } = this.#secrets.standing(sent, first, last);
    const isEither = [
      ofKey.includes(true) && mayBeValid,
      ofKey.includes(false) || (ofKey.length > 0 && mayBeOver),
    ];
    return [true, false].filter((_, at) => isEither[at]);
  }

  observe(seen: Observation, exchange: Exchange | undefined): void {
    this.#secrets.observe(seen, exchange);
    switch (seen.what) {
      case 'sent':
        if (exchange !== undefined) this.#sent(exchange);
        return;
      case 'answered':
        if (exchange !== undefined) this.#answered(exchange, seen.status);
        return;
      case 'crashed':
      case 'stopped':
      case 'start_failed':
        for (const { limit, isValid } of this.#facts.values()) {
          limit.processEnded(this.#requests.seq, this.#trouble.isOnAt(seen.at));
          isValid.processEnded(this.#requests.seq, this.#trouble.isOnAt(seen.at));
        }
        return;
      default:
        this.#trouble.observe(seen);
    }
  }

  #sent({ sent, seq }: Exchange): void {
    const facts = this.#facts.get(sent.keyId);
    if (facts === undefined) return;
    if (sent.call.op === 'set_rpm')
      this.#limitChanges.set(sent.request, facts.limit.begin(sent.call.rpm, seq));
    else if (isRevocation(sent.call)) this.#revocations.set(sent.request, facts.isValid.begin(false, seq));
    else if (sent.call.op === 'form' && sent.call.act === 'change_key' && sent.call.rpm !== undefined)
      this.#limitChanges.set(sent.request, facts.limit.begin(sent.call.rpm, seq));
  }

  #answered(exchange: Exchange, status: number): void {
    const { sent, endSeq, answer } = exchange;
    if (sent.call.op === 'create_key' && status === 201 && answer !== undefined) {
      const { id, rate_limit_rpm } = bodyOf(answer) ?? {};
      this.#learn(id, sent.call.rpm ?? Number(rate_limit_rpm), endSeq);
      return;
    }
    const facts = this.#facts.get(sent.keyId);
    if (facts === undefined) return;
    const isDone = sent.call.op === 'form' ? outcomeOf(exchange) === 'done' : status === 200;
    settle(facts.limit, this.#limitChanges, sent.request, endSeq, isDone, status);
    settle(facts.isValid, this.#revocations, sent.request, endSeq, isDone, status);
  }

  #learn(id: unknown, rpm: number, seq: number): void {
    if (typeof id !== 'string' || this.#facts.has(id)) return;
    this.#facts.set(id, { limit: new Changes(rpm, seq), isValid: new Changes(true, seq) });
  }
}

/** By an operation, or by the form of a page. */
function isRevocation(call: Sent['call']): boolean {
  return call.op === 'revoke' || (call.op === 'form' && call.act === 'revoke_key');
}

function settle<T>(
  changes: Changes<T>,
  asked: Map<number, Change<T>>,
  request: number,
  seq: number,
  isDone: boolean,
  status: number,
): void {
  const change = asked.get(request);
  if (change === undefined) return;
  asked.delete(request);
  if (isDone) changes.applied(change, seq);
  else changes.refused(change, seq, status === 503);
}
