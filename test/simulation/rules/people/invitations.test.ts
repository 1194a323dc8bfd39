import { describe, expect, it } from 'vitest';
import { INVITATIONS } from '../../../../simulation/rules/people/invitations.js';
import { ADA, HOUR_MS, MadePeople, OVER } from './made-people.js';

describe('the rule invitations', () => {
  it('has nothing to say of a link that is used once, in its time', () => {
    const made = new MadePeople(INVITATIONS);
    const link = made.invite(0, ADA);
    made.accept(71 * HOUR_MS, link);
    made.accept(71 * HOUR_MS + 10, link, OVER);
    made.accept(0, made.invite(0, 'eve@people.test'), { status: 503 });
    expect(made.end()).toEqual([]);
  });

  it('reports a link that is used twice', () => {
    const made = new MadePeople(INVITATIONS);
    const link = made.invite(0, ADA);
    made.accept(10, link);
    made.accept(20, link);
    expect(made.end().join()).toMatch(/was used before/);
  });

  it('reports two uses at the same time', () => {
    const made = new MadePeople(INVITATIONS);
    const link = made.invite(0, ADA);
    const accept = { op: 'accept', link: 0, password: 'Password 1' } as const;
    const both = [made.send(10, accept, { link }), made.send(10, accept, { link })];
    for (const request of both) made.answer(20, request, { status: 303, headers: { location: '/' } });
    expect(made.end().join()).toMatch(/was used 2 times/);
  });

  it('reports a link that works after 72 hours', () => {
    const made = new MadePeople(INVITATIONS);
    made.accept(73 * HOUR_MS, made.invite(0, ADA));
    expect(made.end().join()).toMatch(/older than 72 h/);
  });

  it('reports a link that is over before anybody used it', () => {
    const made = new MadePeople(INVITATIONS);
    made.accept(71 * HOUR_MS, made.invite(0, ADA), OVER);
    expect(made.end().join()).toMatch(/neither used nor late/);
  });
});
