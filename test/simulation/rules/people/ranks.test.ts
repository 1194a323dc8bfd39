import { describe, expect, it } from 'vitest';
import { RANKS } from '../../../../simulation/rules/people/ranks.js';
import type { Reply } from '../made-history.js';
import { ADA, MadePeople } from './made-people.js';

const MEMBER = 'mia@people.test';
const INVITED: Reply = { body: { hasLink: true } };
const REFUSED: Reply = { status: 400 };
const SAVED: Reply = { status: 303, headers: { location: '/people/1?saved' } };

function gives(role: 'member' | 'owner' | 'operator', name = MEMBER) {
  return { op: 'change_role', name, role, session: 0 } as const;
}

describe('the rule ranks', () => {
  it('has nothing to say of a member who is refused, and of an owner who may not make an operator', () => {
    const made = new MadePeople(RANKS);
    const owner = made.join(0);
    const member = made.join(20, MEMBER, 'member');
    made.under(member, 40, gives('owner'), { status: 403 });
    made.under(owner, 50, gives('operator'), REFUSED);
    made.under(owner, 60, gives('owner'), SAVED);
    made.under(owner, 70, gives('member', ADA), SAVED);
    made.under(owner, 80, gives('member'), { status: 403 });
    expect(made.end()).toEqual([]);
  });

  it.each([
    ['a role', gives('owner')],
    ['a removal', { op: 'remove_user', name: MEMBER, session: 0 } as const],
  ])('reports an owner who is refused %s', (_, call) => {
    const made = new MadePeople(RANKS);
    const owner = made.join(0);
    made.join(20, MEMBER, 'member');
    made.under(owner, 50, call, REFUSED);
    expect(made.end().join()).toMatch(/ada@people.test may do that to mia@people.test, and is refused/);
  });

  it('reports an operator who may not make another', () => {
    const made = new MadePeople(RANKS);
    const operator = made.join(0, ADA, 'operator');
    made.join(20, MEMBER, 'member');
    made.under(operator, 50, gives('operator'), REFUSED);
    expect(made.end().join()).toMatch(/is refused/);
  });

  it('reports the link of an owner that sets the password of an operator', () => {
    const made = new MadePeople(RANKS);
    const owner = made.join(0);
    made.join(20, MEMBER, 'member');
    const call = { op: 'invite', account: 0, name: MEMBER, role: 'member', session: 0 } as const;
    const link = made.under(owner, 50, call, INVITED);
    made.ask(60, { op: 'change_role', name: MEMBER, role: 'operator' });
    made.accept(70, link);
    expect(made.end().join()).toMatch(
      /link of ada@people.test, who is no operator, has set the password of mia/,
    );
  });

  it('has nothing to say of that link while the member is none, or if an operator made it', () => {
    const made = new MadePeople(RANKS);
    const owner = made.join(0);
    made.join(20, MEMBER, 'member');
    const call = { op: 'invite', account: 0, name: MEMBER, role: 'member', session: 0 } as const;
    made.accept(60, made.under(owner, 50, call, INVITED));
    const later = made.invite(70, MEMBER, 'member');
    made.ask(80, { op: 'change_role', name: MEMBER, role: 'operator' });
    made.accept(90, later);
    expect(made.end()).toEqual([]);
  });
});
