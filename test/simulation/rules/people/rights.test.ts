import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../simulation/history/people-call.js';
import { RIGHTS } from '../../../../simulation/rules/people/rights.js';
import { at, reportsOf } from '../told-history.js';
import { ADA, MadePeople } from './made-people.js';

const MEMBER = 'mia@people.test';
const INVITED = { body: { hasLink: true } };
const SAVED = { status: 303, headers: { location: '/people/1?saved' } };
const FORM = { op: 'read_page', session: 0, page: 'job_form' } as const;

function invitation(role: 'member' | 'owner' | 'operator') {
  return { op: 'invite', account: 0, name: 'new@people.test', role, session: 0 } as const;
}

describe('the rule rights', () => {
  it('has nothing to say of owners who invite owners, and of members who use granted keys', () => {
    const made = new MadePeople(RIGHTS);
    made.key(0, 60);
    const owner = made.join(0);
    made.under(owner, 10, invitation('owner'), INVITED);
    made.under(owner, 15, { op: 'change_role', name: ADA, role: 'owner', session: 0 }, SAVED);
    const member = made.join(20, MEMBER, 'member');
    made.ask(30, { op: 'grant', name: MEMBER, keys: [0] });
    made.under(member, 40, FORM, { body: { keys: ['key_0'] } });
    expect(made.end()).toEqual([]);
  });

  it('takes people for those of the account whose invitation they accepted', () => {
    const made = new MadePeople(RIGHTS);
    const owner = made.join(0);
    made.join(5, MEMBER, 'member');
    made.ask(10, { op: 'invite', account: 1, name: ADA, role: 'owner' }, { status: 400 });
    made.under(owner, 11, { op: 'change_role', name: MEMBER, role: 'owner', session: 0 }, SAVED);
    made.ask(20, { op: 'invite', account: 1, name: 'new@people.test', role: 'owner' }, { status: 400 });
    const newcomer = made.join(21, 'new@people.test');
    made.under(newcomer, 30, { op: 'change_role', name: MEMBER, role: 'member', session: 0 }, SAVED);
    expect(made.end()).toEqual([]);
  });

  it.each([
    ['a member who invites', 'member', invitation('member')],
    ['an owner who invites an operator', 'owner', invitation('operator')],
  ] as const)('reports %s', (_, role, call) => {
    const made = new MadePeople(RIGHTS);
    made.under(made.join(0, ADA, role), 10, call, INVITED);
    expect(made.end().join()).toMatch(/did that to new@people.test/);
  });

  it('reports an owner who makes somebody an operator', () => {
    const made = new MadePeople(RIGHTS);
    made.join(0, MEMBER, 'member');
    const call = { op: 'change_role', name: MEMBER, role: 'operator', session: 0 } as const;
    made.under(made.join(0), 10, call, SAVED);
    expect(made.end().join()).toMatch(/did that to mia/);
  });

  it('reports a member who may use a key that was not granted, or may not use one that was', () => {
    const made = new MadePeople(RIGHTS);
    for (const key of [0, 1]) made.key(key, 60);
    const member = made.join(0, MEMBER, 'member');
    made.ask(10, { op: 'grant', name: MEMBER, keys: [0] });
    made.under(member, 20, FORM, { body: { keys: ['key_1'] } });
    expect(made.end().join()).toMatch(/use key 1, which was not granted.*not use key 0/);
  });

  it('reports a message that spends of a key that its sender may not use, or is refused one that they may', () => {
    const said = (role: Role, key: number, code: 'not_found' | 'model_not_found') => {
      const made = new MadePeople(RIGHTS);
      for (const one of [0, 1]) made.key(one, 60);
      made.ask(0, { op: 'create_key', newKey: 2, account: 1 }, { status: 201, body: { id: 'key_2' } });
      const sender = made.join(1, MEMBER, role);
      made.ask(10, { op: 'grant', name: MEMBER, keys: [0] });
      const message = { op: 'chat_message', session: 0, key } as const;
      made.under(sender, 20, message, { status: 404, body: { error: { code } } });
      return made.end().join();
    };
    expect(said('member', 0, 'model_not_found') + said('member', 1, 'not_found')).toBe('');
    expect(said('owner', 1, 'model_not_found') + said('operator', 2, 'not_found')).toBe('');
    expect(said('member', 1, 'model_not_found')).toMatch(/member of account 0, uses key 1/);
    expect(said('operator', 2, 'model_not_found')).toMatch(/uses key 2 of account 1/);
    expect(said('member', 0, 'not_found')).toMatch(/may not use key 0/);
    expect(said('owner', 1, 'not_found')).toMatch(/may not use key 1/);
  });

  it('reports an account that has lost its only owner, and an operator of another account', () => {
    const users = (role: string, account: string) => ({ users: { user_1: { account, role } } });
    const reports = reportsOf(RIGHTS, {
      before: at(0, { disk: users('owner', 'acct_1'), when: 'restart' }),
      after: at(1, { disk: users('member', 'acct_1'), when: 'restart' }),
      end: at(2, { disk: users('operator', 'acct_1'), when: 'end' }),
    });
    expect(reports.join()).toMatch(/acct_1 has no owner any more.*user_1 is an operator of acct_1/);
  });
});
