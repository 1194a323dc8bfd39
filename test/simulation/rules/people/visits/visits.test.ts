import { describe, expect, it } from 'vitest';
import type { VisitCall } from '../../../../../simulation/history/forms/visit-call.js';
import { AUDIT_PAGE } from '../../../../../simulation/rules/people/visits/audit-page.js';
import { FORMS_ONCE } from '../../../../../simulation/rules/people/visits/forms-once.js';
import { PASSWORD_FORMS } from '../../../../../simulation/rules/people/visits/password-forms.js';
import { PEOPLE_PAGES } from '../../../../../simulation/rules/people/visits/people-pages.js';
import { SIGNED_IN } from '../../../../../simulation/rules/people/visits/signed-in.js';
import { VISITS } from '../../../../../simulation/rules/people/visits/visits.js';
import type { Reply } from '../../made-history.js';
import { at, exchange, reportsOf } from '../../told-history.js';
import { ADA, MadePeople } from '../made-people.js';

const SHOWN: Reply = { body: {} };
const visit = (page: VisitCall['page']): VisitCall => ({ op: 'visit', session: 0, page, account: 0, key: 0 });

describe('the rule visits', () => {
  const reportsFor = (role: 'member' | 'owner' | 'operator', page: VisitCall['page'], reply: Reply) => {
    const made = new MadePeople(VISITS);
    made.key(0, 60);
    made.under(made.join(0, ADA, role), 10, visit(page), reply);
    return made.end().join();
  };

  it.each([
    ['member', 'people', SHOWN],
    ['member', 'audit', { status: 403 }],
    ['owner', 'rotate', SHOWN],
    ['owner', 'node', { status: 404 }],
    ['operator', 'credit', SHOWN],
  ] as const)('has nothing to say of the %s who asks for the page %s', (role, page, reply) => {
    expect(reportsFor(role, page, reply)).toBe('');
  });

  it.each([
    ['member', 'audit', SHOWN, /is shown that of account 0/],
    ['owner', 'credit', SHOWN, /is shown that of account 0/],
    ['owner', 'new_key', { status: 403 }, /is refused with 403/],
  ] as const)('reports the %s who asks for the page %s', (role, page, reply, says) => {
    expect(reportsFor(role, page, reply)).toMatch(says);
  });
});

describe('the rule password-forms', () => {
  const accepted = (password: string, status: number) =>
    reportsOf(PASSWORD_FORMS, {
      x: at(600, ...exchange({ op: 'accept', link: 1, password }, status, {}, { location: '/' })),
    });

  it('counts characters, and not their bytes', () => {
    expect(accepted('\u{1f511}'.repeat(10), 303)).toEqual([]);
    expect(accepted('\u{1f511}'.repeat(9), 400)).toEqual([]);
    expect(accepted('\u{1f511}'.repeat(9), 303)).toHaveLength(1);
    expect(accepted('\u{1f511}'.repeat(200), 400)).toHaveLength(1);
  });
});

describe('the rule forms-once', () => {
  it('reports an invitation, and a secret, that a form makes twice', () => {
    const made = new MadePeople(FORMS_ONCE);
    const session = made.join(0);
    const invite = {
      op: 'invite',
      account: 0,
      name: 'b@people.test',
      role: 'member',
      session: 0,
      once: 'a',
    } as const;
    for (const when of [10, 20]) made.under(session, when, invite, { body: { hasLink: true } });
    expect(made.end().join()).toMatch(/makes another invitation/);
  });
});

describe('the rule signed-in', () => {
  const rest = (ageS: number) => `Path=/; Max-Age=${ageS}; HttpOnly; Secure; SameSite=Lax`;
  const cookies = [
    `__Host-tollgate=${'a'.repeat(43)}; ${rest(2_592_000)}`,
    `__Host-tollgate-device=${'b'.repeat(40)}; ${rest(34_560_000)}`,
  ].join('\n');
  const signedIn = (next: string, location: string, set = cookies) =>
    reportsOf(SIGNED_IN, {
      x: at(
        600,
        ...exchange(
          { op: 'sign_in', name: ADA, password: '', next },
          303,
          {},
          { location, 'set-cookie': set },
        ),
      ),
    });

  it('wants safe cookies, and the page that was asked for', () => {
    expect(signedIn('/keys', '/keys')).toEqual([]);
    expect(signedIn('//evil.test', '/')).toEqual([]);
    expect(signedIn('//evil.test', '//evil.test')).toHaveLength(1);
    expect(signedIn('/keys', '/keys', cookies.replace('Max-Age=', 'Max-Age=1'))).toHaveLength(1);
  });
});

describe('the rules people-pages and audit-page', () => {
  const cell = (words: string, times: readonly string[] = []) => ({ words, numbers: [], times, ids: [] });
  const page = (rows: readonly object[]) => ({
    head: '',
    rows,
    values: [],
    hasOlder: false,
    files: [],
    others: [],
    chosen: [],
  });

  it('report times that a member is shown, and a role that nobody gave', () => {
    const made = new MadePeople(PEOPLE_PAGES);
    const session = made.join(0, ADA, 'member');
    const shown = (role: string, ...more: readonly object[]): Reply => ({
      body: page([[cell(ADA), cell(role), ...more]]),
    });
    made.under(session, 10, visit('people'), shown('Member'));
    expect(made.end()).toEqual([]);
    made.under(session, 20, visit('people'), shown('Owner', cell('today', ['2026-01-01T00:00:00.000Z'])));
    expect(made.end()).not.toEqual([]);
  });

  it('take the only table of an account without users for its invitations', () => {
    const made = new MadePeople(PEOPLE_PAGES);
    const session = made.join(0, ADA, 'operator');
    const row = (name: string) => [
      [cell(`${name} Owner Works until 4 Jan 2026`), cell('Owner'), cell('', ['2026-01-04T00:00:00.000Z'])],
    ];
    made.under(session, 20, visit('people'), { body: page(row('nobody@people.test')) });
    expect(made.end().join()).toMatch(/an invitation of nobody@people.test as Owner, which nobody made/);
  });

  it('report an entry that does not stand on disk', () => {
    const made = new MadePeople(AUDIT_PAGE);
    made.under(made.join(0), 10, visit('audit'), { body: page([[cell('Signed in')]]) });
    expect(made.end()).toEqual([]);
  });
});
