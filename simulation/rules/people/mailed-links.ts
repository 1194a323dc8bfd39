/**
 * The links that people have from mails alone: each works once, in its time, and that for a forgotten
 * password until there is another password.
 */
import type { MailKind } from '../../history/mails/mails.js';
import { InForce } from '../facts/in-force.js';
import { type KnownMail, MailBook } from '../facts/mail-book.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import type { Exchange } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';

const HOUR_MS = 3_600_000;
const LIVES_MS: Readonly<Record<MailKind, number>> = {
  invitation: 72 * HOUR_MS,
  password: HOUR_MS,
  sign_up: 72 * HOUR_MS,
  known: Number.POSITIVE_INFINITY,
};
const OVER = 410;

/** A time in which somebody has a look, in ms, and by places among the observations. */
type Span = Pick<Exchange, 'seq' | 'endSeq' | 'endAt'>;

export const MAILED_LINKS: Rule = {
  name: 'mailed-links',
  says: 'What a mail leads to is on disk. Its link works once: for 72 h, or for a forgotten password for an hour and only until there is another one.',
  watch(setup, report, requests) {
    if (setup.people?.hasMail !== true) return { observe: () => {} };
    const book = new PersonBook(requests);
    const mails = new MailBook(requests);
    const doubt = new SteadyDoubt();
    const inForce = new InForce(setup);
    /** The requests that use a link up, or withdraw its invitation. */
    const ends: Exchange[] = [];
    /** The requests that set a password of a name, or remove its user. */
    const sets = new Map<string, Exchange[]>();
    let wallDoubtMs = 0;

    const usesOf = (mail: KnownMail): readonly Exchange[] => {
      const request = mails.invitedBy(mail)?.sent.request;
      return ends.filter(({ sent }) =>
        sent.mail === undefined ? sent.link !== undefined && sent.link === request : sent.mail === mail.mail,
      );
    };
    const slackMs = ({ at, kind }: KnownMail) =>
      doubt.slackSince(at) + (kind === 'sign_up' ? wallDoubtMs : 0);

    const mayBeOver = (mail: KnownMail, { seq, endSeq, endAt }: Span): boolean => {
      const { asked, kind, to } = mail;
      if (asked === undefined) return true;
      const isUsed = usesOf(mail).some(
        (one) => one.seq !== seq && one.seq < endSeq && outcomeOf(one) !== 'refused',
      );
      if (isUsed || endAt + slackMs(mail) >= asked.sent.at + LIVES_MS[kind]) return true;
      if (kind === 'sign_up') {
        const isOpen = inForce.option('signUp', asked.seq, endSeq).every((value) => value === 'open');
        return !isOpen || book.of(to).isUser.possible(asked.seq, endSeq).includes(true);
      }
      return (sets.get(to) ?? []).some((one) => {
        const outcome = outcomeOf(one);
        const isBefore = one.endSeq < asked.seq && outcome !== 'unknown';
        return (
          kind === 'password' && one.seq !== seq && one.seq < endSeq && !isBefore && outcome !== 'refused'
        );
      });
    };

    /** Undefined if it may work. */
    const whyOver = (mail: KnownMail, exchange: Exchange): string | undefined => {
      const { seq, sent } = exchange;
      const isDone = (one: Exchange) => one.endSeq < seq && outcomeOf(one) === 'done';
      const used = usesOf(mail).find(isDone);
      if (used !== undefined) return `request ${used.sent.request} has used it`;
      if (sent.at > mail.at + LIVES_MS[mail.kind] + slackMs(mail)) return 'its time is over';
      // The page of a link may still be shown then.
      if (mail.kind !== 'password' || sent.call.op !== 'accept') return undefined;
      const set = (sets.get(mail.to) ?? []).find((one) => one.seq > mail.seq && isDone(one));
      return set && `request ${set.sent.request} (${set.sent.call.op}) came after it`;
    };

    const check = (mail: KnownMail, exchange: Exchange): void => {
      const { answer, sent } = exchange;
      const about = `request ${sent.request} (${sent.call.op}): the link of mail ${mail.mail} (${mail.kind}) to ${mail.to}`;
      if (answer?.status === OVER && !mayBeOver(mail, exchange))
        report(`${about} is over, and nothing ended it`);
      if (answer === undefined || answer.status >= 400) return;
      const why = whyOver(mail, exchange);
      if (why !== undefined) report(`${about} works, and ${why}`);
    };

    const nameSet = (exchange: Exchange): string | undefined => {
      const { call } = exchange.sent;
      if (call.op === 'accept') return book.signsIn(exchange);
      if (call.op === 'change_password') return book.nameOf(exchange);
      return call.op === 'remove_user' ? call.name : undefined;
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        mails.observe(seen, exchange);
        doubt.observe(seen);
        inForce.observe(seen, requests.seq);
        if (seen.what === 'wall_stepped') wallDoubtMs += Math.abs(seen.ms);
        if (seen.what === 'link_scanned') {
          const mail = mails.find(seen.mail);
          const now = { seq: requests.seq, endSeq: requests.seq, endAt: seen.at };
          if (seen.status === OVER && mail !== undefined && !mayBeOver(mail, now))
            report(
              `the link of mail ${mail.mail} (${mail.kind}) to ${mail.to} leads nowhere as the mail arrives`,
            );
        }
        if (exchange === undefined) return;
        const { call, mail } = exchange.sent;
        if (seen.what === 'sent') {
          if (call.op === 'accept' || call.op === 'withdraw') ends.push(exchange);
          const name = nameSet(exchange);
          if (name !== undefined) sets.set(name, [...(sets.get(name) ?? []), exchange]);
        }
        const known = mails.find(mail);
        if (seen.what === 'answered' && known !== undefined) check(known, exchange);
        if (seen.what !== 'answered' || known === undefined || call.op !== 'accept') return;
        const done = usesOf(known).filter((one) => outcomeOf(one) === 'done');
        if (done.length > 1 && outcomeOf(exchange) === 'done')
          report(`the link of mail ${known.mail} was used ${done.length} times`);
      },
    };
  },
};
