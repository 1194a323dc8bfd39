/** The events of a key that an answer shows, and those that its refusal does. */
import { bodyOf, type Exchange, isObject, type JsonObject } from '../facts/requests.js';
import { balanceHeader, CREDIT_READINGS, isSuccess, microDaShown } from '../facts/shown-amounts.js';
import type { KeyEvent } from './sequential-key.js';

const REFUSED_FOR_MONEY: readonly string[] = ['submit', 'chat', 'debit', 'transfer'];

export function shownBy({ sent, answer }: Exchange, isRotated: boolean): readonly KeyEvent[] {
  if (answer === undefined || sent.keyId === '') return [];
  const body = bodyOf(answer) ?? {};
  if (!isSuccess(answer))
    return REFUSED_FOR_MONEY.includes(sent.call.op) ? refusal(sent.call.op, body, isRotated) : [];
  const header = balanceHeader(answer);
  const shown: KeyEvent[] = header === undefined ? [] : [{ does: 'show_balance', balance: header }];
  const { op } = sent.call;
  if (CREDIT_READINGS.includes(op)) {
    shown.push({
      does: 'show_credits',
      balance: amount(body.balance),
      reserved: amount(body.reserved),
      credited: amount(body.total_credits),
      charged: amount(body.total_usage),
    });
  }
  if (op === 'show_key' || op === 'set_rpm' || op === 'revoke') {
    shown.push({ does: 'show_balance', balance: amount(body.balance) });
  }
  if (op === 'ledger' && Array.isArray(body.data) && isObject(body.data[0])) {
    const { balance_after, reserved_after } = body.data[0];
    shown.push({ does: 'show_held', balance: amount(balance_after), reserved: amount(reserved_after) });
  }
  return shown;
}

const WORK: Readonly<Partial<Record<string, 'job' | 'text'>>> = { submit: 'job', chat: 'text' };

function refusal(op: string, body: JsonObject, isRotated: boolean): readonly KeyEvent[] {
  const { error } = body;
  switch (isObject(error) ? error.code : undefined) {
    case 'insufficient_credits':
      return [
        {
          does: 'refuse_for_credits',
          ...(WORK[op] && { of: WORK[op] }),
          required: amount(body.required),
          balance: amount(body.balance),
        },
      ];
    case 'too_many_jobs':
      return [{ does: 'refuse_for_jobs' }];
    case 'too_many_generations':
      return [{ does: 'refuse_for_texts' }];
    case 'invalid_api_key':
      // The secret of a key that was rotated may be refused, and the key be none the worse.
      return isRotated ? [] : [{ does: 'refuse_for_revoked' }];
    default:
      return [];
  }
}

function amount(da: unknown): number {
  return microDaShown(da) ?? Number.NaN;
}
