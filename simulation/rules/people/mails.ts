/** Mails go to whom they are about, for a request that was made, and until they are taken. */
import { DiskTrouble } from '../facts/disk-trouble.js';
import { type KnownMail, MailBook } from '../facts/mail-book.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, type Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { FormsAlone } from './forms-alone.js';
import { OwedMails } from './owed-mails.js';

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

/** And so much more at most, and each silence of the server for as long as a try may take. */
const LATE_MS = 10_000;
const TRY_MS_MAX = 30_000;

/** Mails go one after the other; a server that is slow keeps the next one waiting. */
const SENDING_MS = 1_000;
/** A mail was tried by then for the first time, behind all that a process of a history has to send. */
const SURELY_SENDING_MS = 10_000;
const CHECKED_EVERY_MS = 5_000;
/** Without a mail server there is no page for those who forgot; a network may have read too many pages. */
const [NOT_FOUND, WITHOUT_MAIL] = [404, [404, 408, 413, 429, 503]];
/** Mails to an address that strangers may cause in a day. */
const ASKED_MAX = 5;
const DAY_MS = 86_400_000;

export const MAILS: Rule = {
  name: 'mails',
  says: 'Who is invited, or asks for a link, is mailed it, and nobody else; a mail is tried until it is taken, four times at most, at ever longer pauses; a forgotten password is answered the same for all names, and without a mail server by nobody.',
  watch({ people, limits }, report, requests) {
    if (people?.hasMail !== true) return withoutMail(report);
    const book = new PersonBook(requests);
    const mails = new MailBook(requests);
    const trouble = new DiskTrouble();
    const alone = new FormsAlone(requests);
    const owed = new OwedMails({ book, trouble, requests, askedMax: ASKED_MAX });
    // A full mailbox, or account, takes no invitation, and those who ask are not told.
    const isCramped = (['mailboxMax', 'mailboxesFactor', 'peopleOfAccount'] as const).some(
      (name) => limits?.[name] !== undefined,
    );
    let [startedSeq, isQuiet, isUp] = [0, false, false];
    /** When the mails that are owed were counted. */
    let checkedAt = Number.NEGATIVE_INFINITY;
    /** A day of the wall clock began then at the latest, as far as is known. */
    let dayAt = 0;
    /** Those that the process that runs has tried. */
    let tried = new Set<KnownMail>();
    const triedAt = new Map<KnownMail, number>();
    /** When the server fell silent, since the process began. */
    let silentAt: number[] = [];
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
      const today = [...tried].filter(
        (one) => one.to === to && isAsked(one) && one.asked !== undefined && one.asked.sent.at >= dayAt,
      );
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
      const silences = silentAt.filter((one) => one + TRY_MS_MAX >= before && one < at).length;
      const isLate = pausedMs > pauseMs + LATE_MS + silences * TRY_MS_MAX;
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
      if (answer === undefined || sent.call.op !== 'forgot') return;
      if (answer.status === NOT_FOUND) report(`request ${sent.request} (forgot): there is no such page`);
      if (answer.status !== 200) return;
      const told = { text: bodyOf(answer)?.text, tookMs: answer.at - bodyAt };
      first ??= told;
      const about = `request ${sent.request} (forgot)`;
      if (told.text !== first.text) report(`${about}: ${sent.call.name} is answered in other words`);
      if (alone.isAlone(exchange) && told.tookMs > 0)
        report(`${about}: ${sent.call.name} takes ${told.tookMs} ms`);
    };

    const checkOwed = (before: number): void => {
      if (isCramped) return;
      for (const [name, count] of owed.of(before)) {
        const sent = [...tried].filter((one) => one.kind === 'password' && one.to === name).length;
        if (sent < count) report(`${name} forgot the password, and was sent ${sent} mails of ${count}`);
      }
    };

    /** The mails that the process owes when it is told to stop, long after the last request. */
    const checkAll = (now: number): void => {
      for (const { mail, kind, to, tries, isTaken } of tried)
        if (!isTaken && tries < TRIES)
          report(`mail ${mail} (${kind}) to ${to} was tried ${tries} times, and is not there`);
      const links = new Set([...tried].map((one) => mails.invitedBy(one)));
      for (const exchange of asked) {
        const { call, request } = exchange.sent;
        const about = `request ${request} (${call.op}): no mail`;
        // It may wait for the mail before it, which takes its time.
        const isJustMade = exchange.endAt > now - SENDING_MS;
        if (call.op === 'invite' && outcomeOf(exchange) === 'done' && !links.has(exchange) && !isJustMade)
          report(about);
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
          if (seen.fate === 'silence') silentAt.push(seen.at);
          tried.add(mail);
        }
        if (seen.what === 'quiet') isQuiet = true;
        if (seen.what === 'wall_stepped') dayAt = seen.at;
        if (seen.what === 'answered') dayAt = Math.max(dayAt, seen.at - (seen.wallMs % DAY_MS));
        if (seen.what === 'starting') {
          [startedSeq, tried, asked] = [requests.seq, new Set(), []];
          silentAt = [];
          isUp = true;
          owed.started();
        }
        if (seen.what === 'stopping' && isQuiet) checkAll(seen.at);
        if (isUp && seen.at >= checkedAt + CHECKED_EVERY_MS && silentAt.length === 0) {
          checkOwed(seen.at - SURELY_SENDING_MS);
          checkedAt = seen.at;
        }
        if (seen.what === 'stopping' && isQuiet) checkOwed(seen.at);
        if (seen.what === 'stopping' || seen.what === 'crashed') isUp = false;
        if (seen.what === 'sent' && exchange !== undefined) owed.sent(exchange);
        if (seen.what !== 'answered' || exchange === undefined) return;
        answered(exchange);
        if (exchange.seq > startedSeq) asked.push(exchange);
      },
    };
  },
};

function withoutMail(report: (message: string) => void): ReturnType<Rule['watch']> {
  return {
    observe(seen, exchange) {
      if (seen.what !== 'answered' || exchange?.sent.call.op !== 'forgot') return;
      if (!WITHOUT_MAIL.includes(seen.status))
        report(`request ${seen.request} (forgot): answered ${seen.status}, and there is no mail server`);
    },
  };
}

/** Whether a stranger may cause such a mail; those that tell of an account are all the same. */
function isAsked({ kind }: Pick<KnownMail, 'kind'>): boolean {
  return kind === 'password' || kind === 'sign_up';
}
