/** The limits of requests that an account sets with its own management key: it may once it is verified. */
import { type Change, Changes } from '../facts/changes.js';
import { DiskTrouble } from '../facts/disk-trouble.js';
import { bodyOf, codeOf, type Exchange } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

/** The first account is verified from the start, and has no number but 0. */
const DEFAULT_ACCOUNT = 'acct_default';
/** Answers that come before the others, or instead of them, whatever was asked for. */
const ANY_TIME: readonly number[] = [429, 500, 503];

export const VERIFIED: Rule = {
  name: 'verified',
  says: 'The management key of an account sets the limits of its keys if the account is verified, and only then; so it stays until an operator changes that.',
  watch(_, report, requests) {
    const trouble = new DiskTrouble();
    /** Ids of accounts, by their numbers. */
    const ids = [DEFAULT_ACCOUNT];
    const standings = new Map<string, Changes<boolean>>();
    const changing = new Map<number, readonly [Changes<boolean>, Change<boolean>]>();

    const learn = ({ sent: { call, request }, answer, endSeq }: Exchange): void => {
      if (call.op === 'create_account' && answer?.status === 201) {
        const { id, verified } = bodyOf(answer) ?? {};
        ids.push(String(id));
        standings.set(String(id), new Changes(verified === true, endSeq));
      }
      const [standing, change] = changing.get(request) ?? [];
      if (standing === undefined || change === undefined) return;
      changing.delete(request);
      if (answer?.status === 200) standing.applied(change, endSeq);
      else standing.refused(change, endSeq, answer?.status === 503);
    };

    const judge = ({ sent, answer, seq, endSeq }: Exchange): void => {
      const { call, ofAccount, request } = sent;
      const sets = call.op === 'set_rpm' || (call.op === 'create_key' && call.rpm !== undefined);
      if (!sets || ofAccount === undefined || answer === undefined) return;
      const code = codeOf(answer);
      const possible = standings.get(ofAccount)?.possible(seq, endSeq);
      if (possible === undefined || ANY_TIME.includes(answer.status) || code === 'operator_only') return;
      const about = `request ${request} (${call.op}) with the management key of ${ofAccount}`;
      if (code === 'account_not_verified') {
        if (!possible.includes(false)) report(`${about} is refused as not verified, and the account is`);
      } else if (!possible.includes(true)) {
        report(`${about} answered ${answer.status}, and the account is not verified`);
      }
    };

    return {
      observe(seen, exchange) {
        trouble.observe(seen);
        if (seen.what === 'sent' && seen.call.op === 'change_account' && exchange !== undefined) {
          const standing = standings.get(ids[seen.call.account] ?? '');
          if (standing === undefined || seen.ofAccount !== undefined) return;
          changing.set(seen.request, [standing, standing.begin(seen.call.isVerified, exchange.seq)]);
        } else if (seen.what === 'answered' && exchange !== undefined) {
          learn(exchange);
          judge(exchange);
        } else if (seen.what === 'crashed' || seen.what === 'stopped' || seen.what === 'start_failed') {
          for (const standing of standings.values())
            standing.processEnded(requests.seq, trouble.isOnAt(seen.at));
        }
      },
    };
  },
};
