import { describe, expect, it } from 'vitest';
import { GUESSES } from '../../../../simulation/rules/people/guesses.js';
import { MadePeople, TOO_MANY, WRONG } from './made-people.js';

/** @param count tries that are admitted */
function guessed(count: number): MadePeople {
  const made = new MadePeople(GUESSES);
  for (let n = 0; n < count; n++) made.signIn(1_000 + n, WRONG);
  return made;
}

describe('the rule guesses', () => {
  it('has nothing to say of ten tries, a refusal, and one more when the first has left', () => {
    const made = guessed(10);
    made.signIn(60_999, TOO_MANY);
    made.signIn(61_000, WRONG);
    expect(made.end()).toEqual([]);
  });

  it('reports the eleventh try of a minute', () => {
    expect(guessed(11).end().join()).toMatch(/admitted with at least 10 of 10/);
  });

  it('reports a refusal of the tenth', () => {
    const made = guessed(9);
    made.signIn(2_000, TOO_MANY);
    expect(made.end().join()).toMatch(/refused with at most 9 of 10/);
  });

  it('reports a known browser that is refused for the guesses of others', () => {
    const made = new MadePeople(GUESSES);
    const device = made.join(0);
    for (let n = 0; n < 10; n++) made.signIn(1_000 + n, WRONG);
    made.signIn(2_000, TOO_MANY, { device });
    expect(made.end().join()).toMatch(/refused with at most 0 of 10 by browser/);
  });

  it('has nothing to say of ten requests for links beside ten tries', () => {
    const made = guessed(10);
    for (let n = 0; n < 10; n++) made.forget(2_000 + n);
    made.forget(2_020, TOO_MANY);
    expect(made.end()).toEqual([]);
  });

  it('reports the eleventh request for a link within a minute, and a refusal of the tenth', () => {
    const many = new MadePeople(GUESSES);
    for (let n = 0; n < 11; n++) many.forget(1_000 + n);
    expect(many.end().join()).toMatch(/admitted with at least 10 of 10 by forgotten ada/);
    const few = guessed(3);
    for (let n = 0; n < 9; n++) few.forget(1_100 + n);
    few.forget(1_200, TOO_MANY);
    expect(few.end().join()).toMatch(/refused with at most 9 of 10 by forgotten ada/);
  });

  it('has nothing to say of windows that a crash may have emptied', () => {
    const made = guessed(10);
    made.see({ at: 1_500, what: 'crashed', on: 'now', undecided: 'lost' });
    made.signIn(2_000, WRONG);
    made.signIn(2_001, TOO_MANY);
    expect(made.end()).toEqual([]);
  });

  it('reports tries that a crash long after them forgot', () => {
    const made = guessed(10);
    made.see({ at: 2_500, what: 'crashed', on: 'now', undecided: 'lost' });
    made.signIn(3_000, WRONG);
    expect(made.end().join()).toMatch(/admitted with at least 10 of 10/);
  });

  it('reports tries that a restart in order forgot', () => {
    const made = guessed(10);
    made.see({ at: 1_500, what: 'stopped' });
    made.signIn(2_000, WRONG);
    expect(made.end().join()).toMatch(/admitted with at least 10 of 10/);
  });

  it('has nothing to say of tries that the wall clock made older while the machine started anew', () => {
    const made = guessed(10);
    made.see({ at: 2_000, what: 'wall_stepped', ms: 100_000 });
    made.see({ at: 2_500, what: 'crashed', on: 'now', undecided: 'lost' });
    made.see({ at: 2_600, what: 'starting', isReboot: true });
    made.see({ at: 2_700, what: 'started' });
    made.signIn(3_000, WRONG);
    expect(made.end()).toEqual([]);
  });
});
