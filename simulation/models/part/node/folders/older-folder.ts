/** A folder of an older format, drawn at random, and all that is to stand in it once it is up to date. */
import { FORMAT_VERSION } from '../../../../../src/node/folder/format-version.js';
import type { Table, Write } from '../../../../../src/store/store.js';
import type { Random } from '../../../../world/random.js';
import { drawnId } from './drawn-id.js';

type Fields = Readonly<Record<string, unknown>>;

/** Parsed, by `table/key`: the order of their fields says nothing. */
type Records = Map<string, unknown>;

/** Sums of a node are kept from this format on, and what accounts know of their keys from that one. */
const SUMS_SINCE = 3;
const ACCOUNTS_KNOW_SINCE = 6;
const ROWS = ['2026-03-01/sim%2Fvideo/simulated', '2026-03-01/x/simulated', '2026-03-02/x/other'];
const STATUSES = ['pending', 'in_progress', 'completed', 'failed'] as const;

export class OlderFolder {
  readonly #random: Random;
  readonly #format: number;
  readonly writes: Write[] = [];
  readonly #sums = new Map<string, bigint>();
  readonly #derived: Records = new Map();

  /** @param said of `meta/format`: the format, or how far its upgrade had come */
  constructor(random: Random, format: number, said: string) {
    this.#random = random;
    this.#format = format;
    this.writes.push({ table: 'meta', key: 'format', value: said });
    const others = Array.from({ length: random.below(3) }, () => drawnId(random, 'acct_'));
    for (const account of ['acct_default', ...others]) this.#addAccount(account);
  }

  get upToDate(): Records {
    const all = recordsOf(this.writes);
    all.set('meta/format', FORMAT_VERSION);
    if (this.#format < SUMS_SINCE) {
      const sums = [...this.#sums].map(([name, sum]) => [name, String(sum)]);
      all.set('meta/tallies', { v: 1, sums: Object.fromEntries(sums) });
    }
    if (this.#format < ACCOUNTS_KNOW_SINCE) for (const [name, value] of this.#derived) all.set(name, value);
    return all;
  }

  #addAccount(id: string): void {
    const random = this.#random;
    const [credited, charged, reserved] = [random.below(3) * 10 ** 15, random.below(900), random.below(50)];
    const account = {
      v: 1,
      name: 'A',
      verified: random.chance(0.5),
      created_at: 1,
      made_at: 2,
      credited: String(credited),
      charged: String(charged),
      reserved: String(reserved),
    };
    this.#count('accounts', 1);
    this.#count('moved/credit', credited);
    this.#count('moved/charge', charged);
    this.#count('moved/reserve', charged + reserved);
    let active = 0;
    for (let left = random.below(4); left > 0; left--) active += this.#addKey(id);
    this.#put('accounts', id, this.#format < ACCOUNTS_KNOW_SINCE ? account : { ...account, keys: 9 });
    this.#derived.set(`accounts/${id}`, { ...account, keys: active });
    for (let left = random.below(3); left > 0; left--) this.#addManagementKey(id);
  }

  /** @returns 1 if the key is not revoked */
  #addKey(account: string): number {
    const random = this.#random;
    const id = drawnId(random, 'key_');
    const revoked = random.chance(0.4);
    this.#put('keys', id, { v: 1, account, name: random.pick([null, 'revoked']), revoked });
    this.#count(revoked ? 'keys/revoked' : 'keys/active', 1);
    for (const row of ROWS) if (random.chance(0.5)) this.#addActivity(account, id, row);
    for (let left = random.below(3); left > 0; left--) this.#addJob(id);
    return revoked ? 0 : 1;
  }

  #addActivity(account: string, key: string, row: string): void {
    const random = this.#random;
    const one = {
      v: 1,
      completed: random.below(3),
      failed: random.below(3),
      output_ms: random.below(9_000),
      ...(random.chance(0.5) ? { prompt_tokens: random.between(1, 9), completion_tokens: 5 } : {}),
      cost: random.pick([0, 700, 10 ** 15, '20000000000000000']),
    };
    this.#put('activity', `${key}/${row}`, one);
    const name = `account_activity/${account}/${row}`;
    const sum = this.#derived.get(name) as Fields | undefined;
    this.#derived.set(name, sum === undefined ? one : together(sum, one));
  }

  #addJob(key: string): void {
    const id = drawnId(this.#random, 'video_');
    const status = this.#random.pick(STATUSES);
    const listed = status === 'pending' || status === 'in_progress' ? 'open' : status;
    this.#put('jobs', id, { v: 1, status });
    this.#put('key_jobs', `${key}/${listed}/${id}`, 1);
    this.#count(`jobs/${status}`, 1);
  }

  #addManagementKey(account: string): void {
    const random = this.#random;
    const id = drawnId(random, 'mkey_');
    const revoked = random.chance(0.4);
    const role = random.pick(['account', 'operator']);
    this.#put('management_keys', id, { v: 1, account, role, hash: 'ab', revoked });
    if (!revoked) this.#derived.set(`account_management_keys/${account}/${id}`, 1);
  }

  #count(name: string, by: number): void {
    const sum = (this.#sums.get(name) ?? 0n) + BigInt(by);
    if (sum > 0n) this.#sums.set(name, sum);
  }

  #put(table: Table, key: string, value: unknown): void {
    this.writes.push({ table, key, value: JSON.stringify(value) });
  }
}

export function recordsOf(writes: readonly Write[]): Records {
  return new Map(writes.map(({ table, key, value }) => [`${table}/${key}`, parsed(value ?? '')]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function together(one: Fields, other: Fields): Fields {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const sums = [...names].map((name) => [name, sum(one[name], other[name])]);
  return { ...Object.fromEntries(sums), v: 1 };
}

/** Beyond the safe integers it is text. */
function sum(one: unknown = 0, other: unknown = 0): number | string {
  const exact = BigInt(one as number | string) + BigInt(other as number | string);
  return exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : String(exact);
}
