import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { authorOf, type SignedIn } from '../../src/people/people-results.js';
import { ACCOUNT, CLIENT, OTHER_ACCOUNT, operator, PASSWORD, PeopleUnderTest } from './people-under-test.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NAME = 'amel@example.dz';

let under: PeopleUnderTest;

beforeEach(async () => {
  under = await PeopleUnderTest.open();
});

function signedIn(token: string): SignedIn {
  const person = under.people.sessionOf(token);
  if (person === undefined) throw new Error('nobody is signed in');
  return person;
}

async function tokenOf(result: Promise<{ readonly outcome: string }>): Promise<string> {
  const done = await result;
  if (!('token' in done) || typeof done.token !== 'string') throw new Error(`it was ${done.outcome}`);
  return done.token;
}

describe('an invitation', () => {
  async function invited(name = NAME) {
    return await tokenOf(
      under.done(under.people.invite(operator(), { account: ACCOUNT, name, role: 'member' })),
    );
  }

  it('makes a user of the account in the role, who is signed in from then on', async () => {
    const token = await invited();
    expect(under.people.invitationOf(token)).toMatchObject({ account: ACCOUNT, name: NAME, role: 'member' });
    const accepted = await tokenOf(under.done(under.people.acceptInvitation(token, PASSWORD, CLIENT)));
    expect(signedIn(accepted)).toMatchObject({ name: NAME, account: ACCOUNT, role: 'member', grants: [] });
    expect(under.auditActs().slice(-3)).toEqual(['user_invited', 'user_joined', 'signed_in']);
  });

  it('works once, and of two at once one', async () => {
    const token = await invited();
    const both = await under.done(
      Promise.all([1, 2].map(() => under.people.acceptInvitation(token, PASSWORD, CLIENT))),
    );
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['no_such_invitation', 'signed_in']);
    expect(under.people.invitationOf(token)).toBeUndefined();
  });

  it('is looked at as often as anybody likes, and is good for 72 hours, also over a restart', async () => {
    const [early, late] = [await invited('one@example.dz'), await invited('two@example.dz')];
    await under.world.advance(72 * HOUR_MS - 1_000);
    under.crash();
    for (let looks = 0; looks < 3; looks++) expect(under.people.invitationOf(early)).toBeDefined();
    const accept = (token: string) => under.done(under.people.acceptInvitation(token, PASSWORD, CLIENT));
    expect((await accept(early)).outcome).toBe('signed_in');
    await under.world.advance(1_000);
    expect(under.people.invitationOf(late)).toBeUndefined();
    expect((await accept(late)).outcome).toBe('no_such_invitation');
    expect([...under.actors.store.range('invitations', {})]).toEqual([]);
  });

  it('takes no password that is too short or too long, and stays', async () => {
    const token = await invited();
    for (const password of ['123456789', 'x'.repeat(201)]) {
      const { outcome } = await under.done(under.people.acceptInvitation(token, password, CLIENT));
      expect(outcome).toBe('bad_password');
    }
    expect(under.people.invitationOf(token)).toBeDefined();
  });

  it('to a name that the account has gives that user a new password, and ends all sessions', async () => {
    const before = await under.user(NAME, 'owner');
    const accepted = await tokenOf(
      under.done(
        under.people.acceptInvitation(await invited(NAME.toUpperCase()), 'another long one', CLIENT),
      ),
    );
    expect(signedIn(accepted)).toMatchObject({ user: before.user, role: 'owner' });
    expect(under.people.sessionOf(before.token)).toBeUndefined();
    expect((await under.signIn(NAME)).outcome).toBe('wrong');
    expect((await under.signIn(NAME, 'another long one')).outcome).toBe('signed_in');
  });

  it('to a name of another account is made as any other, and cannot be accepted', async () => {
    await under.user(NAME, 'owner', OTHER_ACCOUNT);
    const token = await invited();
    const { outcome } = await under.done(under.people.acceptInvitation(token, PASSWORD, CLIENT));
    expect(outcome).toBe('name_taken');
  });

  it('that is withdrawn is none', async () => {
    const token = await invited();
    const [open] = under.people.invitations(ACCOUNT);
    await under.done(under.people.withdrawInvitation(operator(), open?.id ?? ''));
    expect(under.people.invitationOf(token)).toBeUndefined();
    expect(under.people.invitations(ACCOUNT)).toEqual([]);
  });
});

describe('signing in', () => {
  it('takes the name in any case, and answers a wrong password as a name that nobody has', async () => {
    await under.user(NAME);
    expect((await under.signIn(NAME.toUpperCase())).outcome).toBe('signed_in');
    under.hashed.length = 0;
    const wrong = await under.signIn(NAME, 'not the right one');
    const unknown = await under.signIn('nobody@example.dz', 'not the right one');
    expect(wrong).toEqual({ outcome: 'wrong' });
    expect(unknown).toEqual(wrong);
    expect(under.hashed).toEqual(['not the right one', 'not the right one']);
  });

  it('is refused if too many passwords wait to be hashed', async () => {
    await under.user(NAME);
    under.overloading.add(PASSWORD);
    expect(await under.signIn(NAME)).toEqual({ outcome: 'unable', refusal: 'overloaded' });
  });

  it('does not take a text that begins with the password and goes on', async () => {
    const long = 'x'.repeat(200);
    const { token } = await under.user(NAME);
    const change = { password: PASSWORD, next: long, device: undefined };
    await under.done(under.people.changePassword(signedIn(token), change, CLIENT));
    expect((await under.signIn(NAME, `${long}${'x'.repeat(500)}`)).outcome).toBe('wrong');
    expect((await under.signIn(NAME, long)).outcome).toBe('signed_in');
  });

  it('with a password that was changed while it was checked is refused', async () => {
    const { token } = await under.user(NAME);
    const change = { password: PASSWORD, next: 'another long one', device: undefined };
    const results = await under.done(
      Promise.all([
        under.people.changePassword(signedIn(token), change, CLIENT),
        under.people.changePassword(signedIn(token), change, CLIENT),
        under.people.signIn({ name: NAME, password: PASSWORD, device: undefined }, CLIENT),
      ]),
    );
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1);
    const stillThere = under.people.sessionsOf(signedIn(token)).length;
    expect(stillThere).toBe(1);
  });
});

describe('guesses at a password', () => {
  const guess = (name: string, network: string, device?: string) =>
    under.signIn(name, 'not the right one', { ...CLIENT, network }, device);
  const admittedOf = async (guesses: readonly Promise<{ readonly outcome: string }>[]) =>
    (await Promise.all(guesses)).filter(({ outcome }) => outcome === 'wrong').length;

  it('count 10 a minute by name and network, whether the name is a user or not', async () => {
    await under.user(NAME);
    for (const name of [NAME, 'nobody@example.dz']) {
      const guesses = Array.from({ length: 14 }, () => guess(name, `network of ${name}`));
      expect(await admittedOf(guesses)).toBe(10);
    }
    expect(await guess(NAME, `network of ${NAME}`)).toEqual({
      outcome: 'too_many_guesses',
      retryAfterMs: 60_000,
    });
    await under.world.advance(60_000);
    expect((await guess(NAME, `network of ${NAME}`)).outcome).toBe('wrong');
  });

  it('count 30 a minute by network over all names, and 100 by name over all networks', async () => {
    const names = Array.from({ length: 40 }, (_, n) => guess(`n${n}@example.dz`, '198.51.100.1'));
    expect(await admittedOf(names)).toBe(30);
    const networks = Array.from({ length: 120 }, (_, n) => guess(NAME, `198.51.100.${n + 2}`));
    expect(await admittedOf(networks)).toBe(100);
  });

  it('of others do not lock out the browser that signed in as that name before, and no other', async () => {
    const { device } = await under.user(NAME);
    const other = await under.user('other@example.dz');
    await Promise.all(Array.from({ length: 120 }, (_, n) => guess(NAME, `198.51.100.${n}`)));
    expect((await under.signIn(NAME)).outcome).toBe('too_many_guesses');
    expect((await under.signIn(NAME, PASSWORD, CLIENT, other.device)).outcome).toBe('too_many_guesses');
    expect((await under.signIn(NAME, PASSWORD, CLIENT, `${device.slice(0, -1)}!`)).outcome).toBe(
      'too_many_guesses',
    );
    expect((await under.signIn(NAME, PASSWORD, CLIENT, device)).outcome).toBe('signed_in');
    const fromIt = Array.from({ length: 20 }, () => guess(NAME, 'anywhere', device));
    expect(await admittedOf(fromIt)).toBe(9);
  });

  it('count while a password is changed, too', async () => {
    const { token } = await under.user(NAME);
    const change = { password: 'not the right one', next: 'another long one', device: undefined };
    const changes = Array.from({ length: 12 }, () =>
      under.done(under.people.changePassword(signedIn(token), change, CLIENT)),
    );
    expect(await admittedOf(changes)).toBe(10);
  });

  it('are not forgotten by a restart', async () => {
    const six = () => Array.from({ length: 6 }, () => guess(NAME, '198.51.100.7'));
    expect(await admittedOf(six())).toBe(6);
    await under.world.advance(1);
    await under.done(under.actors.actors.journal.note());
    under.crash();
    under.actors.actors.journal.load();
    expect(await admittedOf(six())).toBe(4);
  });
});

describe('a session', () => {
  it('is known by its token alone, of which the disk has the hash', async () => {
    const { token, user } = await under.user(NAME);
    expect(signedIn(token).user).toBe(user);
    for (const text of [
      '',
      'x',
      `${token}x`,
      token.slice(1),
      createHash('sha256').update(token).digest('hex'),
    ])
      expect(under.people.sessionOf(text)).toBeUndefined();
    for (const table of ['sessions', 'user_sessions', 'users', 'audit', 'invitations'] as const) {
      for (const { key, value } of under.actors.store.range(table, {}))
        for (const secret of [token, PASSWORD]) expect(key + value).not.toContain(secret);
    }
  });

  it('lasts over a restart, and ends 12 hours after it was used last', async () => {
    const { token } = await under.user(NAME);
    under.crash();
    await under.world.advance(12 * HOUR_MS - 1);
    expect(under.people.sessionOf(token)).toBeDefined();
    await under.world.settle();
    await under.world.advance(12 * HOUR_MS - 1);
    expect(under.people.sessionOf(token)).toBeDefined();
    await under.world.settle();
    await under.world.advance(12 * HOUR_MS);
    expect(under.people.sessionOf(token)).toBeUndefined();
    expect([...under.actors.store.range('sessions', {})]).toEqual([]);
    expect([...under.actors.store.range('reminders', {})]).toEqual([]);
  });

  it('ends 30 days after it was made, however often it is used', async () => {
    const { token } = await under.user(NAME);
    for (let hours = 0; hours < 30 * 24; hours += 6) {
      expect(under.people.sessionOf(token), `after ${hours} hours`).toBeDefined();
      await under.world.advance(6 * HOUR_MS);
    }
    expect(under.people.sessionOf(token)).toBeUndefined();
    await under.world.advance(DAY_MS);
    expect([...under.actors.store.range('sessions', {})]).toEqual([]);
  });

  it('notes at most once in ten minutes that it is used', async () => {
    const { token } = await under.user(NAME);
    const stateOf = () => JSON.stringify([...under.actors.store.range('sessions', {})]);
    const before = stateOf();
    await under.world.advance(10 * 60_000 - 1);
    under.people.sessionOf(token);
    await under.world.settle();
    expect(stateOf()).toBe(before);
    await under.world.advance(1);
    for (let times = 0; times < 5; times++) under.people.sessionOf(token);
    await under.world.settle();
    expect(stateOf()).not.toBe(before);
  });

  it('ends with sign-out, alone or with all others, and by its list of those that are open', async () => {
    const { token } = await under.user(NAME);
    const [second, third] = [await tokenOf(under.signIn(NAME)), await tokenOf(under.signIn(NAME))];
    expect(under.people.sessionsOf(signedIn(token))).toHaveLength(3);
    await under.done(under.people.signOut(signedIn(token), signedIn(second).session));
    expect([token, second, third].map((one) => under.people.sessionOf(one) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    await under.done(under.people.signOut(signedIn(third)));
    expect(under.people.sessionOf(third)).toBeUndefined();
    await under.done(under.people.signOutEverywhere(signedIn(token)));
    expect(under.people.sessionOf(token)).toBeUndefined();
  });

  it('cannot sign out the session of somebody else', async () => {
    const { token } = await under.user(NAME);
    const other = await under.user('other@example.dz');
    await under.done(under.people.signOut(signedIn(other.token), signedIn(token).session));
    expect(under.people.sessionOf(token)).toBeDefined();
  });

  it('stays if its own person sets a new password; all others end', async () => {
    const { token } = await under.user(NAME);
    const other = await tokenOf(under.signIn(NAME));
    const change = { password: PASSWORD, next: 'another long one', device: undefined };
    const { outcome } = await under.done(under.people.changePassword(signedIn(token), change, CLIENT));
    expect(outcome).toBe('changed');
    expect(under.people.sessionOf(token)).toBeDefined();
    expect(under.people.sessionOf(other)).toBeUndefined();
    expect((await under.signIn(NAME)).outcome).toBe('wrong');
  });

  it('beyond the fiftieth ends the one that was used longest ago', async () => {
    const { token } = await under.user(NAME);
    for (let n = 0; n < 50; n++) {
      await under.world.advance(10_000);
      await under.signIn(NAME);
    }
    expect(under.people.sessionOf(token)).toBeUndefined();
    const { token: newest } = await under.user('other@example.dz');
    expect(signedIn(newest)).toBeDefined();
  });

  it('shows what the last commit left: a role, grants, and no user who was removed', async () => {
    const { token, user } = await under.user(NAME);
    const second = await under.user('second@example.dz');
    const author = authorOf(signedIn(second.token), CLIENT.address);
    await under.done(under.people.grant(author, user, ['key_1']));
    await under.done(under.people.changeRole(author, user, 'member'));
    expect(signedIn(token)).toMatchObject({ role: 'member', grants: ['key_1'] });
    await under.done(under.people.removeUser(author, user));
    expect(under.people.sessionOf(token)).toBeUndefined();
    expect((await under.signIn(NAME)).outcome).toBe('wrong');
    expect(under.auditActs().slice(-3)).toEqual(['grants_changed', 'role_changed', 'user_removed']);
  });

  it('whose commit fails is none', async () => {
    await under.user(NAME);
    under.actors.faults.push('reject');
    const result = await under.signIn(NAME);
    expect(result).toEqual({ outcome: 'unable', refusal: 'storage_unavailable' });
  });
});
