/**
 * The management key of an account reaches what belongs to its account, and nothing else: what belongs to
 * another does not exist, and what only operators may do is refused.
 */
import { isPeopleCall } from '../../history/people-call.js';
import { bodyOf, codeOf, type Exchange, isObject, type Requests } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { KEY_READINGS } from './status-codes.js';

/** Refused to other keys whatever they are about: the table of errors has 403 before 404. */
const OPERATORS: readonly string[] = [
  'add_credit',
  'debit',
  'show_job',
  'fail_job',
  'create_account',
  'change_account',
  'void_simulated',
  'watch',
];
/** Answers that come before the others, or instead of them, whatever was asked for. */
const ANY_TIME: readonly number[] = [429, 500, 503];
const FORBIDDEN = 403;
/** Of a body that makes a key. */
const OPERATOR_FIELDS = ['account', 'credits'];

export const REACH: Rule = {
  name: 'reach',
  says: 'The management key of an account reaches the things of its account alone: others do not exist, lists hold just its own, and what is for operators is refused.',
  watch(_, report, requests) {
    /** Keys that an operator or their owner has been told of, by account. */
    const made = new Map<string, { readonly id: string; readonly endSeq: number }[]>();
    /** The account of each key, by number. */
    const accounts = new Map<number, string>();
    return {
      observe(seen, exchange) {
        if (seen.what !== 'answered' || exchange === undefined) return;
        const { sent, answer, endSeq } = exchange;
        const { call, ofAccount, request } = sent;
        const { id, account } = (answer && bodyOf(answer)) ?? {};
        if (call.op === 'create_key' && seen.status === 201 && typeof account === 'string')
          accounts.set(call.newKey, account);
        if (call.op === 'transfer' && seen.status < 300) {
          const [from, to] = [accounts.get(call.key), accounts.get(call.to)];
          if (from !== undefined && to !== undefined && from !== to)
            report(`request ${request} (transfer) moved credit from ${from} to ${to}`);
        }
        if (call.op === 'create_key' && seen.status === 201 && typeof account === 'string')
          made.set(account, [...(made.get(account) ?? []), { id: String(id), endSeq }]);
        if (ofAccount === undefined || ANY_TIME.includes(seen.status)) return;
        const own = (made.get(ofAccount) ?? [])
          .filter((key) => key.endSeq < exchange.seq)
          .map((key) => key.id);
        for (const wrong of wrongIn(exchange, requests, own))
          report(`request ${request} (${call.op}) with the management key of ${ofAccount}: ${wrong}`);
      },
    };
  },
};

function wrongIn(exchange: Exchange, requests: Requests, own: readonly string[]): readonly string[] {
  const { sent, answer } = exchange;
  if (answer === undefined) return [];
  const { call, ofAccount, keyId } = sent;
  // The rule `people-reach` tells of those.
  if (isPeopleCall(call)) return [];
  const code = codeOf(answer);
  const isForOperators =
    OPERATORS.includes(call.op) ||
    (call.op === 'create_key' && OPERATOR_FIELDS.some((field) => Object.hasOwn(call.fields ?? {}, field)));
  if (isForOperators)
    return code === 'operator_only' ? [] : [`answered ${answer.status}, and it is for operators`];
  if (code === 'account_not_verified') return [];
  if (answer.status === FORBIDDEN) return ['is refused, and it is not for operators alone'];
  if (call.op === 'list_keys' || call.op === 'list_orders') return wrongOnList(exchange, own);
  const shown = bodyOf(answer)?.account;
  if (call.op === 'show_order' && shown !== undefined && shown !== ofAccount)
    return [`is shown an order of ${String(shown)}`];
  const account = requests.key(keyId)?.account;
  if (account === undefined) return [];
  if (account !== ofAccount)
    return code === 'not_found' ? [] : [`answered ${answer.status}, and ${keyId} is of ${account}`];
  const isThere = KEY_READINGS.includes(call.op);
  return isThere && code === 'not_found' ? [`${keyId} of its own account does not exist`] : [];
}

function wrongOnList(
  { sent: { call, ofAccount }, answer }: Exchange,
  own: readonly string[],
): readonly string[] {
  const { data, has_more } = (answer && bodyOf(answer)) ?? {};
  if (!Array.isArray(data)) return ['it is no list'];
  const wrong = data.flatMap((item) => {
    const { id, account } = isObject(item) ? item : {};
    return account === undefined || account === ofAccount
      ? []
      : [`lists ${String(id)} of ${String(account)}`];
  });
  if (call.op !== 'list_keys' || has_more === true) return wrong;
  const listed = new Set(data.map((item) => (isObject(item) ? item.id : undefined)));
  return [...wrong, ...own.filter((id) => !listed.has(id)).map((id) => `does not list ${id}`)];
}
