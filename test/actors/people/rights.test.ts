import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../../../src/actors/people/rights.js';
import { audit } from '../../../src/audit/records/audit.js';
import type { Discrepancy } from '../../../src/audit/records/discrepancy.js';
import {
  ACCOUNT,
  authorWith,
  CLIENT,
  OTHER_ACCOUNT,
  operator,
  PASSWORD,
  PeopleUnderTest,
  rightsIn,
} from '../../people/people-under-test.js';
import { repetitions } from '../../test-set.js';

const OPERATORS = 'acct_default';
const ACCOUNTS = [ACCOUNT, OTHER_ACCOUNT, OPERATORS] as const;
const rank = (role: Role) => ROLES.indexOf(role);

describe('an invitation', () => {
  it.each(
    ACCOUNTS.flatMap((own) =>
      rightsIn(own).flatMap((rights) =>
        ACCOUNTS.flatMap((account) => ROLES.map((role) => [rights.role, own, role, account] as const)),
      ),
    ),
  )(
    'by a %s of %s, of a %s in %s, is made only by those who have as many rights there',
    async (own, of, role, account) => {
      // An operator is a user of the operators' account, always.
      if (own === 'operator' && of !== OPERATORS) return;
      const under = await PeopleUnderTest.open();
      const reaches = own === 'operator' || (own === 'owner' && of === account);
      const isRole = role !== 'operator' || account === OPERATORS;
      const may = reaches && isRole && rank(role) <= rank(own);
      const author = authorWith({ role: own, account: of });
      const { outcome } = await under.done(
        under.people.invite(author, { account, name: 'a@example.dz', role }),
      );
      expect(outcome).toBe(may ? 'invited' : 'not_allowed');
    },
  );

  it('of an owner gives no operator a new password, neither when it is made nor when it is accepted', async () => {
    const under = await PeopleUnderTest.open();
    const owner = authorWith({ role: 'owner', account: OPERATORS });
    await under.user('boss@example.dz', 'operator', OPERATORS);
    const name = 'boss@example.dz';
    const now = await under.done(under.people.invite(owner, { account: OPERATORS, name, role: 'member' }));
    expect(now.outcome).toBe('not_allowed');

    const later = await under.done(
      under.people.invite(owner, { account: OPERATORS, name: 'later@example.dz', role: 'member' }),
    );
    if (later.outcome !== 'invited') throw new Error(later.outcome);
    await under.user('later@example.dz', 'operator', OPERATORS);
    const accepted = await under.done(under.people.acceptInvitation(later.token, PASSWORD, CLIENT));
    expect(accepted.outcome).toBe('not_allowed');
  });
});

describe('a user', () => {
  it.each(
    ['member', 'owner', 'operator'].flatMap((role) =>
      rightsIn(OPERATORS).map((rights) => [role as Role, rights.role] as const),
    ),
  )('who is a %s is changed and removed by a %s only if that one has as many rights', async (role, own) => {
    const under = await PeopleUnderTest.open();
    await under.user('first@example.dz', 'owner', OPERATORS);
    const { user } = await under.user('a@example.dz', role, OPERATORS);
    const author = authorWith({ role: own, account: OPERATORS });
    const may = own !== 'member' && rank(role) <= rank(own);
    const outcomeOf = async (done: ReturnType<typeof under.people.removeUser>) => {
      const told = await under.done(done);
      return told.ok ? told.reply.outcome : told.refusal;
    };
    expect(await outcomeOf(under.people.changeRole(author, user, role))).toBe(may ? 'user' : 'not_allowed');
    const raised = await outcomeOf(under.people.changeRole(author, user, 'operator'));
    expect(raised).toBe(own === 'operator' ? 'user' : 'not_allowed');
    if (own === 'operator') await under.done(under.people.changeRole(author, user, role));
    expect(await outcomeOf(under.people.removeUser(author, user))).toBe(may ? 'removed' : 'not_allowed');
    expect(await outcomeOf(under.people.removeUser(author, user))).toBe(may ? 'no_such_user' : 'not_allowed');
  });

  it('of another account is out of reach of an owner', async () => {
    const under = await PeopleUnderTest.open();
    const { user } = await under.user('a@example.dz', 'member', OTHER_ACCOUNT);
    const owner = authorWith({ role: 'owner', account: ACCOUNT });
    for (const told of [
      under.people.grant(owner, user, []),
      under.people.changeRole(owner, user, 'owner'),
      under.people.removeUser(owner, user),
    ])
      expect(await under.done(told)).toEqual({ ok: true, reply: { outcome: 'not_allowed' } });
  });
});

describe('an account', () => {
  /** One thing that happens to one of four names. */
  const step = fc.record({
    name: fc.integer({ min: 0, max: 3 }),
    what: fc.constantFrom('invite', 'accept', 'demote', 'promote', 'remove', 'wait', 'sign_in', 'crash'),
    role: fc.constantFrom<Role>('member', 'owner'),
    failing: fc.boolean(),
  });

  it('keeps an owner once it has one, and its records agree, whatever happens, also on a failing disk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const under = await PeopleUnderTest.open();
        const tokens = new Map<number, string>();
        let hadOwner = false;
        for (const { name, what, role, failing } of steps) {
          if (failing) under.actors.faults.push('reject');
          const address = `n${name}@example.dz`;
          const known = under.people.users(ACCOUNT, { limit: 100, after: undefined });
          const user = known.items.find((one) => one.name === address)?.id ?? 'user_none';
          const { people } = under;
          if (what === 'invite') {
            const made = await under.done(
              people.invite(operator(), { account: ACCOUNT, name: address, role }),
            );
            if (made.outcome === 'invited') tokens.set(name, made.token);
          } else if (what === 'accept')
            await under.done(people.acceptInvitation(tokens.get(name) ?? '', PASSWORD, CLIENT));
          else if (what === 'demote') await under.done(people.changeRole(operator(), user, 'member'));
          else if (what === 'promote') await under.done(people.changeRole(operator(), user, 'owner'));
          else if (what === 'remove') await under.done(people.removeUser(operator(), user));
          else if (what === 'sign_in') await under.signIn(address);
          else if (what === 'crash') under.crash();
          await under.world.advance(what === 'wait' ? 9 * 3_600_000 : 5_000);
          const owners = under.people
            .users(ACCOUNT, { limit: 100, after: undefined })
            .items.filter((one) => one.role === 'owner').length;
          if (hadOwner) expect(owners).toBeGreaterThan(0);
          hadOwner ||= owners > 0;
        }
        under.actors.faults.length = 0;
        await under.world.advance(60_000);
        const found: Discrepancy[] = [];
        audit(under.actors.store, { report: (one) => found.push(one) });
        // The keys and the clock of this stage are made up.
        const ofPeople = found.filter(({ table }) => table !== 'meta' && table !== 'keys');
        expect(
          ofPeople.filter(({ kind, table }) => kind !== 'unreadable_record' || table === 'users'),
        ).toEqual([]);
      }),
      { numRuns: repetitions(10, 100) },
    );
  });
});
