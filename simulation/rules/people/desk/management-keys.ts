/**
 * The management keys that people make: each works from the answer that shows its secret until it is revoked,
 * for the keys of its account alone, and is listed as long. The secret is shown once.
 */
import { type DeskCall, mkeyId } from '../../../history/forms/desk-call.js';
import { outcomeOf } from '../../facts/people-outcomes.js';
import { PersonBook } from '../../facts/person-book.js';
import { bodyOf, codeOf, type Exchange, isObject } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';

/** That an account has, one of them made with it. */
const KEYS_MAX = 20;
const TOO_MANY = 409;

interface MadeKey {
  readonly name: string;
  /** The number of the account. */
  readonly account: number;
  readonly makes: Exchange[];
  readonly revokes: Exchange[];
}

export const MANAGEMENT_KEYS: Rule = {
  name: 'management-keys',
  says: 'A management key that a page made works, in its account, from then on until it is revoked, and is listed as long; its secret is shown once, and an account has 20 at most.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const keys = new Map<number, MadeKey>();
    /** By their number. */
    const accounts = ['acct_default'];

    const isSurelyMade = ({ makes }: MadeKey, seq: number) =>
      makes.some((one) => one.endSeq < seq && outcomeOf(one) === 'done');
    const mayBeMade = ({ makes }: MadeKey, seq: number) => makes.some((one) => one.seq < seq);
    const isSurelyRevoked = ({ revokes }: MadeKey, seq: number) =>
      revokes.some((one) => one.endSeq < seq && outcomeOf(one) === 'done');
    const mayBeRevoked = ({ revokes }: MadeKey, seq: number) =>
      revokes.some((one) => one.seq < seq && outcomeOf(one) !== 'refused');
    const inAccount = (account: number) => [...keys.values()].filter((key) => key.account === account);

    const checkUse = ({ answer, sent, seq, endSeq }: Exchange, mkey: number): void => {
      const key = keys.get(mkey);
      if (answer === undefined || key === undefined) return;
      const about = `request ${sent.request} with the management key ${mkey}`;
      if (codeOf(answer) === 'invalid_api_key' && isSurelyMade(key, seq) && !mayBeRevoked(key, endSeq))
        report(`${about} is refused, and nobody revoked it`);
      if (answer.status !== 200) return;
      if (isSurelyRevoked(key, seq)) report(`${about} is taken, and it was revoked`);
      const { data } = bodyOf(answer) ?? {};
      for (const item of Array.isArray(data) ? data.filter(isObject) : [])
        if (item.account !== accounts[key.account])
          report(`${about} of account ${key.account} is shown ${String(item.id)} of ${String(item.account)}`);
    };

    const checkMake = (exchange: Exchange, key: MadeKey): void => {
      const { answer, sent, seq, endSeq } = exchange;
      const about = `request ${sent.request} (make_mkey)`;
      if (key.makes.filter((one) => outcomeOf(one) === 'done').length > 1 && outcomeOf(exchange) === 'done')
        report(`${about}: a form that came before is shown another secret`);
      const others = inAccount(key.account).filter((one) => one !== key);
      const least = others.filter((one) => isSurelyMade(one, seq) && !mayBeRevoked(one, endSeq)).length + 1;
      const most = others.filter((one) => mayBeMade(one, endSeq) && !isSurelyRevoked(one, seq)).length + 1;
      if (outcomeOf(exchange) === 'done' && least >= KEYS_MAX)
        report(`${about}: account ${key.account} had ${least} management keys`);
      if (answer?.status === TOO_MANY && most < KEYS_MAX)
        report(`${about}: refused, and account ${key.account} had ${most} management keys at most`);
    };

    const checkList = ({ answer, sent, seq, endSeq }: Exchange, account: number): void => {
      const { mkeys } = (answer && bodyOf(answer)) ?? {};
      if (answer?.status !== 200 || !Array.isArray(mkeys)) return;
      const open = inAccount(account).filter((key) => isSurelyMade(key, seq) && !mayBeRevoked(key, endSeq));
      if (open.length >= KEYS_MAX)
        report(
          `request ${sent.request} (list_mkeys): account ${account} has ${open.length + 1} management keys`,
        );
      const listed = new Map((mkeys as [string, string][]).map(([id, name]) => [id, name]));
      for (const [mkey, key] of keys) {
        const name = listed.get(mkeyId(mkey));
        const about = `request ${sent.request} (list_mkeys of account ${account})`;
        const isOpen = isSurelyMade(key, seq) && !mayBeRevoked(key, endSeq);
        if (name === undefined && isOpen && key.account === account) report(`${about} does not list ${mkey}`);
        if (name === undefined) continue;
        if (key.account !== account) report(`${about} lists ${mkey} of account ${key.account}`);
        if (name !== key.name) report(`${about} calls ${mkey} "${name}", not "${key.name}"`);
        if (isSurelyRevoked(key, seq)) report(`${about} lists ${mkey}, which was revoked`);
      }
    };

    const sent = (exchange: Exchange, call: DeskCall, account: number): void => {
      if (call.act !== 'make_mkey' && call.act !== 'revoke_mkey') return;
      const known = keys.get(call.mkey);
      if (call.act === 'make_mkey') {
        const makes = [...(known?.makes ?? []), exchange];
        const isNew = known === undefined || known.makes.every((one) => outcomeOf(one) === 'refused');
        if (isNew) keys.set(call.mkey, { name: call.name, account, makes, revokes: known?.revokes ?? [] });
        else known.makes.push(exchange);
      } else known?.revokes.push(exchange);
    };

    const answered = (exchange: Exchange, call: DeskCall, account: number): void => {
      if (call.act === 'list_mkeys') checkList(exchange, account);
      if (call.act !== 'make_mkey' && call.act !== 'revoke_mkey') return;
      const known = keys.get(call.mkey);
      if (known === undefined) return;
      // Nobody knows of an earlier form, of another account perhaps, whether it came to anything.
      const isMade = call.act === 'make_mkey' && outcomeOf(exchange) === 'done';
      const key = isMade ? { ...known, name: call.name, account } : known;
      keys.set(call.mkey, key);
      if (call.act === 'make_mkey') checkMake(exchange, key);
      else if (key.account !== account && outcomeOf(exchange) === 'done')
        report(
          `request ${exchange.sent.request} revoked ${call.mkey} of account ${key.account} in ${account}`,
        );
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        if (exchange === undefined) return;
        const { call } = exchange.sent;
        if (call.op === 'create_account' && seen.what === 'answered' && seen.status === 201)
          accounts.push(String(bodyOf(seen)?.id));
        if (call.op === 'use_mkey' && seen.what === 'answered') checkUse(exchange, call.mkey);
        if (call.op !== 'desk' || call.act === 'end_session') return;
        const account = call.account ?? book.of(book.nameOf(exchange) ?? '').account;
        if (account === undefined) return;
        if (seen.what === 'sent') sent(exchange, call, account);
        if (seen.what === 'answered') answered(exchange, call, account);
      },
    };
  },
};
