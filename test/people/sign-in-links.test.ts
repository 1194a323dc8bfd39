import { beforeEach, describe, expect, it } from 'vitest';
import { newToken } from '../../src/people/tokens.js';
import { CLIENT, operator, PASSWORD, PeopleUnderTest } from './people-under-test.js';

const HOUR_MS = 3_600_000;
const WANTED = { account: 'acct_default', name: 'demo@tollgate.localhost', role: 'operator' } as const;

let under: PeopleUnderTest;

beforeEach(async () => {
  under = await PeopleUnderTest.open();
});

async function makeLink() {
  const made = newToken(under.world);
  await under.done(under.people.links.make(operator(), WANTED, made));
  return made;
}

async function use(token: string) {
  const used = await under.done(under.people.links.use(token, CLIENT));
  return used.outcome === 'signed_in' ? used : undefined;
}

function personOf(token: string | undefined) {
  const person = token === undefined ? undefined : under.people.sessionOf(token);
  if (person === undefined) throw new Error('nobody is signed in');
  return person;
}

describe('a sign-in link', () => {
  it('signs in once, as a user without a password whom no password lets in', async () => {
    const { token } = await makeLink();
    const both = await Promise.all([use(token), use(token)]);
    expect(both.filter((one) => one !== undefined)).toHaveLength(1);
    const [session] = both.flatMap((one) => one?.token ?? []);
    expect(personOf(session)).toMatchObject({ role: 'operator', hasPassword: false });
    for (const password of ['', 'null', PASSWORD])
      expect((await under.signIn(WANTED.name, password)).outcome).toBe('wrong');
  });

  it('leads to the same user again, whose password and other sessions stay', async () => {
    const first = (await use((await makeLink()).token))?.token;
    const next = { password: '', next: PASSWORD, device: undefined };
    const changed = await under.done(under.people.changePassword(personOf(first), next, CLIENT));
    expect(changed.outcome).toBe('changed');
    const second = (await use((await makeLink()).token))?.token;
    expect(personOf(second)).toMatchObject({ user: personOf(first).user, hasPassword: true });
    expect((await under.signIn(WANTED.name)).outcome).toBe('signed_in');
    const wrong = { ...next, password: 'not the password' };
    expect((await under.done(under.people.changePassword(personOf(second), wrong, CLIENT))).outcome).toBe(
      'wrong',
    );
  });

  it('is good for 24 hours, and until it is withdrawn', async () => {
    const [late, withdrawn] = [await makeLink(), await makeLink()];
    await under.done(under.people.links.withdraw(operator(), withdrawn.id));
    expect(await use(withdrawn.token)).toBeUndefined();
    await under.world.advance(24 * HOUR_MS - 1);
    expect(under.people.links.isOpen(late.token)).toBe(true);
    await under.world.advance(1);
    expect(await use(late.token)).toBeUndefined();
  });

  it('is no invitation: it sets no password, and no invitation signs in without one', async () => {
    const { token } = await makeLink();
    expect(under.people.invitationOf(token)).toBeUndefined();
    expect((await under.done(under.people.acceptInvitation(token, PASSWORD, CLIENT))).outcome).toBe(
      'no_such_invitation',
    );
    const invited = await under.done(under.people.invite(operator(), { ...WANTED, name: 'amel@example.dz' }));
    if (invited.outcome !== 'invited') throw new Error(invited.outcome);
    expect(under.people.links.isOpen(invited.token)).toBe(false);
    expect(await use(invited.token)).toBeUndefined();
    expect(under.people.invitations('acct_default')).toHaveLength(1);
  });
});
