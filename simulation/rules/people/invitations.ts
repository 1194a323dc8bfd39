/** An invitation is used at most once, never after its time, and until then whenever somebody wants to. */
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import type { Exchange } from '../facts/requests.js';
import { SteadyDoubt } from '../facts/steady-doubt.js';
import type { Rule } from '../invariant.js';

const INVITATION_MS = 72 * 3_600_000;
const OVER = 410;

export const INVITATIONS: Rule = {
  name: 'invitations',
  says: 'A link works once, for 72 h; looking at it uses nothing up.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const doubt = new SteadyDoubt();
    /** The forms sent with each link, by the request for its invitation. */
    const accepts = new Map<Exchange, Exchange[]>();

    const check = (exchange: Exchange, invited: Exchange): void => {
      const { sent, answer, seq, endSeq, endAt } = exchange;
      if (answer === undefined || answer.status >= 500) return;
      const others = (accepts.get(invited) ?? []).filter((one) => one !== exchange);
      const slackMs = doubt.slackSince(invited.sent.at);
      const about = `request ${sent.request} (${sent.call.op})`;
      if (answer.status === OVER) {
        const mayBeUsed = others.some((one) => one.seq < endSeq && outcomeOf(one) !== 'refused');
        const mayBeLate = endAt + slackMs >= invited.sent.at + INVITATION_MS;
        if (!mayBeUsed && !mayBeLate && !mayBeBarred(invited, exchange))
          report(`${about}: the link of request ${invited.sent.request} is neither used nor late`);
        return;
      }
      if (others.some((one) => one.endSeq < seq && outcomeOf(one) === 'done'))
        report(`${about}: the link of request ${invited.sent.request} was used before`);
      if (sent.at > invited.endAt + INVITATION_MS + slackMs)
        report(`${about}: the link of request ${invited.sent.request} is older than 72 h`);
    };

    /** A name that is another account's user, or has more rights by now than its inviter had. */
    const mayBeBarred = ({ sent: { call } }: Exchange, { seq, endSeq }: Exchange): boolean => {
      if (call.op !== 'invite') return true;
      const { role, hasSignedUp } = book.of(call.name);
      const mayBeOperator = role.possible(seq, endSeq).includes('operator');
      return hasSignedUp || (mayBeOperator && call.role !== 'operator');
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        doubt.observe(seen);
        if (exchange === undefined) return;
        const { call } = exchange.sent;
        if (call.op !== 'accept' && call.op !== 'look_at_link') return;
        const invited = book.invitationOf(exchange);
        if (invited === undefined) return;
        if (seen.what === 'sent' && call.op === 'accept')
          accepts.set(invited, [...(accepts.get(invited) ?? []), exchange]);
        if (seen.what === 'answered') check(exchange, invited);
        if (call.op === 'accept' && outcomeOf(exchange) === 'done') {
          const twice = (accepts.get(invited) ?? []).filter((one) => outcomeOf(one) === 'done');
          if (twice.length > 1)
            report(`the link of request ${invited.sent.request} was used ${twice.length} times`);
        }
      },
    };
  },
};
