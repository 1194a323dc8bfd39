/** Orders, people, and what a node keeps for a while, with all rows that speak of them. */
import { type Fields, hashOf, type Put, type Sums } from './sound-money.js';

export const [HOME, OTHER] = ['acct_1', 'acct_2'];
export const AT_S = 1_795_219_200;
export const NOW = AT_S * 1_000;
const DA = 1_000_000;

export function sortable(at: number): string {
  return String(at).padStart(16, '0');
}

export function putOrders(put: Put, sums: Sums): void {
  const add = (id: string, status: string, value: string | Fields, amountDa: number, of: Fields) =>
    putOrder(put, sums, { id, status, value, amountDa, of });
  const mismatch = { kind: 'currency', message: 'It is another one.' };
  const dismissal = { by: { kind: 'user', id: 'user_1' }, note: 'Seen.', at: AT_S };
  add('order_1', 'paid', 'paid', 100, { paid: { at: AT_S, entry: 2 } });
  add('order_2', 'awaiting_payment', 'awaiting_payment', 30, { isLive: true });
  add('order_3', 'expired', { expired: 'watched' }, 40, { mismatch });
  add('order_4', 'canceled', { canceled: 'over' }, 50, { mismatch, dismissal });
  put('order_rooms', 'key_1', { v: 1, orders: 2, amount: 70 * DA });
}

interface SoundOrder {
  readonly id: string;
  readonly status: string;
  readonly value: string | Fields;
  readonly amountDa: number;
  readonly of: Fields;
}

function putOrder(put: Put, sums: Sums, { id, status, value, amountDa, of }: SoundOrder): void {
  const { isLive = false, mismatch = null, dismissal, paid = null } = of;
  const checkout = { id: `checkout-${id.at(-1)}`, url: 'https://pay.test' };
  put('orders', id, {
    ...{ v: 1, machine_version: 1, account: HOME, key: 'key_1', amount: amountDa * DA },
    ...{ service: { kind: isLive === true ? 'chargily' : 'simulated', isLive }, createdAt: AT_S, status },
    machine: { value, context: { attempt: 1, checkout, dailyLooks: 0, mismatch, refusal: null } },
    ...{ paid, ...(dismissal !== undefined && { dismissal }) },
  });
  put('account_orders', `${HOME}/${id}`, '1');
  sums.add(`orders/${status}`, 1);
  if (mismatch !== null && dismissal === undefined) {
    put('set_aside_orders', id, '1');
    sums.add('orders/set_aside', 1);
  }
  const path = JSON.stringify(value);
  if (path.includes('paid') || path.includes('over')) return;
  put('open_orders', id, { v: 1, key: 'key_1', amount: amountDa * DA, is_live: isLive, resume: false });
  put('reminders', `order/${id}/call`, String(NOW));
  if (!path.includes('watched')) put('reminders', `order/${id}/deadline`, String(NOW));
  if (isLive !== true) sums.add('marked/open_orders', 1);
}

export function putPeople(put: Put): void {
  for (const [id, role] of [
    ['user_1', 'owner'],
    ['user_2', 'member'],
    ['user_3', 'operator'],
  ] as const) {
    const name = `${id}@people.test`;
    const fields = { name, role, password: null, password_version: 0, created_at: AT_S, grants: [] };
    put('users', id, { v: 1, account: HOME, ...fields });
    put('user_names', hashOf(name), id);
    put('account_users', `${HOME}/${id}`, '1');
  }
  put('account_people', HOME, { v: 1, users: 3, owners: 2, invitations: 1 });
  const [invitation, rights] = [hashOf('invitation'), { role: 'owner', account: HOME }];
  const invited = { name: 'new@people.test', role: 'member', rights, expires_at: NOW, created_at: AT_S };
  put('invitations', invitation, { v: 1, account: HOME, ...invited });
  put('account_invitations', `${HOME}/${invitation}`, '1');
  put('reminders', `invitation/${invitation}/expired`, String(NOW));
  for (const session of [hashOf('session 1'), hashOf('session 2')]) {
    const fields = { made_at: NOW, seen_at: NOW, created_at: AT_S, address: null, agent: '' };
    put('sessions', session, { v: 1, user: 'user_1', ...fields });
    put('user_sessions', `user_1/${session}`, '1');
  }
  put('reminders', 'user/user_1/sessions', String(NOW));
}

export function putRest(put: Put): void {
  for (const [scope, result] of [
    ['key_1', 'video_3'],
    ['key_2', 'req_2'],
    ['key_1', 'order_1'],
    ['mkey_1', 'key_2'],
    ['user_1', 'key_1'],
    ['mkey_1', hashOf('used')],
  ] as const) {
    const key = `${scope}/${hashOf(result)}`;
    put('idempotency', key, { v: 1, fingerprint: 'as asked', result, expires: NOW + 1_000 });
    put('expiry', `${sortable(NOW + 1_000)}/idempotency/${key}`, '1');
  }
  put('meta', 'format', '7');
  put('meta', 'operator_key', 'mkey_1');
  put('meta', 'demo_key', 'key_2');
  const clock = { v: 1, boot_id: 'boot', monotonic_ms: 1, steady_ms: NOW, wall_ms: NOW };
  put('meta', 'clock', clock);
  put('windows', `${sortable(NOW)}/0`, '2\nkey_1 ?@');
}
