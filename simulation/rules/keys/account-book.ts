/** The names and the verification of accounts, as answers to operators tell of their changes. */
import type { Observation } from '../../history/observation.js';
import { type Change, Changes } from '../facts/changes.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { bodyOf, type Exchange, type Requests } from '../facts/requests.js';

/** The first account is verified from the start, and has no number but 0. */
const DEFAULT_ACCOUNT = 'acct_default';

interface Account {
  readonly name: Changes<string>;
  readonly isVerified: Changes<boolean>;
}

/** A change whose answer has not come. */
type UnderWay = (exchange: Exchange) => void;

export class AccountBook {
  readonly #requests: Requests;
  readonly #trouble = new DiskTrouble();
  /** By their numbers. */
  readonly #ids = [DEFAULT_ACCOUNT];
  readonly #accounts = new Map<string, Account>();
  readonly #underWay = new Map<number, UnderWay>();

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Undefined of one that no answer told of. */
  account(id: string): Account | undefined {
    return this.#accounts.get(id);
  }

  observe(seen: Observation, exchange: Exchange | undefined): void {
    this.#trouble.observe(seen);
    if (seen.what === 'sent' && exchange !== undefined) this.#asked(exchange);
    else if (seen.what === 'answered' && exchange !== undefined) this.#answered(exchange);
    else if (seen.what === 'crashed' || seen.what === 'stopped' || seen.what === 'start_failed') {
      const isTrouble = this.#trouble.isOnAt(seen.at);
      for (const { name, isVerified } of this.#accounts.values())
        for (const one of [name, isVerified]) one.processEnded(this.#requests.seq, isTrouble);
    }
  }

  #asked(exchange: Exchange): void {
    const { call, ofAccount } = exchange.sent;
    if (ofAccount !== undefined) return;
    if (call.op === 'change_account')
      this.#begin(exchange, this.#numbered(call.account)?.isVerified, call.isVerified);
    else if (call.op === 'form' && call.act === 'rename_account')
      this.#begin(exchange, this.#numbered(call.account)?.name, call.name);
  }

  #begin<T>(exchange: Exchange, changes: Changes<T> | undefined, value: T): void {
    const change: Change<T> | undefined = changes?.begin(value, exchange.seq);
    if (changes === undefined || change === undefined) return;
    this.#underWay.set(exchange.sent.request, (answered) => {
      const { endSeq, answer } = answered;
      if (outcomeOf(answered) === 'done') changes.applied(change, endSeq);
      else changes.refused(change, endSeq, answer?.status === 503);
    });
  }

  #answered(exchange: Exchange): void {
    const { sent, answer, endSeq } = exchange;
    const { call, request } = sent;
    this.#underWay.get(request)?.(exchange);
    this.#underWay.delete(request);
    if (call.op === 'create_account' && answer?.status === 201) {
      const { id, name, verified } = bodyOf(answer) ?? {};
      this.#ids.push(String(id));
      this.#add(String(id), String(name), verified === true, endSeq);
    }
  }

  #add(id: string, name: string, isVerified: boolean, seq: number): void {
    this.#accounts.set(id, { name: new Changes(name, seq), isVerified: new Changes(isVerified, seq) });
  }

  #numbered(number: number): Account | undefined {
    return this.#accounts.get(this.#ids[number] ?? '');
  }
}
