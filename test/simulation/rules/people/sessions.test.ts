import { describe, expect, it } from 'vitest';
import { SESSIONS } from '../../../../simulation/rules/people/sessions.js';
import { ADA, HOUR_MS, MadePeople, PASSWORD, SIGN_IN } from './made-people.js';

const DONE = { status: 303, headers: { location: '/sessions?changed' } };
const CHANGE = { op: 'change_password', session: 0, password: PASSWORD, next: 'Password 2' } as const;
const EVERYWHERE = { op: 'sign_out', session: 0, isEverywhere: true } as const;
const SIGNED_IN = { status: 303, headers: { location: '/' } };
const SIGNED_OUT = { status: 303, headers: { location: '/sign-in', 'set-cookie': '__Host-tollgate=' } };

describe('the rule sessions', () => {
  it('has nothing to say of sessions that end when they should', () => {
    const made = new MadePeople(SESSIONS);
    const [first, second] = [made.join(0), made.signIn(10)];
    made.read(first, 1_000);
    made.under(first, 2_000, CHANGE, DONE);
    made.read(first, 3_000);
    made.read(second, 3_000, SIGN_IN);
    made.under(second, 3_500, EVERYWHERE, SIGN_IN);
    made.read(first, 4_000);
    made.read(first, 13 * HOUR_MS, SIGN_IN);
    expect(made.end()).toEqual([]);
  });

  it.each([
    ['a new password', CHANGE, DONE],
    ['a sign-out everywhere', EVERYWHERE, SIGNED_OUT],
    ['the removal of the user', { op: 'remove_user', name: ADA } as const, DONE],
  ])('reports a session that works after %s', (_, call, reply) => {
    const made = new MadePeople(SESSIONS);
    const [first, second] = [made.join(0), made.signIn(10)];
    made.under(first, 2_000, call, reply);
    made.read(second, 3_000);
    expect(made.end().join()).toMatch(/ended it/);
  });

  it('reports a session that works after 12 idle hours', () => {
    const made = new MadePeople(SESSIONS);
    const session = made.join(0);
    made.read(session, 11 * HOUR_MS);
    made.read(session, 24 * HOUR_MS);
    expect(made.end().join()).toMatch(/idle for 12 h/);
  });

  it('reports a session that works after 30 days', () => {
    const made = new MadePeople(SESSIONS);
    const session = made.join(0);
    for (let hours = 11; hours < 732; hours += 11) made.read(session, hours * HOUR_MS);
    expect(made.end().join()).toMatch(/30 days old/);
  });

  it('reports a session whose password another one took the place of while it was checked', () => {
    const made = new MadePeople(SESSIONS);
    made.join(0);
    const link = made.invite(100, ADA);
    const hurried = made.send(200, { op: 'sign_in', name: ADA, password: PASSWORD });
    made.see({ at: 200, what: 'body_sent', request: hurried });
    made.ask(210, { op: 'accept', link: 0, password: 'Password 2' }, SIGNED_IN, { link });
    made.answer(220, hurried, SIGNED_IN);
    made.read(hurried, 300);
    expect(made.end().join()).toMatch(/works, and request \d+ \(accept\) set another password than it has/);
  });

  it('has nothing to say of a session whose password was set while it was checked', () => {
    const made = new MadePeople(SESSIONS);
    made.join(0);
    const link = made.invite(100, ADA);
    const hurried = made.send(200, { op: 'sign_in', name: ADA, password: 'Password 2' });
    made.see({ at: 200, what: 'body_sent', request: hurried });
    made.ask(210, { op: 'accept', link: 0, password: 'Password 2' }, SIGNED_IN, { link });
    made.answer(220, hurried, SIGNED_IN);
    made.read(hurried, 300);
    expect(made.end()).toEqual([]);
  });

  it('reports a session that a restart ended', () => {
    const made = new MadePeople(SESSIONS);
    const session = made.join(0);
    for (const what of ['stopping', 'stopped', 'started'] as const) made.see({ at: 100, what });
    made.read(session, 200, SIGN_IN);
    expect(made.end().join()).toMatch(/nothing ended it/);
  });

  it('reports a session that is over although it was used', () => {
    const made = new MadePeople(SESSIONS);
    const session = made.join(0);
    made.read(session, 7 * HOUR_MS);
    made.read(session, 14 * HOUR_MS, SIGN_IN);
    expect(made.end().join()).toMatch(/nothing ended it/);
  });
});
