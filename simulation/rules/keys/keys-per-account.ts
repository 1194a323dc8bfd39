/** An account has as many keys as it may, and no more; that of operators has any number. */
import { InForce } from '../facts/in-force.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { codeOf, type Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

const OPERATORS_ACCOUNT = 0;

export const KEYS_PER_ACCOUNT: Rule = {
  name: 'keys-per-account',
  says: 'Of keys that are not revoked an account has at most `keys-per-account-max`; a key is refused for that exactly if it has so many.',
  watch(setup, report, requests) {
    const inForce = new InForce(setup);
    const creations = new Map<number, Exchange[]>();
    const revocations = new Map<string, Exchange[]>();
    /** Of any account: whose, is for other rules to say. */
    const ofPages: Exchange[] = [];

    /** Keys that are there, surely or perhaps, when `asked` is answered. */
    const standing = (account: number, asked: Exchange) => {
      let least = 0;
      let most = ofPages.filter((made) => made.seq <= asked.endSeq && outcomeOf(made) !== 'refused').length;
      for (const made of creations.get(account) ?? []) {
        if (made === asked || made.seq > asked.endSeq || isRefused(made)) continue;
        const id = requests.keyMadeBy(made);
        const ends = id === undefined ? [] : (revocations.get(id) ?? []);
        const isGone = ends.some((one) => isDone(one) && one.endSeq < asked.seq);
        if (!isGone) most += 1;
        const isThere = made.answer?.status === 201 && made.endSeq < asked.seq && id !== undefined;
        if (isThere && !ends.some(({ seq }) => seq < asked.endSeq)) least += 1;
      }
      return { least, most };
    };

    const check = (asked: Exchange, account: number): void => {
      const { answer, sent, seq, endSeq } = asked;
      if (answer === undefined || isReplay(asked)) return;
      const isFull = codeOf(answer) === 'too_many_keys';
      if (!isFull && answer.status !== 201) return;
      const { least, most } = standing(account, asked);
      const bounds = inForce.numbers('keysPerAccountMax', seq, endSeq);
      const about = `request ${sent.request} (create_key)`;
      if (isFull && (account === OPERATORS_ACCOUNT || most < Math.min(...bounds)))
        report(`${about}: refused with at most ${most} of ${bounds.join(' or ')} keys in account ${account}`);
      if (!isFull && account !== OPERATORS_ACCOUNT && least >= Math.max(...bounds))
        report(`${about}: made with at least ${least} of ${bounds.join(' or ')} keys in account ${account}`);
    };

    return {
      observe(seen, exchange) {
        inForce.observe(seen, requests.seq);
        if (exchange === undefined) return;
        const { call, keyId } = exchange.sent;
        const isRevocation = call.op === 'revoke' || (call.op === 'form' && call.act === 'revoke_key');
        if (call.op === 'form' && call.act === 'make_key' && seen.what === 'sent') ofPages.push(exchange);
        if (isRevocation && seen.what === 'sent')
          revocations.set(keyId, [...(revocations.get(keyId) ?? []), exchange]);
        if (call.op !== 'create_key') return;
        if (seen.what === 'sent')
          creations.set(call.account, [...(creations.get(call.account) ?? []), exchange]);
        if (seen.what === 'answered') check(exchange, call.account);
      },
    };
  },
};

/** It made no key: it was refused, or repeats one that did. */
function isRefused(made: Exchange): boolean {
  const { answer } = made;
  return answer !== undefined && ((answer.status >= 400 && answer.status < 500) || isReplay(made));
}

function isDone(revocation: Exchange): boolean {
  return revocation.answer?.status === 200 || outcomeOf(revocation) === 'done';
}

function isReplay({ answer }: Exchange): boolean {
  return answer?.headers['idempotent-replayed'] !== undefined;
}
