/** Mails go to whom they are about, for a request that was made, and until they are taken. */
import { DiskTrouble } from '../facts/disk-trouble.js';
import { type KnownMail, MailBook } from '../facts/mail-book.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, type Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { FormsAlone } from './forms-alone.js';

/** With paths of what each kind leads to. */
const LINKS = {
  invitation: /^https:\/\/gateway\.test\/invitation\/[\w-]{43}$/,
  password: /^https:\/\/gateway\.test\/invitation\/[\w-]{43}$/,
  sign_up: /^https:\/\/gateway\.test\/sign-up\/[\w.-]+$/,
  known: /^https:\/\/gateway\.test\/sign-in$/,
} as const;
/** From each try to the next at least, in ms. */
const PAUSES_MS = [5_000, 60_000, 600_000];
const TRIES = PAUSES_MS.length + 1;

/** And so much more at most, while a server is not silent for as long as a try may take. */
const LATE_MS = 10_000;
const TRY_MS_MAX = 30_000;

/** Mails go one after the other; a server that is slow keeps the next one waiting. */
const SENDING_MS = 1_000;
/** Mails to an address that strangers may cause in a day. */
const ASKED_MAX = 5;
const DAY_MS = 86_400_000;

export const MAILS: Rule = {
  name: 'mails',
  says: 'Who is invited, or asks for a link, is mailed it, and nobody else; a mail is tried until it is taken, four times at most, at ever longer pauses; a forgotten password is answered the same for all names.',
  watch({ people }, report, requests) {
    if (people?.hasMail !== true) return { observe: () => {} };
    const book = new PersonBook(requests);
    const mails = new MailBook(requests);
    const trouble = new DiskTrouble();
    const alone = new FormsAlone(requests);
    let [startedSeq, isQuiet] = [0, false];
    /** A day of the wall clock began then at the latest, as far as is known. */
    let dayAt = 0;
    /** Those that the process that runs has tried. */
    let tried = new Set<KnownMail>();
    const triedAt = new Map<KnownMail, number>();
    /** Of the latest try of any mail. */
    let silentAt = Number.NEGATIVE_INFINITY;
    /** The requests that this process has answered. */
    let asked: Exchange[] = [];
    let first: { readonly text: unknown; readonly tookMs: number } | undefined;

    const firstTry = ({ mail, to, kind, link, asked: earliest }: KnownMail): void => {
      const about = `mail ${mail} (${kind}) to ${to}`;
      if (!LINKS[kind].test(link)) report(`${about} leads to ${link}`);
      if (earliest === undefined) {
        report(`${about}: nobody has asked for it`);
        return;
      }
      if (kind === 'invitation') return;
      const today = [...tried].filter((one) => one.to === to && isAsked(one) && one.at >= dayAt);
      if (isAsked({ kind }) && today.length >= ASKED_MAX)
        report(`${about}: the address was mailed ${today.length} times today`);
      const isUser = book.of(to).isUser.possible(earliest.seq, requests.seq);
      if (!isUser.includes(kind !== 'sign_up'))
        report(`${about}: it is the address of ${kind === 'sign_up' ? 'a user' : 'nobody'}`);
    };

    const checkTry = (mail: KnownMail, wasTaken: boolean, at: number): void => {
      const about = `mail ${mail.mail} (${mail.kind}) to ${mail.to}`;
      // Those that tell of an account are all the same.
      if (mail.kind === 'known') return;
      if (wasTaken) report(`${about} goes out again, and was taken`);
      if (mail.tries > TRIES) report(`${about} is tried ${mail.tries} times`);
      const before = triedAt.get(mail) ?? Number.NEGATIVE_INFINITY;
      const pausedMs = at - before;
      triedAt.set(mail, at);
      const pauseMs = PAUSES_MS[mail.tries - 2];
      if (pauseMs === undefined) return;
      const isLate = pausedMs > pauseMs + LATE_MS && silentAt + TRY_MS_MAX < before;
      if (pausedMs < pauseMs || isLate)
        report(`${about} is tried for the ${mail.tries}. time after ${pausedMs} ms`);
    };

    const checkName = (mail: KnownMail): void => {
      const { call, request } = mails.invitedBy(mail)?.sent ?? {};
      if (call?.op === 'invite' && call.name !== mail.to)
        report(
          `mail ${mail.mail} has the link of request ${request}, for ${call.name}, and goes to ${mail.to}`,
        );
    };

    const answered = (exchange: Exchange): void => {
      const { sent, answer, bodyAt = 0 } = exchange;
      if (answer === undefined || sent.call.op !== 'forgot' || answer.status !== 200) return;
      const told = { text: bodyOf(answer)?.text, tookMs: answer.at - bodyAt };
      first ??= told;
      const about = `request ${sent.request} (forgot)`;
      if (told.text !== first.text) report(`${about}: ${sent.call.name} is answered in other words`);
      if (alone.isAlone(exchange) && told.tookMs > 0)
        report(`${about}: ${sent.call.name} takes ${told.tookMs} ms`);
    };

    /** The mails that the process owes when it is told to stop, long after the last request. */
    const checkAll = (now: number): void => {
      for (const { mail, kind, to, tries, isTaken } of tried)
        if (!isTaken && tries < TRIES)
          report(`mail ${mail} (${kind}) to ${to} was tried ${tries} times, and is not there`);
      const links = new Set([...tried].map((one) => mails.invitedBy(one)));
      const seen = new Set<string>();
      for (const exchange of asked) {
        const { call, request, at } = exchange.sent;
        const about = `request ${request} (${call.op}): no mail`;
        // It may wait for the mail before it, which takes its time.
        const isJustMade = exchange.endAt > now - SENDING_MS;
        if (call.op === 'invite' && outcomeOf(exchange) === 'done' && !links.has(exchange) && !isJustMade)
          report(about);
        if (call.op !== 'forgot' && call.op !== 'sign_up') continue;
        const isFirst = !seen.has(call.name);
        seen.add(call.name);
        const { isUser } = book.of(call.name);
        const isKnown = !isUser.possible(exchange.seq, requests.seq).includes(false);
        const isOwed = isFirst && call.op === 'forgot' && isKnown && exchange.answer?.status === 200;
        if (
          isOwed &&
          !trouble.isOnAt(at) &&
          ![...tried].some((one) => one.kind === 'password' && one.to === call.name)
        )
          report(`${about} to ${call.name}`);
      }
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        trouble.observe(seen);
        alone.observe(seen, exchange);
        const known = seen.what === 'mail_sent' ? mails.find(seen.mail) : undefined;
        const wasTaken = known?.isTaken === true;
        const mail = mails.observe(seen, exchange);
        if (mail !== undefined) checkName(mail);
        if (mail !== undefined && seen.what === 'mail_sent') {
          if (known === undefined) firstTry(mail);
          checkTry(mail, wasTaken, seen.at);
          if (seen.fate === 'silence') silentAt = seen.at;
          tried.add(mail);
        }
        if (seen.what === 'quiet') isQuiet = true;
        if (seen.what === 'wall_stepped') dayAt = seen.at;
        if (seen.what === 'answered') dayAt = Math.max(dayAt, seen.at - (seen.wallMs % DAY_MS));
        if (seen.what === 'starting') [startedSeq, tried, asked] = [requests.seq, new Set(), []];
        if (seen.what === 'stopping' && isQuiet) checkAll(seen.at);
        if (seen.what !== 'answered' || exchange === undefined) return;
        answered(exchange);
        if (exchange.seq > startedSeq) asked.push(exchange);
      },
    };
  },
};

/** Whether a stranger may cause such a mail; those that tell of an account are all the same. */
function isAsked({ kind }: Pick<KnownMail, 'kind'>): boolean {
  return kind === 'password' || kind === 'sign_up';
}
