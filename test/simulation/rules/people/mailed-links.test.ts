import { describe, expect, it } from 'vitest';
import { MAILED_LINKS } from '../../../../simulation/rules/people/mailed-links.js';
import { MadeMails } from './made-mails.js';
import { ADA, HOUR_MS, OVER, PASSWORD } from './made-people.js';

const EVE = 'eve@people.test';

/** Two mails for a forgotten password, at 10 and 20 ms. @returns the session of Ada, too */
function made(): { readonly history: MadeMails; readonly session: number } {
  const history = new MadeMails(MAILED_LINKS);
  const session = history.joined();
  for (const mail of [1, 2]) {
    history.forgot(mail * 10 - 1);
    history.mail(mail * 10, mail);
    history.see({ at: mail * 10 + 1, what: 'link_scanned', mail, status: 200 });
  }
  return { history, session };
}

function set(history: MadeMails, session: number, at: number): void {
  const call = { op: 'change_password', session: 0, password: PASSWORD, next: 'Password 2' } as const;
  history.under(session, at, call, { status: 303, headers: { location: '/' } });
}

describe('the rule mailed-links', () => {
  it('has nothing to say of links that work once, in their time, and of those that another one ended', () => {
    const { history } = made();
    history.use(HOUR_MS / 2, 1);
    for (const mail of [1, 2]) history.use(HOUR_MS / 2 + mail, mail, OVER);
    history.forgot(HOUR_MS);
    history.mail(HOUR_MS + 1, 3);
    history.use(3 * HOUR_MS, 3, OVER);
    expect(history.end()).toEqual([]);
  });

  it('has nothing to say of the link of a new account that is over once there is one', () => {
    const { history } = made();
    history.ask(100, { op: 'sign_up', name: EVE });
    history.mail(101, 3, { to: EVE, kind: 'sign_up' });
    history.use(102, 3);
    history.use(103, 3, OVER);
    expect(history.end()).toEqual([]);
  });

  it.each<readonly [what: string, change: (history: MadeMails, session: number) => void, says: RegExp]>([
    [
      'a link that works twice',
      (history) => {
        for (const at of [100, 101]) history.use(at, 1);
      },
      /works, and request \d+ has used it/,
    ],
    ['a link that works too long', (history) => history.use(HOUR_MS + 1_000, 1), /its time is over/],
    [
      'an older link that works after the newer one',
      (history) => {
        history.use(100, 2);
        history.use(101, 1);
      },
      /works, and request \d+ \(accept\) came after it/,
    ],
    [
      'a link that works after a password was set on the page',
      (history, session) => {
        set(history, session, 100);
        history.use(101, 1);
      },
      /\(change_password\) came after it/,
    ],
    [
      'a link that works for another user of the name',
      (history) => {
        history.ask(100, { op: 'remove_user', name: ADA });
        history.accept(102, history.invited(101, ADA, 'https://gateway.test/invitation/again'));
        history.use(103, 1);
      },
      /\(remove_user\) came after it/,
    ],
    ['a link that never works', (history) => history.use(100, 1, OVER), /is over, and nothing ended it/],
    [
      'a link that looking at it has ended',
      (history) => history.see({ at: 25, what: 'link_scanned', mail: 1, status: 410 }),
      /leads nowhere as the mail arrives/,
    ],
    [
      'an invitation that is not there',
      (history) => {
        history.ask(100, { op: 'invite', account: 0, name: EVE, role: 'member' }, { status: 503 });
        history.mail(101, 3, { to: EVE, kind: 'invitation' });
        history.see({ at: 102, what: 'link_scanned', mail: 3, status: 410 });
      },
      /mail 3 \(invitation\) to eve@people.test leads nowhere/,
    ],
  ])('reports %s', (_, change, says) => {
    const { history, session } = made();
    change(history, session);
    expect(history.end().join('\n')).toMatch(says);
  });
});
