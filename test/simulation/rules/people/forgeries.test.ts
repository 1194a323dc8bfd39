import { describe, expect, it } from 'vitest';
import type { Forgery } from '../../../../simulation/history/forms/forged-call.js';
import { FORGED_REQUESTS } from '../../../../simulation/rules/people/desk/forgeries.js';
import { at, exchange, reportsOf } from '../told-history.js';

const TO_SIGN_IN = { location: '/sign-in?next=%2Fsessions' };

function forged(
  how: Forgery,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): readonly string[] {
  const call = { op: 'forged', how, session: 1, link: 2 } as const;
  return reportsOf(FORGED_REQUESTS, { x: at(600, ...exchange(call, status, {}, headers)) });
}

describe('the rule forgeries', () => {
  it('has nothing to say if all of them are refused, each in its way', () => {
    expect([
      forged('altered_session', 303, TO_SIGN_IN),
      forged('link_as_session', 303, TO_SIGN_IN),
      forged('altered_link', 410),
      forged('session_as_link', 410),
      forged('foreign_site', 403),
      forged('no_origin', 503),
    ]).toEqual([[], [], [], [], [], []]);
  });

  it('tells of a secret and of a form that are taken', () => {
    expect(forged('altered_session', 200)).toHaveLength(1);
    expect(forged('altered_link', 303, { location: '/' })).toHaveLength(1);
    expect(forged('no_origin', 303, { location: '/sign-in', 'set-cookie': 'a=' })).toHaveLength(1);
  });
});
