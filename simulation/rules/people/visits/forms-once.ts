/** Forms that may come twice: an invitation, and another secret for a key. */
import { outcomeOf } from '../../facts/people-outcomes.js';
import type { Exchange } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';

/** A rotation, and how many of its key its sender had heard of. */
interface Rotation {
  readonly exchange: Exchange;
  readonly heard: number;
}

export const FORMS_ONCE: Rule = {
  name: 'forms-once',
  says: 'The form of an invitation makes one, and that for another secret replaces the one that its page was about, however often it comes.',
  watch(_, report) {
    /** By their texts. */
    const invitations = new Map<string, Exchange>();
    /** By key. */
    const rotations = new Map<string, Rotation[]>();
    const rotated = new Map<string, number>();

    const sent = (exchange: Exchange): void => {
      const { call, keyId } = exchange.sent;
      const heard = call.op === 'rotate' ? -1 : (rotated.get(keyId) ?? 0);
      if (isRotation(exchange)) rotations.set(keyId, [...(rotations.get(keyId) ?? []), { exchange, heard }]);
    };

    const answered = (exchange: Exchange): void => {
      const { call, request, keyId } = exchange.sent;
      const isDone = outcomeOf(exchange) === 'done';
      if (call.op === 'invite' && call.once !== undefined && isDone) {
        const first = invitations.get(call.once);
        if (first !== undefined)
          report(
            `request ${request} makes another invitation with the form of request ${first.sent.request}`,
          );
        invitations.set(call.once, exchange);
      }
      if (!isRotation(exchange)) return;
      const all = rotations.get(keyId) ?? [];
      const own = all.find((one) => one.exchange === exchange);
      const others = all.filter((one) => one.exchange !== exchange && outcomeOf(one.exchange) !== 'refused');
      if (isDone) rotated.set(keyId, (rotated.get(keyId) ?? 0) + 1);
      if (call.op === 'rotate' || own === undefined) return;
      const same = others.find((one) => one.heard === own.heard && outcomeOf(one.exchange) === 'done');
      if (isDone && same !== undefined)
        report(`request ${request} replaces the secret of request ${same.exchange.sent.request}`);
      const isAlone = others.every((one) => one.exchange.endSeq < exchange.seq && isHeard(one));
      if (exchange.answer?.status === 200 && !isDone && isAlone)
        report(`request ${request} replaces no secret, and none took the place of the one that it is about`);
    };

    return {
      observe(seen, exchange) {
        if (exchange === undefined) return;
        if (seen.what === 'sent') sent(exchange);
        if (seen.what === 'answered') answered(exchange);
      },
    };
  },
};

function isRotation({ sent: { call } }: Exchange): boolean {
  return call.op === 'rotate' || (call.op === 'form' && call.act === 'rotate_key');
}

function isHeard({ exchange }: Rotation): boolean {
  return outcomeOf(exchange) === 'done';
}
