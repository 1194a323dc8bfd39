/** Each key is shown as it was made and changed since: by an operation, by a form, or from a list. */
import { Changes } from '../facts/changes.js';
import { InForce } from '../facts/in-force.js';
import { KeyFactBook } from '../facts/key-facts.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, type Exchange, isObject, type JsonObject } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

/** A key that a page made, as it has to be shown ever after. */
interface PageKey {
  readonly name: string;
  readonly account: string | undefined;
  readonly limits: readonly number[];
}

const SHOWN_BY: readonly string[] = ['create_key', 'show_key', 'set_rpm', 'revoke', 'rotate'];

export const KEYS_SHOWN: Rule = {
  name: 'keys-shown',
  says: 'A key is shown with the name, account, limit and time that it was made with, or the name and limit that it was given since, and as revoked from then on.',
  watch(setup, report, requests) {
    const inForce = new InForce(setup);
    const facts = new KeyFactBook(requests);
    const people = new PersonBook(requests);
    const names = new Map<string, Changes<string>>();
    const renaming = new Map<number, ReturnType<Changes<string>['begin']>>();
    const madeAt = new Map<string, unknown>();
    const ofPages = new Map<string, PageKey>();
    /** Ids of accounts by their numbers. */
    const accounts = new Map<number, string>();

    const learn = ({ sent: { call }, answer, endSeq }: Exchange): void => {
      const { id, account, created_at } = (answer && bodyOf(answer)) ?? {};
      if (call.op !== 'create_key' || answer?.status !== 201 || typeof id !== 'string') return;
      if (!accounts.has(call.account)) accounts.set(call.account, String(account));
      if (!names.has(id)) names.set(id, new Changes(`Key ${call.newKey}`, endSeq));
      if (!madeAt.has(id)) madeAt.set(id, created_at);
    };

    const learnOfPage = (exchange: Exchange): void => {
      const { sent, answer, seq, endSeq } = exchange;
      const name = people.nameOf(exchange);
      const person = name === undefined ? undefined : people.of(name);
      const { key } = (answer && bodyOf(answer)) ?? {};
      if (sent.call.op !== 'form' || sent.call.act !== 'make_key' || person?.account === undefined) return;
      if (outcomeOf(exchange) !== 'done' || typeof key !== 'string') return;
      const { newKey, account = person.account, rpm } = sent.call;
      const limits = rpm === undefined ? inForce.numbers('defaultRpm', seq, endSeq) : [rpm];
      ofPages.set(key, { name: `Page key ${newKey}`, account: accounts.get(account), limits });
    };

    const wrongIn = (shown: JsonObject, { seq, endSeq }: Exchange): readonly string[] => {
      const { name, account, rate_limit_rpm: limit, status, created_at } = shown;
      const id = String(shown.id);
      const ofPage = ofPages.get(id);
      if (ofPage !== undefined)
        return [
          ...(name === ofPage.name ? [] : [`name ${String(name)}, not ${ofPage.name}`]),
          ...(ofPage.account === undefined || account === ofPage.account
            ? []
            : [`account ${String(account)}, not ${ofPage.account}`]),
          ...(ofPage.limits.includes(Number(limit))
            ? []
            : [`limit ${String(limit)}, not ${ofPage.limits.join(' or ')}`]),
        ];
      const known = requests.key(id);
      const fact = facts.of(id);
      if (known === undefined || fact === undefined) return [];
      const limits = fact.limit.possible(seq, endSeq);
      const validity = fact.isValid.possible(seq, endSeq);
      const possible = names.get(id)?.possible(seq, endSeq) ?? [];
      return [
        ...(possible.includes(String(name)) ? [] : [`name ${String(name)}, not ${possible.join(' or ')}`]),
        ...(account === known.account ? [] : [`account ${String(account)}, not ${known.account}`]),
        ...(limits.includes(Number(limit)) ? [] : [`limit ${String(limit)}, not ${limits.join(' or ')}`]),
        ...(validity.includes(status === 'active') ? [] : [`status ${String(status)}`]),
        ...(created_at === madeAt.get(id)
          ? []
          : [`created_at ${String(created_at)}, not ${String(madeAt.get(id))}`]),
      ];
    };

    const rename = (exchange: Exchange, isSent: boolean): void => {
      const { call, keyId, request } = exchange.sent;
      const name = names.get(keyId);
      if (call.op !== 'form' || call.act !== 'change_key' || name === undefined) return;
      if (isSent) {
        renaming.set(request, name.begin(call.name, exchange.seq));
        return;
      }
      const change = renaming.get(request);
      const outcome = outcomeOf(exchange);
      if (change === undefined || outcome === 'unknown') return;
      if (outcome === 'done') name.applied(change, exchange.endSeq);
      else name.refused(change, exchange.endSeq, false);
    };

    return {
      observe(seen, exchange) {
        inForce.observe(seen, requests.seq);
        facts.observe(seen, exchange);
        people.observe(seen, exchange);
        if (seen.what === 'crashed' || seen.what === 'stopped' || seen.what === 'start_failed')
          for (const name of names.values()) name.processEnded(requests.seq, false);
        if (exchange === undefined) return;
        if (seen.what === 'sent') rename(exchange, true);
        if (seen.what !== 'answered') return;
        rename(exchange, false);
        learn(exchange);
        learnOfPage(exchange);
        const { op } = exchange.sent.call;
        if (seen.status >= 300) return;
        const body = bodyOf(seen) ?? {};
        const shown =
          op === 'list_keys' && Array.isArray(body.data)
            ? body.data.filter(isObject)
            : SHOWN_BY.includes(op)
              ? [body]
              : [];
        for (const key of shown)
          for (const wrong of wrongIn(key, exchange))
            report(`request ${exchange.sent.request} (${op}) shows ${String(key.id)} with ${wrong}`);
      },
    };
  },
};
