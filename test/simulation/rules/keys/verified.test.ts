import type { ClientCall } from '../../../../simulation/history/client-call.js';
import { VERIFIED } from '../../../../simulation/rules/keys/verified.js';
import { checkBreaches } from '../check-breaches.js';
import { answered, at, type Run, refusal, sent } from '../told-history.js';

const OWN = 'acct_own';
const SET = { op: 'set_rpm', key: 0, rpm: 2 } as const;
const MAKE_PLAIN = { op: 'create_key', newKey: 90, account: 1, fields: {} } as const;
const MAKE = { ...MAKE_PLAIN, rpm: 2 } as const;
const UNVERIFIED = refusal('account_not_verified');

function asks(call: ClientCall, ms: number, request: number, status: number, body: object, about = {}): Run {
  const moments = [sent(call, { request, ...about }), answered(request, status, body)];
  return { [`request ${request}`]: at(ms, ...moments) };
}

function made(verified: boolean): Run {
  return asks({ op: 'create_account', name: 'Own' }, 1, 900, 201, { id: OWN, verified });
}

function changed(isVerified: boolean): Run {
  return asks({ op: 'change_account', account: 1, isVerified }, 700, 901, 200, {});
}

function sets(call: ClientCall, status: number, body: object = {}): Run {
  return asks(call, 800, 902, status, body, { ofAccount: OWN });
}

checkBreaches(
  VERIFIED,
  [
    [
      'an account that is not verified sets a limit',
      { ...made(false), ...sets(SET, 200) },
      /is not verified/,
    ],
    [
      'one that is no more makes a key with a limit',
      { ...made(true), ...changed(false), ...sets(MAKE, 201) },
      /answered 201, and the account is not verified/,
    ],
    ['one that is, is refused', { ...made(true), ...sets(SET, 403, UNVERIFIED) }, /and the account is/],
    [
      'one that is by now, is refused',
      { ...made(false), ...changed(true), ...sets(SET, 403, UNVERIFIED) },
      /and the account is/,
    ],
  ],
  [
    ['a verified account sets a limit', { ...made(true), ...sets(SET, 200) }],
    ['an account that is not is refused', { ...made(false), ...sets(MAKE, 403, UNVERIFIED) }],
    ['no key is there to set a limit of', { ...made(true), ...sets(SET, 404, refusal('not_found')) }],
    ['a key without a limit is made', { ...made(false), ...sets(MAKE_PLAIN, 201) }],
  ],
);
