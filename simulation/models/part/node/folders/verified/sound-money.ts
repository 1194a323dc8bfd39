/** A ledger as it is promised: entries with their running figures, and all that keys and a node sum up. */
import { createHash } from 'node:crypto';

export type Fields = Readonly<Record<string, unknown>>;
/** Takes a record of a table. */
export type Put = (table: string, key: string, value: Fields | string) => void;

interface Moved {
  readonly job?: string;
  readonly reference?: string;
  readonly other?: string;
  readonly marked?: number;
}

type Type = 'credit' | 'reserve' | 'charge' | 'release' | 'debit' | 'transfer_out' | 'transfer_in';

/** By how much an entry changes what can be spent, and what is held. */
const CHANGES: Readonly<Record<Type, readonly [balance: number, reserved: number]>> = {
  credit: [1, 0],
  reserve: [-1, 1],
  charge: [0, -1],
  release: [1, -1],
  debit: [-1, 0],
  transfer_out: [-1, 0],
  transfer_in: [1, 0],
};

export class Sums {
  readonly #sums = new Map<string, number>();

  add(name: string, by: number): void {
    this.#sums.set(name, (this.#sums.get(name) ?? 0) + by);
  }

  of(name: string): number {
    return this.#sums.get(name) ?? 0;
  }

  get texts(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#sums].map(([name, sum]) => [name, String(sum)]));
  }
}

export class SoundLedger {
  readonly #key: string;
  readonly #put: Put;
  readonly #node: Sums;
  /** Of the key. */
  readonly #own = new Sums();
  #entries = 0;
  #balance = 0;
  #reserved = 0;

  /** @param node its sums, which each entry counts in */
  constructor(key: string, put: Put, node: Sums) {
    this.#key = key;
    this.#put = put;
    this.#node = node;
  }

  get entries(): number {
    return this.#entries;
  }

  /** The figures in the record of the key. */
  get figures() {
    const own = this.#own;
    const received = own.of('credit') + own.of('transfer_in') - this.#withdrawn;
    const [charged, reserved, marked] = [own.of('charge'), this.#reserved, own.of('marked')];
    const further = {
      ...(this.#withdrawn > 0 && { withdrawn: this.#withdrawn }),
      ...(marked > 0 && { marked }),
    };
    return { credited: received, charged, reserved, entries: this.#entries, ...further };
  }

  move(type: Type, amount: number, { job, reference, other, marked }: Moved): void {
    const [balance, held] = CHANGES[type];
    this.#entries += 1;
    this.#balance += balance * amount;
    this.#reserved += held * amount;
    this.#own.add(type, amount);
    this.#node.add(`moved/${type}`, amount);
    if (marked !== undefined) {
      this.#own.add('marked', balance * marked);
      this.#node.add('marked/balance', balance * marked);
      this.#node.add('marked/reserved', held * marked);
    }
    this.#put('ledger', `${this.#key}/${String(this.#entries).padStart(12, '0')}`, {
      ...{ v: 1, type, amount, balance: this.#balance, reserved: this.#reserved, job: job ?? null },
      ...{ reference: reference ?? null, at: 1_795_219_200 },
      ...(other !== undefined && { other }),
      ...(marked !== undefined && { marked }),
    });
    if (reference !== undefined && reference !== 'key_creation' && type !== 'transfer_in')
      this.#putReference(type, amount, reference, other);
  }

  get #withdrawn(): number {
    return this.#own.of('debit') + this.#own.of('transfer_out');
  }

  #putReference(type: Type, amount: number, reference: string, to: string | undefined): void {
    this.#put('references', hashOf(reference), {
      ...{ v: 1, key: this.#key, amount, entry: this.#entries },
      ...(type !== 'credit' && { kind: type === 'debit' ? 'debit' : 'transfer' }),
      ...(to !== undefined && { to }),
    });
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
