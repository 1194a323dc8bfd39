import { describe, expect, it } from 'vitest';
import type { ClientCall } from '../../../../../simulation/history/client-call.js';
import type { Role } from '../../../../../simulation/history/people-call.js';
import { PEOPLE_REACH } from '../../../../../simulation/rules/people/desk/people-reach.js';
import type { Reply } from '../../made-history.js';
import { MadePeople } from '../made-people.js';

const OWN = 'acct_own';
const [ADA, BOB, SUE] = ['ada@people.test', 'bob@people.test', 'sue@people.test'];
const NOT_FOUND: Reply = { status: 404, code: 'not_found' };
const OPERATOR_ONLY: Reply = { status: 403, code: 'operator_only' };
const UNAVAILABLE: Reply = { status: 503, code: 'storage_unavailable' };

const invite = (account: number, role: Role = 'member', name = SUE) =>
  ({ op: 'invite', account, name, role }) as const;
const list = (account: number) => ({ op: 'list_users', account }) as const;
const changes = (name: string, role: Role = 'owner') => ({ op: 'change_role', name, role }) as const;
const WITHDRAW = { op: 'withdraw', link: 0 } as const;
const items = (account: string): Reply => ({ body: { data: [{ id: 'user_1', account }] } });
const refused = (code: string): Reply => ({ status: 409, code });

/** Account 1, that is `acct_own`, with Bob, and account 0 with Ada; Sue has signed up. */
class Made extends MadePeople {
  readonly links: Readonly<Record<string, number>>;

  constructor() {
    super(PEOPLE_REACH);
    this.ask(0, { op: 'create_account', name: 'Own' }, { status: 201, body: { id: OWN } });
    this.links = {
      [ADA]: this.ask(1, invite(0, 'owner', ADA), { status: 201 }),
      [BOB]: this.ask(2, invite(1, 'owner', BOB), { status: 201 }),
    };
    for (const link of Object.values(this.links)) this.accept(3, link);
    const call = { op: 'sign_up', name: 'zoe@people.test', password: 'Password 2' } as const;
    this.ask(4, call, { status: 303, headers: { location: '/' } });
  }

  /** With the management key of account 1. */
  manages(call: ClientCall, reply: Reply, of?: string): this {
    const link = this.links[of ?? ''];
    this.ask(10, call, reply, { ofAccount: OWN, ...(link === undefined ? {} : { link }) });
    return this;
  }
}

describe('the rule people-reach', () => {
  it.each<[string, ClientCall, Reply, string?]>([
    ['own people, who are listed', list(1), items(OWN)],
    ['own invitations, which are listed', { op: 'list_invitations', account: 1 }, items(OWN)],
    ['somebody who is invited', invite(1), { status: 201 }],
    ['an own person, who is changed', changes(BOB), {}],
    ['one who is there no more', changes(BOB), NOT_FOUND],
    ['one who is the last owner', changes(BOB), refused('last_owner')],
    ['an own invitation that is there no more', WITHDRAW, NOT_FOUND, BOB],
    ['the own trail', { op: 'read_audit', account: 1, limit: 9 }, { body: { data: [{ id: 'audit_1' }] } }],
    ['an operator whom it may not invite', invite(1, 'operator'), OPERATOR_ONLY],
    ['one whom it may not make', changes(BOB, 'operator'), OPERATOR_ONLY],
    ['one whom it may not make, of an own person who is gone', changes(BOB, 'operator'), NOT_FOUND],
    ['one in another account', invite(0, 'operator'), NOT_FOUND],
    ['people of another account', list(0), NOT_FOUND],
    ['somebody of another account', changes(ADA), NOT_FOUND],
    ['an invitation of another account', WITHDRAW, NOT_FOUND, ADA],
    ['the trail of another account', { op: 'read_audit', account: 0, limit: 9 }, NOT_FOUND],
    ['another account, of which too little was said in time', list(0), { status: 408, code: 'timeout' }],
    ['another account, as something went wrong', list(0), { status: 500, code: 'internal_error' }],
    ['another account, while the disk is not well', list(0), UNAVAILABLE],
    ['another account, with too many requests', list(0), { status: 429, code: 'rate_limit_exceeded' }],
    ['an account that no answer told of', list(7), items('acct_7')],
    ['somebody who signed up, of an account that is not known', changes('zoe@people.test'), {}],
    ['an invitation that no answer told of', WITHDRAW, {}, SUE],
    ['what is none of its people', { op: 'list_keys' }, items('acct_default')],
  ])('has nothing to say of %s', (_, call, reply, of) => {
    expect(new Made().manages(call, reply, of).end()).toEqual([]);
  });

  it.each<[string, ClientCall, Reply, RegExp, string?]>([
    [
      'people of another account in a list',
      list(1),
      items('acct_x'),
      /\(list_users of acct_own\) lists user_1 of/,
    ],
    [
      'invitations of another account in a list',
      { op: 'list_invitations', account: 1 },
      items('acct_x'),
      /\(list_invitations of acct_own\) lists user_1 of acct_x/,
    ],
    [
      'an operator who is invited',
      invite(1, 'operator'),
      { status: 201 },
      /answered 201, and operators are for/,
    ],
    ['one who is made', changes(BOB, 'operator'), {}, /\(change_role\).*answered 200, and operators are for/],
    [
      'an own account that an invitation does not find',
      invite(1, 'operator'),
      NOT_FOUND,
      /answered 404, and op/,
    ],
    ['a list of another account', list(0), { body: { data: [] } }, /answered 200, and it is of acct_default/],
    ['another account that is told of', list(0), OPERATOR_ONLY, /answered 403, and it is of acct_default/],
    [
      'somebody of another account, who is changed',
      changes(ADA),
      {},
      /answered 200, and it is of acct_default/,
    ],
    ['one who gets keys', { op: 'grant', name: ADA, keys: [] }, {}, /\(grant\).* and it is of acct_default/],
    ['one who is removed', { op: 'remove_user', name: ADA }, {}, /\(remove_user\).* it is of acct_default/],
    ['an invitation of another account', WITHDRAW, {}, /\(withdraw\).*answered 200, and it is of/, ADA],
    [
      'the trail of another account',
      { op: 'read_audit', account: 0, limit: 9 },
      {},
      /\(read_audit\).* it is of/,
    ],
    ['an own person whom operators alone may change', changes(BOB), OPERATOR_ONLY, /not for operators alone/],
    ['an own account that is not there', list(1), NOT_FOUND, /its own account does not exist/],
    ['an own trail that is not', { op: 'read_audit', account: 1, limit: 9 }, NOT_FOUND, /does not exist/],
    ['an own account without room for people', invite(1), NOT_FOUND, /does not exist/],
  ])('reports %s', (_, call, reply, says, of) => {
    expect(new Made().manages(call, reply, of).end().join('\n')).toMatch(says);
  });

  it('looks at what the key of an operator lists, and at nothing else', () => {
    const said = (call: ClientCall, reply: Reply) => {
      const made = new Made();
      made.ask(10, call, reply);
      return made.end().join();
    };
    expect(said(list(0), items('acct_default')) + said(changes(BOB, 'operator'), {})).toBe('');
    expect(said(list(0), items(OWN))).toMatch(/\(list_users of acct_default\) lists user_1 of acct_own/);
  });
});
