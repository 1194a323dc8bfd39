import { describe, expect, it } from 'vitest';
import { LAST_OWNER } from '../../../../simulation/rules/people/last-owner.js';
import type { Reply } from '../made-history.js';
import { at, reportsOf } from '../told-history.js';
import { ADA, MadePeople } from './made-people.js';

const BOB = 'bob@people.test';
const REFUSED: Reply = { status: 400 };

/** Ada and Bob, an owner and an operator, lose their rights in turn, as these answers say. */
function lost(first: Reply, second: Reply): readonly string[] {
  const made = new MadePeople(LAST_OWNER);
  made.join(0);
  made.join(10, BOB, 'operator');
  made.ask(20, { op: 'remove_user', name: BOB }, first);
  made.ask(30, { op: 'change_role', name: ADA, role: 'member' }, second);
  return made.end();
}

function counted(users: number, owners: number): readonly string[] {
  const disk = {
    users: { user_1: { account: 'acct_1', role: 'operator' }, user_2: { account: 'acct_1', role: 'member' } },
    account_people: { acct_1: { users, owners } },
  };
  return reportsOf(LAST_OWNER, { end: at(1, { disk, when: 'end' }) });
}

describe('the rule last-owner', () => {
  it('lets all but the last lose their rights', () => {
    expect(lost({}, REFUSED)).toEqual([]);
    expect(lost({ status: 503 }, {})).toEqual([]);
  });

  it('reports the last who does, and another one who cannot', () => {
    expect(lost({}, {}).join()).toMatch(/change_role ada.* nobody else/);
    expect(lost(REFUSED, {}).join()).toMatch(/remove_user bob.* although ada/);
  });

  it('does not know whether somebody who signed up may be of the account', () => {
    const made = new MadePeople(LAST_OWNER);
    made.join(0);
    made.join(10, BOB);
    made.ask(15, { op: 'sign_up', name: BOB, password: 'Password 2' });
    made.ask(20, { op: 'remove_user', name: ADA });
    expect(made.end()).toEqual([]);
  });

  it('counts the users on disk', () => {
    expect(counted(2, 1)).toEqual([]);
    expect(counted(2, 2).join()).toMatch(/there are 2, 1 of them/);
    expect(counted(1, 1)).toHaveLength(1);
  });
});
