/**
 * An account has so many users and so many open invitations at most, and as long as it has fewer, nobody is
 * refused for that.
 */
import { outcomeOf } from '../../facts/people-outcomes.js';
import { PersonBook } from '../../facts/person-book.js';
import { bodyOf, type Exchange, isObject } from '../../facts/requests.js';
import { SteadyDoubt } from '../../facts/steady-doubt.js';
import type { Rule } from '../../invariant.js';

const USUALLY = 1_000;
const INVITATION_MS = 72 * 3_600_000;
const INVALID = 400;

export const PEOPLE_ROOM: Rule = {
  name: 'people-room',
  says: 'An account has 1,000 users and 1,000 open invitations at most, and no invitation is refused before.',
  watch({ limits }, report, requests) {
    const max = limits?.peopleOfAccount ?? USUALLY;
    const book = new PersonBook(requests);
    const doubt = new SteadyDoubt();
    /** The invitations of each account, and of each what may use it up or withdraw it. */
    const invitations = new Map<number, Exchange[]>();
    const ends = new Map<Exchange, Exchange[]>();
    /** Links for forgotten passwords that may be open: they are invitations, too. */
    let forgotten = 0;

    const endsOf = (invited: Exchange) => ends.get(invited) ?? [];
    const isSurelyOpen = (invited: Exchange, { seq, endSeq, endAt }: Exchange): boolean =>
      outcomeOf(invited) === 'done' &&
      invited.endSeq < seq &&
      endAt + doubt.slackSince(invited.sent.at) < invited.sent.at + INVITATION_MS &&
      !endsOf(invited).some((one) => one.seq < endSeq && outcomeOf(one) !== 'refused');
    const mayBeOpen = (invited: Exchange, { seq, endSeq }: Exchange): boolean =>
      outcomeOf(invited) !== 'refused' &&
      invited.seq < endSeq &&
      !endsOf(invited).some((one) => one.endSeq < seq && outcomeOf(one) === 'done');

    const checkInvited = (exchange: Exchange, account: number): void => {
      const { answer, sent } = exchange;
      const others = (invitations.get(account) ?? []).filter((one) => one !== exchange);
      const open = others.filter((one) => isSurelyOpen(one, exchange)).length;
      if (outcomeOf(exchange) === 'done' && open >= max)
        report(`request ${sent.request} (invite): account ${account} had ${open} open invitations of ${max}`);
      const { error } = (answer && bodyOf(answer)) ?? {};
      const isFull = answer?.status === INVALID && isObject(error) && error.param === 'name';
      const most = others.filter((one) => mayBeOpen(one, exchange)).length + forgotten;
      if (isFull && most < max)
        report(
          `request ${sent.request} (invite): refused, and account ${account} had ${most} open invitations at most`,
        );
    };

    const checkAccepted = (exchange: Exchange, invited: Exchange): void => {
      const { call } = invited.sent;
      if (call.op !== 'invite' || outcomeOf(exchange) !== 'done') return;
      const { seq, endSeq, sent } = exchange;
      const isUser = (name: string) => {
        const { isUser, account, hasSignedUp } = book.of(name);
        return account === call.account && !hasSignedUp && !isUser.possible(seq - 1, endSeq).includes(false);
      };
      const names = new Set((invitations.get(call.account) ?? []).flatMap(nameOf));
      const users = [...names].filter((name) => name !== call.name && isUser(name)).length;
      const wasUser = book
        .of(call.name)
        .isUser.possible(seq - 1, seq - 1)
        .includes(true);
      if (!wasUser && users >= max)
        report(`request ${sent.request} (accept): account ${call.account} had ${users} users of ${max}`);
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        doubt.observe(seen);
        if (exchange === undefined) return;
        const { call } = exchange.sent;
        if (seen.what === 'sent') {
          if (call.op === 'forgot') forgotten += 1;
          if (call.op === 'invite')
            invitations.set(call.account, [...(invitations.get(call.account) ?? []), exchange]);
          const invited = book.invitationOf(exchange);
          if (invited !== undefined && (call.op === 'accept' || call.op === 'withdraw'))
            ends.set(invited, [...endsOf(invited), exchange]);
        }
        if (seen.what !== 'answered') return;
        if (call.op === 'invite') checkInvited(exchange, call.account);
        const invited = book.invitationOf(exchange);
        if (call.op === 'accept' && invited !== undefined) checkAccepted(exchange, invited);
      },
    };
  },
};

function nameOf({ sent: { call } }: Exchange): readonly string[] {
  return call.op === 'invite' ? [call.name] : [];
}
