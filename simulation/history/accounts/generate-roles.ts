/** Makes requests with the management keys of accounts, about what is theirs and what is not. */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import type { RequestStep } from '../node-history.js';

const ROLES_CHANCE = 0.6;

/** @param accounts those after the first have a management key of their own */
export function generateRoles(
  random: Random,
  accounts: number,
  keys: number,
  durationMs: number,
): readonly RequestStep[] {
  if (accounts < 2 || !random.chance(ROLES_CHANCE)) return [];
  return Array.from({ length: random.between(4, 14) }, (_, nth) => ({
    id: 0,
    at: random.between(0, durationMs),
    do: 'request',
    call: callOf(random, random.below(keys), keys, nth),
    bodyAfterMs: 0,
    client: 7,
    as: random.between(1, accounts - 1),
  }));
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
