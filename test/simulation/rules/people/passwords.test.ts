import { describe, expect, it } from 'vitest';
import { PASSWORDS } from '../../../../simulation/rules/people/passwords.js';
import { ADA, MadePeople, WRONG } from './made-people.js';

const UNKNOWN = { name: 'nobody@people.test' };

describe('the rule passwords', () => {
  it('has nothing to say if the right one works, and all others are answered alike', () => {
    const made = new MadePeople(PASSWORDS);
    made.join(0);
    made.signIn(100);
    made.signIn(200, WRONG, { password: 'another one' });
    made.signIn(300, WRONG, UNKNOWN);
    expect(made.end()).toEqual([]);
  });

  it('reports a wrong password that works', () => {
    const made = new MadePeople(PASSWORDS);
    made.join(0);
    made.signIn(100, undefined, { password: 'another one' });
    expect(made.end().join()).toMatch(/is signed in with another one/);
  });

  it('reports the right one refused', () => {
    const made = new MadePeople(PASSWORDS);
    made.join(0);
    made.signIn(100, WRONG);
    expect(made.end().join()).toMatch(/refused with the right password/);
  });

  it('reports somebody who signs in after the removal', () => {
    const made = new MadePeople(PASSWORDS);
    made.join(0);
    made.ask(50, { op: 'remove_user', name: ADA });
    made.signIn(100);
    expect(made.end().join()).toMatch(/is no user/);
  });

  it('reports an unknown name that is answered in other words, or sooner', () => {
    const made = new MadePeople(PASSWORDS);
    made.join(0);
    made.signIn(100, WRONG, { password: 'another one' });
    made.signIn(200, { status: 401, body: { text: 'Nobody.' } }, { ...UNKNOWN, tookMs: 1 });
    expect(made.end().join()).toMatch(/in other words.*takes 1 ms/);
  });
});
