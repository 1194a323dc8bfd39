import { describe, expect, it } from 'vitest';
import { mkeyId } from '../../../../../simulation/history/forms/desk-call.js';
import { MANAGEMENT_KEYS } from '../../../../../simulation/rules/people/desk/management-keys.js';
import type { Reply } from '../../made-history.js';
import { ADA, MadePeople } from '../made-people.js';

const OWN = 'acct_own';
const SECRET: Reply = { body: { hasSecret: true } };
const NO_SECRET: Reply = { body: { hasSecret: false } };
const SAVED: Reply = { status: 303, headers: { location: '/management-keys?saved' } };
const NOT_FOUND: Reply = { status: 404 };
const TOO_MANY: Reply = { status: 409 };
const UNAVAILABLE: Reply = { status: 503 };
const UNKNOWN_KEY: Reply = { status: 401, code: 'invalid_api_key' };
const KEYS_MAX = 20;

/** Ada, an operator of account 0, at the desk; account 1 is `acct_own`. */
class Made extends MadePeople {
  readonly #ada: number;
  readonly #open: number[] = [];
  #now = 10;

  constructor(acts: readonly Act[]) {
    super(MANAGEMENT_KEYS);
    this.ask(0, { op: 'create_account', name: 'Own' }, { status: 201, body: { id: OWN } });
    this.#ada = this.join(1, ADA, 'operator');
    for (const act of acts) act(this);
  }

  /** Answered later if `reply` is null. */
  asks(call: DeskAct, account: number | undefined, reply: Reply | null): void {
    this.#now += 10;
    const of = account === undefined ? {} : { account };
    const request = this.send(this.#now, { op: 'desk', session: 0, ...call, ...of }, { session: this.#ada });
    if (reply === null) this.#open.push(request);
    else this.answer(this.#now, request, reply);
  }

  uses(mkey: number, reply: Reply): void {
    this.ask(this.#now, { op: 'use_mkey', mkey }, reply);
  }

  answersAll(reply: Reply): void {
    for (const request of this.#open.splice(0)) this.answer(this.#now, request, reply);
  }
}

type DeskAct =
  | { readonly act: 'make_mkey'; readonly mkey: number; readonly name: string }
  | { readonly act: 'revoke_mkey'; readonly mkey: number }
  | { readonly act: 'list_mkeys' };
type Act = (made: Made) => void;

const make = (mkey: number, reply: Reply | null = SECRET, account?: number): Act => {
  return (made) => made.asks({ act: 'make_mkey', mkey, name: `Key ${mkey}` }, account, reply);
};
const makeMany = (first: number, last: number, reply: Reply | null = SECRET): Act => {
  return (made) => {
    for (const mkey of numbers(first, last)) make(mkey, reply)(made);
  };
};
const revoke = (mkey: number, reply: Reply | null = SAVED, account?: number): Act => {
  return (made) => made.asks({ act: 'revoke_mkey', mkey }, account, reply);
};
const use = (mkey: number, reply: Reply = {}): Act => {
  return (made) => made.uses(mkey, reply);
};
/** The keys of these numbers are listed, each by its name. */
const list = (mkeys: readonly number[], account?: number, name?: string): Act => {
  const reply = { body: { mkeys: mkeys.map((mkey) => [mkeyId(mkey), name ?? `Key ${mkey}`]) } };
  return (made) => made.asks({ act: 'list_mkeys' }, account, reply);
};
const noList: Act = (made) => made.asks({ act: 'list_mkeys' }, 0, { status: 404, body: { mkeys: [] } });
const answered = (reply: Reply): Act => {
  return (made) => made.answersAll(reply);
};

function numbers(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

const shows = (account: string): Reply => ({ body: { data: [{ id: 'key_1', account }] } });
const REFUSED = use(1, UNKNOWN_KEY);
const LAST = KEYS_MAX - 1;

describe('the rule management-keys', () => {
  it.each<[string, readonly Act[]]>([
    [
      'one that works in its account and is listed, until it is revoked',
      [
        ...[make(1, SECRET, 1), use(1, shows(OWN)), list([1], 1), list([])],
        ...[revoke(1, SAVED, 1), REFUSED, list([], 1)],
      ],
    ],
    [
      'one that is used before an answer told of it',
      [make(1, null), REFUSED, use(1), list([]), list([1]), answered(SECRET), use(1)],
    ],
    [
      'one whose form the node could not answer',
      [make(1, UNAVAILABLE), REFUSED, list([]), list([1]), make(1)],
    ],
    ['a form that comes again and shows no secret', [make(1), make(1, NO_SECRET), list([1])]],
    [
      'one that is being revoked',
      [make(1), revoke(1, null), REFUSED, use(1), list([]), list([1]), answered(SAVED)],
    ],
    ['one that was perhaps revoked', [make(1), revoke(1, UNAVAILABLE), REFUSED, use(1), list([]), list([1])]],
    ['one whose revocation was refused', [make(1), revoke(1, NOT_FOUND, 1), use(1), list([1])]],
    [
      'one that is refused for another reason',
      [make(1), use(1, { status: 429, code: 'rate_limit_exceeded' })],
    ],
    ['one that nobody made', [use(7, shows(OWN)), revoke(7), use(7)]],
    ['a list that is refused, and one of another account', [make(1), noList, list([], 1)]],
    [
      'as many as there may be, and one more that is refused',
      [
        ...[makeMany(1, LAST), make(KEYS_MAX, TOO_MANY), make(KEYS_MAX + 1, SECRET, 1)],
        ...[list(numbers(1, LAST)), revoke(1), make(KEYS_MAX + 2)],
      ],
    ],
    [
      'one that is refused beside one that is perhaps revoked, and one that is perhaps made',
      [
        ...[makeMany(1, LAST - 1), revoke(1, UNAVAILABLE), make(LAST, UNAVAILABLE)],
        ...[make(KEYS_MAX, TOO_MANY), make(KEYS_MAX + 1)],
      ],
    ],
  ])('has nothing to say of %s', (_, acts) => {
    expect(new Made(acts).end()).toEqual([]);
  });

  it.each<[string, readonly Act[], RegExp]>([
    ['one that does not work', [REFUSED], /with the management key 1 is refused, and nobody revoked it/],
    [
      'one that does not, and whose revocation was refused',
      [revoke(1, NOT_FOUND), REFUSED],
      /is refused, and nobody revoked it/,
    ],
    [
      'one that does not, and whose form came back',
      [make(1, UNAVAILABLE), REFUSED],
      /is refused, and nobody revoked it/,
    ],
    [
      'one that works after it was revoked',
      [revoke(1), use(1)],
      /management key 1 is taken, and it was revoked/,
    ],
    ['one that reaches others', [use(1, shows(OWN))], /of account 0 is shown key_1 of acct_own/],
    ['a form with another secret', [make(1)], /\(make_mkey\): a form that came before is shown another/],
    [
      'a form with another secret after it was revoked',
      [revoke(1), make(1)],
      /a form that came before is shown another secret/,
    ],
    ['one too many', [makeMany(2, KEYS_MAX)], /account 0 had 20 management keys$/],
    [
      'one that is refused beside a single one',
      [make(2, TOO_MANY)],
      /refused, and account 0 had 2 management keys at most/,
    ],
    [
      'one that is refused beside one that is revoked',
      [makeMany(2, LAST), revoke(1), make(KEYS_MAX, TOO_MANY)],
      /refused, and account 0 had 19 management keys at most/,
    ],
    [
      'a list of too many, which were made at once',
      [makeMany(2, KEYS_MAX, null), answered(SECRET), list(numbers(1, KEYS_MAX))],
      /^request \d+ \(list_mkeys\): account 0 has 21 management keys$/,
    ],
    ['a list without it', [list([])], /\(list_mkeys of account 0\) does not list 1/],
    ['the list of another account', [list([1], 1)], /\(list_mkeys of account 1\) lists 1 of account 0/],
    ['a list that calls it otherwise', [list([1], 0, 'B')], /calls 1 "B", not "Key 1"/],
    ['a list with it after it was revoked', [revoke(1), list([1])], /lists 1, which was revoked/],
    ['one that another account revokes', [revoke(1, SAVED, 1)], /revoked 1 of account 0 in 1/],
  ])('reports %s', (_, acts, says) => {
    expect(new Made([make(1), ...acts]).end().join('\n')).toMatch(says);
  });
});
