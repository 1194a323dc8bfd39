/** Keys with their ledgers, as they are drawn, and their records. */
import { encodeLedgerEntry, ledgerRecordKey } from '../../../../../src/actors/money/ledger.js';
import { microDa } from '../../../../../src/money/micro-da.js';
import type { Random } from '../../../../world/random.js';
import { idOf } from '../orders/drawn-orders.js';
import type { PageDesk } from '../page-desk.js';
import { HOMES, KEYS } from '../viewers.js';

export interface LedgerKey {
  readonly account: string;
  readonly name: string | null;
  readonly isRevoked: boolean;
  /** In micro-DA. */
  readonly balance: number;
  readonly reserved: number;
  readonly marked: number;
  readonly charged: number;
  readonly withdrawn: number;
  readonly rateLimitRpm: number;
  readonly createdAt: number;
  readonly rotations: number;
  readonly entries: number;
}

export interface PlacedKey extends LedgerKey {
  readonly number: number;
}

/** The number of the first key that is drawn. */
export const FIRST = 20;
const TYPES = ['credit', 'reserve', 'charge', 'release', 'debit', 'transfer_out', 'transfer_in'] as const;
const FOR_JOBS: readonly string[] = ['reserve', 'charge', 'release'];

/** Those of the desk. */
export const FIRST_KEYS: readonly PlacedKey[] = KEYS.map((key, number) => ({
  ...key,
  number,
  balance: 5_000_000,
  reserved: 0,
  marked: 0,
  charged: 0,
  withdrawn: 0,
  rateLimitRpm: 60,
  createdAt: 1,
  rotations: 0,
  entries: 0,
}));

export function drawKey(random: Random): LedgerKey {
  const balance = random.pick([0, 1, 2_500_000]);
  return {
    account: random.pick(HOMES),
    name: random.pick([null, 'Film & <sound>', 'Trial']),
    isRevoked: random.chance(0.3),
    balance,
    reserved: random.pick([0, 0, 1_500_000]),
    marked: random.chance(0.3) ? balance : 0,
    charged: random.pick([0, 3_000_001]),
    withdrawn: random.pick([0, 7_000_000]),
    rateLimitRpm: random.pick([60, 46_000]),
    createdAt: 1_800_000_000 + random.below(1_000_000),
    rotations: random.below(3),
    entries: random.weighted([
      [4, 0],
      [4, 3],
      [1, 25],
      [1, 26],
      [1, 51],
      [0.1, 500],
      [0.1, 501],
      [0.1, 1_001],
    ] as const),
  };
}

export function putLedgerKey(desk: PageDesk, number: number, key: LedgerKey): void {
  const { account, name, isRevoked, balance, reserved, ...more } = key;
  desk.putKey(number, { account, name, isRevoked }, { balance, reserved }, more);
  for (let nth = 1; nth <= key.entries; nth++) {
    const { amount, balance: after, reserved: held, marked, ...entry } = entryOf(number, nth);
    const amounts = { amount: microDa(amount), balance: microDa(after), reserved: microDa(held) };
    const record = { v: 1, ...entry, ...amounts, ...(marked > 0 && { marked: microDa(marked) }) } as const;
    desk.records.put('ledger', ledgerRecordKey(idOf('key', number), nth), encodeLedgerEntry(record));
  }
}

/** The nth entry in the ledger of a key. */
export function entryOf(key: number, nth: number) {
  const type = TYPES[(key + nth) % TYPES.length] ?? 'credit';
  const isForJob = FOR_JOBS.includes(type);
  const isText = isForJob && nth % 2 === 0;
  return {
    type,
    amount: 1_000_000 + nth,
    balance: nth * 10 + key,
    reserved: nth % 3 === 0 ? 0 : 500_000 + nth,
    job: isForJob ? idOf(isText ? 'req' : 'video', nth) : null,
    reference: isForJob ? null : nth % 5 === 0 ? '=1,"x"' : `invoice ${nth}`,
    at: 1_800_000_000 + nth,
    other: type.startsWith('transfer') ? idOf('key', nth % 8) : undefined,
    marked: nth % 4 === 0 ? 250_000 + nth : 0,
    isText,
  };
}
