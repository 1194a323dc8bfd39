import { describe, expect, it } from 'vitest';
import type { DeskCall } from '../../../../../simulation/history/forms/desk-call.js';
import type { Role } from '../../../../../simulation/history/people-call.js';
import { DESK_RIGHTS } from '../../../../../simulation/rules/people/desk/desk-rights.js';
import type { Reply } from '../../made-history.js';
import { ADA, MadePeople, PASSWORD } from '../made-people.js';

const desk = { op: 'desk', session: 0 } as const;
const audit = (account?: number): DeskCall => {
  return { ...desk, act: 'read_audit', ...(account === undefined ? {} : { account }) };
};
const MAKE: DeskCall = { ...desk, act: 'make_mkey', mkey: 1, name: 'A' };
const REVOKE: DeskCall = { ...desk, act: 'revoke_mkey', mkey: 1 };
const SHOWN: Reply = { body: {} };
const MADE: Reply = { body: { hasSecret: true } };
const [FORBIDDEN, NOT_FOUND]: Reply[] = [{ status: 403 }, { status: 404 }] as const;
const SIGN_IN: Reply = { status: 303, headers: { location: '/sign-in?next=%2Faudit' } };
const DONE: Reply = { status: 303, headers: { location: '/people?saved' } };
const CHANGES = { op: 'change_role', name: ADA, role: 'owner' } as const;

/** Ada of account 0 is at the desk, after what comes to her. */
function saidOf(role: Role, call: DeskCall, reply: Reply = {}, before = (_: MadePeople) => {}): string {
  const made = new MadePeople(DESK_RIGHTS);
  const session = made.join(0, ADA, role);
  before(made);
  made.under(session, 20, call, reply);
  return made.end().join('\n');
}

/** A change of Ada's that has no answer yet. */
const beingOwner = (made: MadePeople) => void made.send(10, CHANGES);

describe('the rule desk-rights', () => {
  it.each<[string, Role, DeskCall, Reply]>([
    ['an owner who reads the trail', 'owner', audit(), SHOWN],
    ['an owner who names the own account', 'owner', audit(0), SHOWN],
    ['an owner who makes a key', 'owner', MAKE, MADE],
    ['an operator who reads the trail of another account', 'operator', audit(1), SHOWN],
    ['an operator who is refused for the disk', 'operator', audit(1), { status: 503 }],
    ['a member who is refused', 'member', audit(), FORBIDDEN],
    ['a member who is shown no secret', 'member', MAKE, SHOWN],
    ['a member who is led to the sign-in', 'member', audit(), SIGN_IN],
    ['a member who ends an own session', 'member', { ...desk, act: 'end_session', ends: 1 }, SHOWN],
    ['an owner for whom there is no other account', 'owner', audit(1), NOT_FOUND],
    ['an owner who revokes a key that is not there', 'owner', REVOKE, NOT_FOUND],
    ['an owner with a form that is wrong', 'owner', MAKE, { status: 400 }],
  ])('has nothing to say of %s', (_, role, call, reply) => {
    expect(saidOf(role, call, reply)).toBe('');
  });

  it.each<[string, Role, DeskCall, Reply, RegExp]>([
    [
      'a member who reads the trail',
      'member',
      audit(),
      SHOWN,
      /ada.*, member of account 0, did that in account 0/,
    ],
    ['a member who makes a key', 'member', MAKE, MADE, /\(make_mkey\): ada.* did that in account 0/],
    ['an owner who reads the trail of another account', 'owner', audit(1), SHOWN, /did that in account 1/],
    [
      'an owner who is refused',
      'owner',
      audit(),
      FORBIDDEN,
      /owner of account 0, is refused with 403 in account 0/,
    ],
    ['an owner whose account is not there', 'owner', audit(0), NOT_FOUND, /is refused with 404 in account 0/],
    ['an owner who may not revoke', 'owner', REVOKE, FORBIDDEN, /\(revoke_mkey\).*is refused with 403/],
    ['an operator who is refused', 'operator', audit(1), FORBIDDEN, /is refused with 403 in account 1/],
    [
      'an owner who is told of another account',
      'owner',
      audit(1),
      FORBIDDEN,
      /is told that there is an account 1/,
    ],
    ['a member who is told of it', 'member', audit(1), FORBIDDEN, /is told that there is an account 1/],
  ])('reports %s', (_, role, call, reply, says) => {
    expect(saidOf(role, call, reply)).toMatch(says);
  });

  it('has nothing to say of somebody whose role may be another by now, whatever the answer', () => {
    expect(saidOf('member', audit(), SHOWN, beingOwner)).toBe('');
    expect(saidOf('member', audit(), FORBIDDEN, beingOwner)).toBe('');
    const isOwner = (made: MadePeople) => void made.ask(10, CHANGES, DONE);
    expect(saidOf('member', audit(), FORBIDDEN, isOwner)).toMatch(/is refused with 403/);
    const beingOperator = (made: MadePeople) => void made.send(10, { ...CHANGES, role: 'operator' });
    expect(saidOf('owner', audit(1), FORBIDDEN, beingOperator)).toBe('');
  });

  it('has nothing to say of an owner who may have been removed, or of somebody unknown', () => {
    const removes = { op: 'remove_user', name: ADA } as const;
    expect(saidOf('owner', audit(), FORBIDDEN, (made) => void made.send(10, removes))).toBe('');
    const signsUp = (made: MadePeople) =>
      void made.ask(10, { op: 'sign_up', name: ADA, password: PASSWORD }, DONE);
    expect(saidOf('owner', audit(1), SHOWN, signsUp)).toBe('');
    const made = new MadePeople(DESK_RIGHTS);
    made.under(999, 10, audit(1), SHOWN);
    expect(made.end()).toEqual([]);
  });
});
