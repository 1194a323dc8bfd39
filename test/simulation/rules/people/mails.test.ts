import { describe, expect, it } from 'vitest';
import { MAILS } from '../../../../simulation/rules/people/mails.js';
import { linkOf, MadeMails, OF_ADA } from './made-mails.js';
import { ADA, MadePeople, TOO_MANY } from './made-people.js';

const EVE = 'eve@people.test';
const DAY_MS = 86_400_000;
const LINKS = { 1: linkOf(1), 2: linkOf(2) };

function made(): MadeMails {
  const history = new MadeMails(MAILS);
  history.joined();
  history.mail(-2, 9, { kind: 'invitation', link: OF_ADA });
  return history;
}

describe('the rule mails', () => {
  it('has nothing to say if each who is to be mailed is, at the second try as well', () => {
    const history = new MadeMails(MAILS);
    history.see({ at: -5, what: 'starting', isReboot: false });
    history.accept(1, history.invited(0, 'ada@people.test', LINKS[1]));
    history.mail(1, 1, { kind: 'invitation', fate: 'refused' });
    history.mail(5_001, 1, { kind: 'invitation' });
    history.forgot(6_000, EVE);
    history.forgot(6_001);
    history.mail(6_002, 2);
    expect(history.stopped(60_000)).toEqual([]);
  });

  it('has nothing to say of a mail that was tried four times, nor of one that a process took along', () => {
    const history = new MadeMails(MAILS);
    history.joined();
    history.mail(0, 9, {
      kind: 'invitation',
      link: OF_ADA,
      fate: 'silence',
    });
    history.see({ at: 1, what: 'crashed', on: 'now', undecided: 'kept' });
    history.see({ at: 2, what: 'starting', isReboot: false });
    history.forgot(3);
    for (const at of [4, 5_004, 65_004, 665_004]) history.mail(at, 1, { fate: 'reset' });
    expect(history.stopped(700_000)).toEqual([]);
  });

  it('has nothing to say of the mails that a day has room for, nor of those of the next day', () => {
    const history = made();
    for (let n = 1; n <= 7; n++) history.forgot(n);
    for (let n = 1; n <= 5; n++) history.mail(10 + n, n);
    history.see({ at: 100, what: 'wall_stepped', ms: DAY_MS });
    history.forgot(101);
    history.mail(102, 6);
    expect(history.stopped(60_000)).toEqual([]);
  });

  it('counts a mail for the day of its request, though the day has turned when it leaves', () => {
    const history = made();
    for (let n = 1; n <= 5; n++) history.forgot(n);
    for (let n = 1; n <= 2; n++) history.mail(10 + n, n);
    history.see({ at: 100, what: 'wall_stepped', ms: DAY_MS });
    for (let n = 6; n <= 8; n++) history.forgot(100 + n);
    for (let n = 3; n <= 8; n++) history.mail(200 + n, n);
    expect(history.stopped(60_000)).toEqual([]);
  });

  it('wants no page for a forgotten password if there is no mail server', () => {
    const answered = (status: number) => {
      const history = new MadePeople(MAILS, { people: { signUp: 'closed' } });
      history.ask(1, { op: 'forgot', name: ADA }, { status });
      return history.end().join();
    };
    expect(answered(404)).toBe('');
    expect(answered(200)).toMatch(/answered 200, and there is no mail server/);
  });

  it.each<readonly [what: string, change: (history: MadeMails) => void, says: RegExp]>([
    [
      'a mail that is tried again in haste',
      (history) => {
        history.forgot(0);
        for (const at of [1, 5_001, 10_001]) history.mail(at, 1, { fate: 'reset' });
      },
      /is tried for the 3\. time after 5000 ms/,
    ],
    [
      'a mail that is tried again too late',
      (history) => {
        history.forgot(0);
        for (const at of [1, 30_001]) history.mail(at, 1, { fate: 'reset' });
      },
      /is tried for the 2\. time after 30000 ms/,
    ],
    ['a mail that nobody asked for', (history) => history.mail(1, 1), /nobody has asked for it/],
    [
      'a mail after a refusal',
      (history) => {
        history.forgot(1, undefined, TOO_MANY);
        history.mail(2, 1);
      },
      /nobody has asked for it/,
    ],
    [
      'a mail to the address of nobody',
      (history) => {
        history.forgot(1, EVE);
        history.mail(2, 1, { to: EVE });
      },
      /it is the address of nobody/,
    ],
    [
      'a link of a new account for a user',
      (history) => {
        history.ask(1, { op: 'sign_up', name: 'ada@people.test' });
        history.mail(2, 1, { kind: 'sign_up' });
      },
      /it is the address of a user/,
    ],
    [
      'the invitation of somebody else',
      (history) => {
        history.ask(
          0,
          { op: 'invite', account: 0, name: 'ada@people.test', role: 'member' },
          { status: 503 },
        );
        history.mail(1, 1, { kind: 'invitation' });
        history.invited(2, EVE, LINKS[1]);
      },
      /has the link of request \d+, for eve@people.test, and goes to ada@people.test/,
    ],
    [
      'a link to elsewhere',
      (history) => {
        history.forgot(1);
        history.mail(2, 1, { link: LINKS[1].replace('gateway', 'elsewhere') });
      },
      /leads to https:\/\/elsewhere/,
    ],
    [
      'a mail that is sent again',
      (history) => {
        history.forgot(1);
        for (const at of [2, 3]) history.mail(at, 1);
      },
      /goes out again, and was taken/,
    ],
    [
      'a fifth try',
      (history) => {
        history.forgot(1);
        for (const at of [2, 3, 4, 5, 6]) history.mail(at, 1, { fate: 'refused' });
      },
      /is tried 5 times/,
    ],
    [
      'a mail that is given up early',
      (history) => {
        history.forgot(1);
        history.mail(2, 1, { fate: 'refused' });
      },
      /was tried 1 times, and is not there/,
    ],
    ['an invitation without a mail', (history) => history.invited(1, EVE, LINKS[1]), /\(invite\): no mail/],
    [
      'a forgotten password without a mail',
      (history) => history.forgot(1),
      /ada@people.test forgot the password, and was sent 0 mails of 1/,
    ],
    [
      'a page for a forgotten password that is not there',
      (history) => history.forgot(1, ADA, { status: 404 }),
      /\(forgot\): there is no such page/,
    ],
    [
      'the last mail of a day that does not come',
      (history) => {
        for (let n = 1; n <= 5; n++) history.forgot(n);
        for (let n = 1; n <= 4; n++) history.mail(10 + n, n);
      },
      /was sent 4 mails of 5/,
    ],
    [
      'a mail of the next day that does not come before the process ends',
      (history) => {
        for (let n = 1; n <= 5; n++) history.forgot(n);
        for (let n = 1; n <= 5; n++) history.mail(10 + n, n);
        history.see({ at: 100, what: 'wall_stepped', ms: DAY_MS });
        history.forgot(101);
        history.see({ at: 50_000, what: 'crashed', on: 'now', undecided: 'kept' });
        history.see({ at: 50_001, what: 'starting', isReboot: false });
      },
      /was sent 5 mails of 6/,
    ],
    [
      'an answer that tells of a name',
      (history) => {
        history.forgot(1, EVE);
        history.forgot(2, 'nobody@people.test', { body: { text: 'Nobody.' } });
      },
      /nobody@people.test is answered in other words/,
    ],
    [
      'an answer that takes its time',
      (history) => history.forgot(1, EVE, {}, 7),
      /eve@people.test takes 7 ms/,
    ],
  ])('reports %s', (_, change, says) => {
    const history = made();
    change(history);
    expect(history.stopped(60_000).join('\n')).toMatch(says);
  });
});
