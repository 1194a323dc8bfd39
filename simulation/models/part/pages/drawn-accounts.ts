/** Accounts as they are drawn, with keys and people of their own, and their records. */
import type { Random } from '../../../world/random.js';
import { putPerson } from './drawn-people.js';
import { idOf } from './orders/drawn-orders.js';
import type { PageDesk } from './page-desk.js';

export interface DrawnAccount {
  readonly name: string;
  readonly isVerified: boolean;
  /** Accounts stand in a list by when they were made, which their ids need not tell. */
  readonly madeAt: number;
  readonly createdAt: number;
  readonly activeKeys: number;
  /** In micro-DA. */
  readonly credited: number;
  readonly charged: number;
  readonly reserved: number;
  readonly marked: number;
  readonly keys: readonly DrawnKey[];
  readonly people: number;
}

export interface DrawnKey {
  readonly name: string | null;
  readonly isRevoked: boolean;
  readonly balance: number;
  readonly reserved: number;
  readonly marked: number;
  readonly rpm: number;
}

const MILLION = 1_000_000;

export function drawAccount(random: Random): DrawnAccount {
  const keys = random.weighted([
    [4, 0],
    [4, 3],
    [1.5, 12],
    [0.1, 502],
  ] as const);
  return {
    name: random.pick(['Studio & sons', 'Ads', 'A <b']),
    isVerified: random.chance(0.5),
    madeAt: 1_000 + random.below(60),
    createdAt: 1_800_000_000 + random.below(MILLION),
    activeKeys: random.pick([0, 1, 4_500]),
    credited: 9_000 * MILLION + random.below(3),
    charged: random.pick([0, 1, 1_500_000]),
    reserved: random.pick([0, 0, 2_000_001]),
    marked: random.pick([0, 0, 0, 40 * MILLION]),
    keys: Array.from({ length: keys }, () => drawKey(random)),
    people: random.pick([0, 0, 2, 7]),
  };
}

function drawKey(random: Random): DrawnKey {
  const balance = random.pick([0, 1, 2_500_000]);
  return {
    name: random.pick([null, 'Film & <sound>', 'Trial']),
    isRevoked: random.chance(0.3),
    balance,
    reserved: random.pick([0, 0, 1_500_000]),
    marked: random.chance(0.2) ? balance : 0,
    rpm: random.pick([60, 46_000]),
  };
}

/** The number of its nth key. */
export function numberOfKey(account: number, nth: number): number {
  return account * 1_000 + nth;
}

/** The number of its nth person. */
export function numberOfPerson(account: number, nth: number): number {
  return account * 100 + nth;
}

export function putAccount(desk: PageDesk, number: number, drawn: DrawnAccount): void {
  const { name, isVerified, madeAt, createdAt, activeKeys, keys, people } = drawn;
  const [id, { records }] = [idOf('acct', number), desk];
  const record = {
    v: 1,
    name,
    verified: isVerified,
    created_at: createdAt,
    made_at: madeAt,
    credited: String(drawn.credited),
    charged: String(drawn.charged),
    reserved: String(drawn.reserved),
    keys: activeKeys,
    ...(drawn.marked > 0 && { marked: String(drawn.marked) }),
  };
  records.put('accounts', id, JSON.stringify(record));
  records.put('account_order', `${String(madeAt).padStart(16, '0')}/${id}`, id);
  for (const [nth, { balance, reserved, rpm, marked, ...key }] of keys.entries()) {
    const more = { rateLimitRpm: rpm, marked };
    const balances = { balance, reserved };
    desk.putKey(
      numberOfKey(number, nth),
      { name: key.name, isRevoked: key.isRevoked, account: id },
      balances,
      more,
    );
  }
  for (let nth = 0; nth < people; nth++) {
    const person = { account: id, role: 'member', grants: [], sessions: [] } as const;
    putPerson(desk, numberOfPerson(number, nth), person, { steady: 0, second: 0 });
  }
}
