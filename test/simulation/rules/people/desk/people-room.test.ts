import { describe, expect, it } from 'vitest';
import { PEOPLE_ROOM } from '../../../../../simulation/rules/people/desk/people-room.js';
import { ADA, HOUR_MS, MadePeople, OVER } from '../made-people.js';

const NAMES = [ADA, 'bea@people.test', 'cy@people.test'] as const;
const FULL = { status: 400, body: { error: { code: 'invalid_request', param: 'name' } } };

function ofTwo(): MadePeople {
  return new MadePeople(PEOPLE_ROOM, { limits: { peopleOfAccount: 2 } });
}

function refused(made: MadePeople, at: number, reply: object = FULL): void {
  made.ask(at, { op: 'invite', account: 0, name: 'dan@people.test', role: 'member' }, reply);
}

describe('the rule people-room', () => {
  it('has nothing to say of an account that is full, and has room again', () => {
    const made = ofTwo();
    const links = [0, 1].map((n) => made.invite(n, NAMES[n as 0]));
    refused(made, 2);
    for (const [n, link] of links.entries()) made.accept(10 + n, link);
    const third = made.invite(20, NAMES[2]);
    made.accept(21, third, OVER);
    made.ask(22, { op: 'remove_user', name: ADA });
    made.accept(23, third);
    for (const n of [0, 1]) made.invite(73 * HOUR_MS + n, NAMES[n as 0]);
    expect(made.end()).toEqual([]);
  });

  it('has nothing to say of one full of links for forgotten passwords, nor of another refusal', () => {
    const made = ofTwo();
    made.join(0);
    made.forget(5);
    made.forget(6);
    refused(made, 7);
    refused(made, 8, { status: 400, body: { error: { param: 'role' } } });
    expect(made.end()).toEqual([]);
  });

  it('reports an invitation too many, and one that is refused although there is room', () => {
    const made = ofTwo();
    refused(made, 0);
    for (const [n, name] of NAMES.entries()) made.invite(1 + n, name);
    expect(made.end().join()).toMatch(
      /refused, and account 0 had 0 open invitations.*account 0 had 2 open invitations of 2/,
    );
  });

  it('reports a user too many', () => {
    const made = ofTwo();
    for (const [n, name] of NAMES.entries()) made.join(10 * n, name);
    expect(made.end().join()).toMatch(/\(accept\): account 0 had 2 users of 2/);
  });
});
