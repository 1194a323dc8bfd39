import { describe, expect, it } from 'vitest';
import { FORMS } from '../../../../simulation/rules/people/forms.js';
import { USERS_SHOWN } from '../../../../simulation/rules/people/users-shown.js';
import { ADA, MadePeople, PASSWORD } from './made-people.js';

const SAVED = { status: 303, headers: { location: '/keys/1?saved' } };
const NOT_YOURS = { status: 403 };
const REVOKE = { op: 'form', act: 'revoke_key', session: 0, key: 0 } as const;
const RENAME = { op: 'form', act: 'change_key', session: 0, key: 0, name: 'Other' } as const;
const CREDIT = { op: 'form', act: 'credit', session: 0, key: 0, amountMicroDa: 1, reference: 'r' } as const;

const SIGN_UP = { op: 'sign_up', name: ADA, password: PASSWORD } as const;

describe('the rule forms', () => {
  it.each([
    ['an owner who revokes a key', 'owner', REVOKE, SAVED],
    ['a member who is refused', 'member', REVOKE, NOT_YOURS],
    ['an operator who adds credit', 'operator', CREDIT, SAVED],
  ] as const)('has nothing to say of %s', (_, role, form, reply) => {
    const made = new MadePeople(FORMS);
    made.key(0, 60);
    made.under(made.join(0, ADA, role), 10, form, reply);
    expect(made.end()).toEqual([]);
  });

  it.each([
    ['a member who revokes a key', 'member', REVOKE, SAVED, /did that in account 0/],
    ['an owner who adds credit', 'owner', CREDIT, SAVED, /did that in account 0/],
    ['an owner who is refused', 'owner', RENAME, NOT_YOURS, /is refused with 403/],
  ] as const)('reports %s', (_, role, form, reply, says) => {
    const made = new MadePeople(FORMS);
    made.key(0, 60);
    made.under(made.join(0, ADA, role), 10, form, reply);
    expect(made.end().join()).toMatch(says);
  });
});

describe('the rule users-shown', () => {
  const list = { op: 'list_users', account: 0 } as const;
  const ada = { name: ADA, role: 'owner', keys: [] };

  it('has nothing to say of a list with each user as invited', () => {
    const made = new MadePeople(USERS_SHOWN);
    made.join(0);
    made.ask(10, list, { body: { data: [ada], has_more: false } });
    expect(made.end()).toEqual([]);
  });

  it('reports another role, a key that was not granted, and a user who is missing', () => {
    const made = new MadePeople(USERS_SHOWN);
    made.join(0);
    made.ask(10, list, { body: { data: [{ ...ada, role: 'member', keys: ['key_9'] }], has_more: false } });
    made.ask(20, list, { body: { data: [], has_more: false } });
    expect(made.end().join()).toMatch(/as member.*with keys key_9.*does not list ada/);
  });

  it.each([
    ['before', [SIGN_UP, 'join']],
    ['after', ['join', SIGN_UP]],
  ] as const)('has nothing to say of a missing name that signed up %s it was invited', (_, order) => {
    const made = new MadePeople(USERS_SHOWN);
    for (const [n, one] of order.entries())
      if (one === 'join') made.join(n);
      else made.ask(n, one, { status: 200 });
    made.ask(10, list, { body: { data: [], has_more: false } });
    expect(made.end()).toEqual([]);
  });

  it('reports another name that is missing beside one that signed up', () => {
    const made = new MadePeople(USERS_SHOWN);
    made.ask(0, { ...SIGN_UP, name: 'bob@people.test' }, { status: 200 });
    made.join(1);
    made.ask(10, list, { body: { data: [], has_more: false } });
    expect(made.end().join()).toMatch(/does not list ada/);
  });
});
