import { describe, expect, it } from 'vitest';
import { PASSWORDS } from '../../../../simulation/rules/people/passwords.js';
import { ADA, MadePeople, PASSWORD, WRONG } from './made-people.js';

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

  it('has nothing to say if a wrong one waits for forms whose clients have gone', () => {
    const made = new MadePeople(PASSWORDS);
    made.join(0);
    made.signIn(100, WRONG, { password: 'another one' });
    const [second, left] = [200, 205].map((at) => {
      const call = { op: 'sign_in', name: ADA, password: 'another one' } as const;
      const request = made.send(at, call, { credential: 'page', hasBody: true });
      made.see({ at, what: 'body_sent', request });
      return request;
    }) as [number, number];
    made.see({ at: 206, what: 'gave_up', request: left });
    made.answer(220, second, WRONG);
    made.signIn(225, WRONG, { password: 'another one', tookMs: 35 });
    expect(made.end()).toEqual([]);
  });

  /** A wrong password is refused after 20 ms, and then the right one beside the removal of its user. */
  function removedBeside({ password = PASSWORD, text = 'Wrong.' }): MadePeople {
    const made = new MadePeople(PASSWORDS);
    made.join(0);
    made.signIn(100, WRONG, { password: 'another one' });
    const removal = made.send(200, { op: 'remove_user', name: ADA });
    made.signIn(200, { status: 401, body: { text } }, { password, tookMs: 60 });
    made.answer(270, removal);
    return made;
  }

  it('has nothing to say if the right one waits for the removal of its user, and is refused', () => {
    expect(removedBeside({}).end()).toEqual([]);
  });

  it('reports a wrong one that takes longer beside a removal, and a right one refused in other words', () => {
    expect(removedBeside({ password: 'another one' }).end().join()).toMatch(/takes 60 ms, another one 20/);
    expect(removedBeside({ text: 'Nobody.' }).end().join()).toMatch(/in other words/);
  });
});
