/** Makes requests with the management keys of accounts, about what is theirs and what is not. */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import type { RequestStep } from '../node-history.js';

const ROLES_CHANCE = 0.6;

/** No other step makes keys of these numbers. */
const FIRST_KEY = 7_400;
/** Of the body that makes a key: the account and credits are for operators, whatever they say. */
const FIELDS = [{}, { credits: 0 }, { credits: null }, { credits: '' }, { account: '' }, { account: null }];
const STEP = { id: 0, do: 'request', bodyAfterMs: 0, client: 7 } as const;

/** @param accounts those after the first have a management key of their own */
export function generateRoles(
  random: Random,
  accounts: number,
  keys: number,
  durationMs: number,
): readonly RequestStep[] {
  if (accounts < 2 || !random.chance(ROLES_CHANCE)) return [];
  const asked = Array.from({ length: random.between(4, 14) }, (_, nth) => ({
    ...STEP,
    at: random.between(0, durationMs),
    call: callOf(random, random.below(keys), keys, nth),
    as: random.between(1, accounts - 1),
  }));
  const making = random.fork('making');
  const made = Array.from({ length: making.between(0, 4) }, (_, nth) => {
    const account = making.between(1, accounts - 1);
    const fields = making.pick(FIELDS);
    const call = { op: 'create_key', newKey: FIRST_KEY + nth, account, fields } as const;
    return { ...STEP, at: making.between(0, durationMs), call, as: account };
  });
  return [...asked, ...made];
}

/** An operator says whether an account is verified, while it sets limits. */
export function generateVerified(
  random: Random,
  accounts: number,
  keys: number,
  durationMs: number,
): readonly RequestStep[] {
  if (accounts < 2) return [];
  const account = random.between(1, accounts - 1);
  const own = (call: ClientCall, after: number): RequestStep => ({ ...STEP, at: after, call, as: account });
  return Array.from({ length: random.between(0, 4) }).flatMap((_, nth) => {
    const at = random.between(0, durationMs);
    const call = { op: 'change_account', account, isVerified: random.chance(0.5) } as const;
    const rpm = random.pick([2, 20, 60]);
    const soon = at + random.between(0, 300);
    const newKey = FIRST_KEY + 50 + nth;
    return [
      { ...STEP, at, call },
      own({ op: 'set_rpm', key: random.below(keys), rpm }, soon),
      own({ op: 'create_key', newKey, account, rpm, fields: {} }, soon + random.between(0, 300)),
    ];
  });
}

function callOf(random: Random, key: number, keys: number, nth: number): ClientCall {
  const reference = `role ${nth}`;
  return random.weighted<ClientCall>([
    [4, { op: 'show_key', key }],
    [4, { op: 'ledger', key, limit: 5 }],
    [3, { op: 'list_keys' }],
    [2, { op: 'set_rpm', key, rpm: random.pick([2, 20, 60]) }],
    [1, { op: 'rotate', key, graceSeconds: 60 }],
    [1, { op: 'add_credit', key, amountMicroDa: 1_000_000, reference }],
    [1, { op: 'debit', key, amountMicroDa: 1, reference }],
    [1, { op: 'transfer', key, to: random.below(keys), amountMicroDa: 1, reference }],
    [1, { op: 'fail_job', job: 0, reason: 'it is ours' }],
    [1, { op: 'list_orders', limit: 100 }],
    [1, { op: 'show_order', order: 0 }],
  ]);
}
