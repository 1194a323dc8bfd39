import type { ClientCall } from '../../../../simulation/history/client-call.js';
import { REACH } from '../../../../simulation/rules/requests/reach.js';
import { checkBreaches } from '../check-breaches.js';
import { answered, at, KEY, type Run, refusal, sent } from '../told-history.js';

/** The key of the clean run is of the first account. */
function asks(account: string, call: ClientCall, status: number, body: object, about = {}): Run {
  const request = 900;
  return {
    asked: at(700, sent(call, { request, ofAccount: account, ...about }), answered(request, status, body)),
  };
}

const SHOW = { op: 'show_key', key: 0 } as const;
const CREDIT = { op: 'add_credit', key: 0, amountMicroDa: 1, reference: 'r' } as const;
const MAKE = { op: 'create_key', newKey: 90, account: 1 } as const;
const LIST = { op: 'list_keys' } as const;
const OWN = 'acct_default';
const OTHER = 'acct_other';

checkBreaches(
  REACH,
  [
    ['a key of another account is shown', asks(OTHER, SHOW, 200, { id: KEY }), /answered 200, and .* is of/],
    ['a key of its own does not exist', asks(OWN, SHOW, 404, refusal('not_found')), /does not exist/],
    ['a key of its own is refused', asks(OWN, SHOW, 403, refusal('operator_only')), /is refused/],
    ['it adds credit', asks(OWN, CREDIT, 201, {}), /it is for operators/],
    [
      'it makes a key with no credit',
      asks(OTHER, { ...MAKE, fields: { credits: 0 } }, 201, {}),
      /answered 201, and it is for operators/,
    ],
    [
      'a list has a key of another account',
      asks(OTHER, LIST, 200, { data: [{ id: KEY, account: OWN }] }),
      /lists/,
    ],
    ['a list lacks a key', asks(OWN, LIST, 200, { data: [], has_more: false }), /does not list/],
    [
      'an order of another account is shown',
      asks(OTHER, { op: 'show_order', order: 1 }, 200, { id: 'order_1', account: OWN }),
      /is shown an order of/,
    ],
  ],
  [
    ['a key of another account does not exist', asks(OTHER, SHOW, 404, refusal('not_found'))],
    ['it is refused what is for operators', asks(OTHER, CREDIT, 403, refusal('operator_only'))],
    ['it makes a key', asks(OTHER, { ...MAKE, fields: {} }, 201, {}, { keyId: '' })],
    ['a list has its own keys', asks(OWN, LIST, 200, { data: [{ id: KEY, account: OWN }], has_more: false })],
  ],
);
