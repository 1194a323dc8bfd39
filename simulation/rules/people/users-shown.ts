/** The list of an account's users shows who they are, and what each of them may. */
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, type Exchange, isObject, type JsonObject } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

export const USERS_SHOWN: Rule = {
  name: 'users-shown',
  says: "A list of users has each user of the account, with role and granted keys, and nobody else's.",
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const invited = new Set<string>();

    /** When each user came, by the id. */
    const created = new Map<unknown, unknown>();

    /** @param seq from then on the user may have been as shown */
    const wrongOf = (
      user: JsonObject,
      account: number,
      { endSeq }: Exchange,
      seq: number,
    ): readonly string[] => {
      const name = String(user.name);
      const cameAt = created.get(user.id) ?? user.created_at;
      created.set(user.id, cameAt);
      const { account: own, isUser, role, grants, hasSignedUp } = book.of(name);
      if (own === undefined || hasSignedUp || !invited.has(name)) return [];
      const keys = Array.isArray(user.keys)
        ? user.keys.map((id) => requests.key(String(id))?.number ?? id).join()
        : undefined;
      const possible = grants.possible(seq, endSeq);
      return [
        ...(user.created_at === cameAt
          ? []
          : [`${name} as one who came at ${user.created_at}, not ${cameAt}`]),
        ...(own === account ? [] : [`${name}, who is of account ${own}`]),
        ...(isUser.possible(seq, endSeq).includes(true) ? [] : [`${name}, who is no user`]),
        ...(role.possible(seq, endSeq).some((one) => one === user.role)
          ? []
          : [`${name} as ${String(user.role)}`]),
        ...(keys !== undefined && possible.includes(keys)
          ? []
          : [`${name} with keys ${keys}, not ${possible.join(' or ')}`]),
      ];
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        if (exchange === undefined) return;
        const { call, request } = exchange.sent;
        if (call.op === 'invite') invited.add(call.name);
        if (seen.what !== 'answered' || seen.status !== 200) return;
        if ((call.op === 'change_role' || call.op === 'grant') && call.session === undefined) {
          const user = bodyOf(seen) ?? {};
          const { account = -1 } = book.of(call.name);
          if (user.name !== call.name)
            report(`request ${request} changes ${call.name} and shows ${user.name}`);
          else
            for (const wrong of wrongOf(user, account, exchange, exchange.endSeq))
              report(`request ${request} shows ${wrong}`);
        }
        if (call.op !== 'list_users') return;
        const { data, has_more } = bodyOf(seen) ?? {};
        const users = Array.isArray(data) ? data.filter(isObject) : [];
        for (const user of users)
          for (const wrong of wrongOf(user, call.account, exchange, exchange.seq))
            report(`request ${request} lists ${wrong}`);
        if (has_more === true) return;
        const listed = new Set(users.map(({ name }) => name));
        for (const name of invited) {
          const { account, isUser, hasSignedUp } = book.of(name);
          const isSure = !isUser.possible(exchange.seq, exchange.endSeq).includes(false);
          if (account === call.account && isSure && !hasSignedUp && !listed.has(name))
            report(`request ${request} does not list ${name}`);
        }
      },
    };
  },
};
