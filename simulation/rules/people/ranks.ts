/**
 * Nobody is kept from what their rank allows, and nobody sets the password of somebody above them: a link has
 * the rights of whoever made it.
 */
import type { Role } from '../../history/people-call.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import type { Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

const OPERATORS_ACCOUNT = 0;
/** The answers of a page that may not; one of 404 finds nobody, for whoever joins again is another user. */
const REFUSALS: readonly number[] = [400, 403];

/** A request that may change who somebody is. */
interface Touch {
  readonly name: string;
  readonly request: number;
  readonly seq: number;
}

export const RANKS: Rule = {
  name: 'ranks',
  says: 'Whoever may change or remove a user can; the link of somebody who is no operator sets no password of an operator.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const touches: Touch[] = [];

    /** The roles before and after, if no other request may have changed them between; else all. */
    const rolesOf = (name: string, { seq, endSeq, sent }: Exchange): readonly Role[] => {
      const { role } = book.of(name);
      const isTouched = touches.some(
        (one) => one.name === name && one.request !== sent.request && one.seq > seq && one.seq < endSeq,
      );
      if (isTouched) return role.possible(seq - 1, endSeq);
      return [...role.possible(seq - 1, seq - 1), ...role.possible(endSeq, endSeq)];
    };

    const isSurelyUser = (name: string, { seq, endSeq }: Exchange): boolean => {
      const { isUser, hasSignedUp } = book.of(name);
      return !hasSignedUp && [seq - 1, endSeq].every((at) => isUser.possible(at, at).every((is) => is));
    };

    const checkLink = (exchange: Exchange): void => {
      const invitation = book.invitationOf(exchange);
      const inviter = invitation && book.nameOf(invitation);
      if (inviter === undefined || invitation?.sent.call.op !== 'invite') return;
      const { name } = invitation.sent.call;
      const { role: rank, hasSignedUp } = book.of(inviter);
      if (outcomeOf(exchange) !== 'done' || hasSignedUp || !isSurelyUser(name, exchange)) return;
      if (rank.possible(invitation.seq - 1, exchange.endSeq).includes('operator')) return;
      if (rolesOf(name, exchange).every((role) => role === 'operator'))
        report(
          `request ${exchange.sent.request}: the link of ${inviter}, who is no operator, has set the password of ${name}, who is one`,
        );
    };

    const checkRefusal = (exchange: Exchange): void => {
      const { call, request } = exchange.sent;
      const actor = book.nameOf(exchange);
      if (actor === undefined || (call.op !== 'change_role' && call.op !== 'remove_user')) return;
      if (!REFUSALS.includes(exchange.answer?.status ?? 0)) return;
      const [own, theirs] = [book.of(actor).account, book.of(call.name).account];
      if (own === undefined || theirs === undefined) return;
      if (!isSurelyUser(actor, exchange) || !isSurelyUser(call.name, exchange)) return;
      const wanted = call.op === 'change_role' ? call.role : 'member';
      const may = rolesOf(actor, exchange).every((role) => mayRaise(role, own, theirs, wanted));
      // Nobody loses an owner's rights by it, who may be the last to have them.
      if (may && rolesOf(call.name, exchange).every((role) => role === 'member'))
        report(`request ${request} (${call.op}): ${actor} may do that to ${call.name}, and is refused`);
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        if (exchange === undefined) return;
        const { call, request } = exchange.sent;
        if (call.op === 'change_role' || call.op === 'remove_user')
          touches.push({ name: call.name, request, seq: requests.seq });
        if (call.op === 'accept') {
          const name = book.signsIn(exchange);
          if (name !== undefined) touches.push({ name, request, seq: requests.seq });
        }
        if (seen.what !== 'answered') return;
        if (call.op === 'accept') checkLink(exchange);
        checkRefusal(exchange);
      },
    };
  },
};

/** Whether somebody may give this role to a member of the account `theirs`, or remove one. */
function mayRaise(role: Role, own: number, theirs: number, wanted: Role): boolean {
  if (wanted === 'operator') return role === 'operator' && own === OPERATORS_ACCOUNT && theirs === own;
  return role === 'operator' || (role === 'owner' && own === theirs);
}
