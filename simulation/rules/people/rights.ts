/**
 * Nobody does, gives or sees more than their role allows: a member reads the account and uses the keys that
 * were granted, an owner has all of the account, an operator, of the first account, all of the node.
 */
import type { StoreReader } from '../../../src/store/store.js';
import type { PeopleCall, Role } from '../../history/people-call.js';
import { TableImage } from '../facts/disk-image.js';
import { outcomeOf } from '../facts/people-outcomes.js';
import { PersonBook } from '../facts/person-book.js';
import { bodyOf, codeOf, type Exchange, isMessage, type Requests } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { KeyOwners } from '../keys/key-owners.js';

const OPERATORS_ACCOUNT = 0;
const NOT_FOUND = 404;

interface UserRecord {
  readonly account: string;
  readonly role: Role;
}

export const RIGHTS: Rule = {
  name: 'rights',
  says: 'Nobody does, gives or sees more than their role allows, and whoever may do something can; an account keeps one owner.',
  watch(_, report, requests) {
    const book = new PersonBook(requests);
    const users = new TableImage<UserRecord>('users');
    const owned = new Set<string>();
    const keys = new KeyOwners();
    /** The number of the account of each key. */
    const accounts = new Map<number, number>();

    const check = (exchange: Exchange): void => {
      const { call, session, request } = exchange.sent;
      const name = book.nameOf(exchange);
      const about = `request ${request} (${call.op})`;
      if (call.op === 'invite' && outcomeOf(exchange) === 'done' && isForeignOperator(call))
        report(`${about}: an operator of account ${call.account} is invited`);
      if (call.op === 'grant' && outcomeOf(exchange) === 'done') {
        const theirs = book.of(call.name).account;
        const strange = call.keys.find((key) => (accounts.get(key) ?? theirs) !== theirs);
        if (strange !== undefined && theirs !== undefined)
          report(`${about}: key ${strange} of account ${accounts.get(strange)} is granted to ${call.name}`);
      }
      if (session === undefined || name === undefined) return;
      const person = book.of(name);
      const { account } = person;
      if (account === undefined) return;
      const roles = person.role.possible(exchange.seq, exchange.endSeq);
      const who = `${name}, ${roles.join(' or ')} of account ${account}`;
      switch (call.op) {
        case 'invite':
        case 'change_role':
        case 'grant':
        case 'remove_user': {
          if (outcomeOf(exchange) !== 'done') return;
          const targets = rolesGiven(call, exchange);
          const theirs = call.op === 'invite' ? call.account : book.of(call.name).account;
          if (theirs !== undefined && !roles.some((role) => mayHandle(role, account, theirs, targets)))
            report(`${about}: ${who}, did that to ${call.name} of account ${theirs}`);
          return;
        }
        case 'withdraw': {
          const invited = book.invitationOf(exchange)?.sent.call;
          if (outcomeOf(exchange) !== 'done' || invited?.op !== 'invite') return;
          if (!roles.some((role) => mayHandle(role, account, invited.account, [])))
            report(`${about}: ${who}, withdrew an invitation of account ${invited.account}`);
          return;
        }
        case 'read_page':
          for (const wrong of wronglyShown(exchange, account, roles, accounts))
            report(`${about}: ${who}, ${wrong}`);
          if (call.page === 'job_form' && exchange.answer?.status === 200)
            for (const wrong of wrongKeys(exchange, name, roles)) report(`${about}: ${who}, ${wrong}`);
          return;
        case 'chat':
        case 'chat_message':
        case 'job_form': {
          const wrong = wrongUse(exchange, name, account, roles);
          if (wrong !== undefined) report(`${about}: ${who}, ${wrong}`);
        }
      }
    };

    /** The roles that somebody takes or gives by it: of each kind, one that may have been. */
    const rolesGiven = (
      call: Extract<PeopleCall, { readonly op: 'invite' | 'change_role' | 'grant' | 'remove_user' }>,
      { seq, endSeq }: Exchange,
    ): readonly Role[] => {
      if (call.op === 'invite') return [call.role];
      if (call.op === 'grant') return [];
      const { role } = book.of(call.name);
      const own = call.op === 'change_role' ? call.role : undefined;
      const wasOperator =
        role.possible(seq - 1, seq - 1).every((one) => one === 'operator') &&
        role.possible(seq, endSeq).every((one) => one === 'operator' || one === own);
      return [
        ...(call.op === 'change_role' ? [call.role] : []),
        ...(wasOperator ? ['operator' as const] : []),
      ];
    };

    const wrongKeys = (exchange: Exchange, name: string, roles: readonly Role[]): readonly string[] => {
      if (roles.some((role) => role !== 'member')) return [];
      const { answer, seq, endSeq } = exchange;
      const shown = keysIn(answer === undefined ? undefined : bodyOf(answer)?.keys, requests);
      const possible = book.of(name).grants.possible(seq, endSeq).map(numbersIn);
      const extra = shown.filter((key) => !possible.some((grants) => grants.includes(key)));
      const [granted = []] = possible.length === 1 ? possible : [];
      const missing = granted.filter((key) => !shown.includes(key) && !keys.mayBeRevoked(key));
      return [
        ...extra.map((key) => `may use key ${key}, which was not granted`),
        ...missing.map((key) => `may not use key ${key}, which was granted`),
      ];
    };

    /** A model that does not exist is told of once the key is found to be usable. */
    const wrongUse = (
      { answer, sent, seq, endSeq }: Exchange,
      name: string,
      account: number,
      roles: readonly Role[],
    ): string | undefined => {
      const { call } = sent;
      if (!('key' in call) || call.key === undefined || answer === undefined) return undefined;
      if (!isMessage(sent) && call.op !== 'job_form') return undefined;
      const { key } = call;
      const of = accounts.get(key);
      const isUsed = isUsable(call.op === 'job_form' ? answer.status : (codeOf(answer) ?? answer.status));
      if (of === undefined || isUsed === undefined) return undefined;
      const grants = book.of(name).grants.possible(seq, endSeq).map(numbersIn);
      const ways = roles.flatMap((role) => {
        if (of !== account) return [false];
        return role === 'member' ? grants.map((granted) => granted.includes(key)) : [true];
      });
      if (ways.includes(isUsed) || (!isUsed && keys.mayBeRevoked(key))) return undefined;
      return `${isUsed ? 'uses' : 'may not use'} key ${key} of account ${of}`;
    };

    return {
      observe(seen, exchange) {
        book.observe(seen, exchange);
        if (exchange === undefined) return;
        const { call } = exchange.sent;
        keys.observe(seen, exchange);
        if (seen.what !== 'answered') return;
        if (call.op === 'create_key' && seen.status === 201) accounts.set(call.newKey, call.account);
        check(exchange);
      },
      disk(records: StoreReader) {
        const owners = new Set<string>();
        for (const [id, { account, role }] of users.read(records)) {
          if (role !== 'member') owners.add(account);
          if (role === 'operator' && account !== 'acct_default') report(`${id} is an operator of ${account}`);
        }
        for (const account of owned) if (!owners.has(account)) report(`${account} has no owner any more`);
        for (const account of owners) owned.add(account);
      },
    };
  },
};

/** Whether somebody may give and take these roles in the account `theirs`. */
export function mayHandle(role: Role, own: number, theirs: number, targets: readonly Role[]): boolean {
  if (role === 'operator' && own === OPERATORS_ACCOUNT) return true;
  return role === 'owner' && own === theirs && !targets.includes('operator');
}

function isForeignOperator({ account, role }: { readonly account: number; readonly role: Role }): boolean {
  return role === 'operator' && account !== OPERATORS_ACCOUNT;
}

function wronglyShown(
  { sent: { call }, answer }: Exchange,
  account: number,
  roles: readonly Role[],
  accounts: ReadonlyMap<number, number>,
): readonly string[] {
  if (call.op !== 'read_page' || call.page !== 'key' || roles.includes('operator')) return [];
  const of = accounts.get(call.key ?? 0);
  if (of === undefined || answer === undefined) return [];
  const isOwn = of === account;
  if (answer.status === 200 && !isOwn) return [`is shown key ${call.key} of account ${of}`];
  return answer.status === NOT_FOUND && isOwn ? [`is not shown key ${call.key} of the account`] : [];
}

function keysIn(ids: unknown, requests: Requests): readonly number[] {
  return Array.isArray(ids) ? ids.flatMap((id) => requests.key(String(id))?.number ?? []) : [];
}

function numbersIn(grants: string): readonly number[] {
  return grants === '' ? [] : grants.split(',').map(Number);
}

/** Whether the key was found to be usable, as the status of a page, or the code of a message, tells it. */
function isUsable(told: number | string | undefined): boolean | undefined {
  if (told === 404 || told === 200 || told === 'model_not_found') return true;
  return told === 400 || told === 'not_found' ? false : undefined;
}
