/**
 * The ledger of one key: what it received, what was taken back, what unfinished jobs hold, what it was
 * charged.
 *
 * Invariants
 *  1. Conservation: credits + transfers in − transfers out − debits = balance + reserved + charged, after
 *     every step.
 *  2. `balance` and `reserved` are never negative.
 *  3. Every step that moves money yields the entries that say so, and the entries alone rebuild the balances.
 *  4. Marked credit is never more than the balance. An amount that leaves the balance takes it first, a
 *     release brings back what a charge left of it, and a transfer carries it.
 *  5. A key receives at most `KEY_CREDIT_MAX_MICRO_DA` in its life, whatever was taken back.
 */
import { KEY_CREDIT_MAX_MICRO_DA, type MicroDa, microDa, ZERO_MICRO_DA } from '../../money/micro-da.js';
import { printed, quotedId } from '../storage/json-texts.js';

/** The balances that a key is shown. All amounts in micro-DA. */
export interface ShownBalances {
  /** Received in the key's life, less what was taken back. */
  readonly credited: MicroDa;
  /** Charged in the key's life. */
  readonly charged: MicroDa;
  /** Held for unfinished jobs. */
  readonly reserved: MicroDa;
}

export interface KeyBalances extends ShownBalances {
  /** Taken back in the key's life: debits and transfers to other keys. */
  readonly withdrawn: MicroDa;
  /** The part of the balance that simulated payments brought. */
  readonly marked: MicroDa;
}

export const ENTRY_TYPES = [
  'credit',
  'reserve',
  'charge',
  'release',
  'debit',
  'transfer_out',
  'transfer_in',
] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

/** One entry as it stands on disk, in table `ledger`; `balance` and `reserved` are as after it. */
export interface LedgerEntry {
  readonly v: 1;
  readonly type: EntryType;
  readonly amount: MicroDa;
  readonly balance: MicroDa;
  readonly reserved: MicroDa;
  /** The id of the purpose that the money was reserved for. */
  readonly job: string | null;
  readonly reference: string | null;
  /** Unix seconds. */
  readonly at: number;
  /** The other key of a transfer. */
  readonly other?: string | undefined;
  /** The marked part of the amount; absent if nothing of it is marked. */
  readonly marked?: MicroDa | undefined;
}

/** Key in table `ledger`: the entries of a key in the order in which they happened. */
export function ledgerRecordKey(keyId: string, entry: number): string {
  return `${keyId}/${String(entry).padStart(12, '0')}`;
}

export function encodeLedgerEntry(entry: LedgerEntry): string {
  const { type, amount, balance, reserved, job, reference, at, other, marked } = entry;
  const transfer = other === undefined ? '' : `,"other":${quotedId(other)}`;
  const end = marked === undefined || marked === 0 ? transfer : `${transfer},"marked":${marked}`;
  return `{"v":1,"type":"${type}","amount":${amount},"balance":${balance},"reserved":${reserved},"job":${quotedId(job)},"reference":${printed(reference)},"at":${at}${end}}`;
}

export interface Movement {
  readonly type: EntryType;
  readonly amount: MicroDa;
  /** The part of the amount that is marked; nothing if absent. */
  readonly marked?: MicroDa;
}

export const NO_BALANCES: KeyBalances = {
  credited: 0 as MicroDa,
  charged: 0 as MicroDa,
  reserved: 0 as MicroDa,
  withdrawn: 0 as MicroDa,
  marked: 0 as MicroDa,
};

/** The amount that can still be spent. */
export function balanceOf(balances: ShownBalances): MicroDa {
  return microDa(balances.credited - balances.charged - balances.reserved);
}

/** How much more a key may receive in its life. */
export function creditRoom({ credited, withdrawn }: KeyBalances): MicroDa {
  return microDa(KEY_CREDIT_MAX_MICRO_DA - credited - withdrawn);
}

/** Applies one movement. @throws if it would break an invariant: the caller had to check */
export function move(balances: KeyBalances, { type, amount, marked = ZERO_MICRO_DA }: Movement): KeyBalances {
  if (marked > amount) throw new RangeError(`of ${amount} no ${marked} can be marked`);
  const next = moved(balances, type, amount, marked);
  // balanceOf asserts that what is left is an amount, that is: invariants 1 and 2.
  if (next.marked > balanceOf(next)) throw new RangeError(`more is marked than is left: ${next.marked}`);
  return next;
}

/** The marked part of an amount that leaves the balance: it goes first. */
export function markedPart({ marked }: KeyBalances, amount: MicroDa): MicroDa {
  return marked < amount ? marked : amount;
}

/** Field by field: an object that is spread with a change takes several times as long to make. */
function moved(balances: KeyBalances, type: EntryType, amount: MicroDa, part: MicroDa): KeyBalances {
  const { credited, charged, reserved, withdrawn, marked } = balances;
  switch (type) {
    case 'credit':
    case 'transfer_in':
      // Invariant 5.
      microDa(credited + withdrawn + amount);
      return {
        credited: microDa(credited + amount),
        charged,
        reserved,
        withdrawn,
        marked: microDa(marked + part),
      };
    case 'debit':
    case 'transfer_out':
      return {
        credited: microDa(credited - amount),
        charged,
        reserved,
        withdrawn: microDa(withdrawn + amount),
        marked: microDa(marked - part),
      };
    case 'reserve':
      return {
        credited,
        charged,
        reserved: microDa(reserved + amount),
        withdrawn,
        marked: microDa(marked - part),
      };
    case 'charge':
      return {
        credited,
        charged: microDa(charged + amount),
        reserved: microDa(reserved - amount),
        withdrawn,
        marked,
      };
    case 'release':
      return {
        credited,
        charged,
        reserved: microDa(reserved - amount),
        withdrawn,
        marked: microDa(marked + part),
      };
  }
}

/**
 * The movements that settle a reservation: a charge of at most the amount reserved, and a release of the
 * rest. Movements of nothing are left out.
 *
 * @param marked the marked part of the reservation: the charge uses it first
 */
export function settlement(reserved: MicroDa, charge: MicroDa, marked = ZERO_MICRO_DA): Movement[] {
  if (charge > reserved) throw new RangeError(`a charge of ${charge} exceeds the reservation of ${reserved}`);
  const markedCharge = marked < charge ? marked : charge;
  const movements: Movement[] = [
    { type: 'charge', amount: charge, marked: markedCharge },
    { type: 'release', amount: microDa(reserved - charge), marked: microDa(marked - markedCharge) },
  ];
  return movements.filter(({ amount }) => amount > 0);
}
