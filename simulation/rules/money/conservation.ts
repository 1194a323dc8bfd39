/**
 * Conservation: what a key received is what it can spend, what is held and what it paid (docs: "What must add
 * up").
 */
import type { StoreReader } from '../../../src/store/store.js';
import {
  type AccountRecord,
  type ActivityRecord,
  type KeyRecord,
  LedgerImage,
  type NumberedEntry,
  TableImage,
  type UnfinishedRecord,
} from '../facts/disk-image.js';
import { type Answer, bodyOf, isObject } from '../facts/requests.js';
import { balanceHeader, CREDIT_READINGS, isSuccess, microDaShown } from '../facts/shown-amounts.js';
import type { Invariant, Rule } from '../invariant.js';
import { follow, type LedgerSums, NO_LEDGER_SUMS } from './ledger-sums.js';

type Report = (message: string) => void;

export const CONSERVATION: Rule = {
  name: 'conservation',
  says: 'Credits received are balance, reserve and charges; the ledger, the open reservations, the activity and the totals of accounts add up to the same, on disk and in answers.',
  watch: (_, report) => new Conservation(report),
};

class Conservation implements Invariant {
  readonly #report: Report;
  readonly #ledger = new LedgerImage();
  readonly #keys = new TableImage<KeyRecord>('keys');
  readonly #accounts = new TableImage<AccountRecord>('accounts');
  readonly #unfinished = new TableImage<UnfinishedRecord>('unfinished');
  readonly #generations = new TableImage<UnfinishedRecord>('open_generations');
  readonly #activity = new TableImage<ActivityRecord>('activity');
  /** The sums of each key's ledger. */
  readonly #sums = new Map<string, LedgerSums>();

  constructor(report: Report) {
    this.#report = report;
  }

  observe(...[seen, exchange]: Parameters<Invariant['observe']>): void {
    if (seen.what !== 'answered' || exchange === undefined || !isSuccess(seen)) return;
    const { op } = exchange.sent.call;
    if (CREDIT_READINGS.includes(op)) this.#checkCredits(seen);
    if (exchange.sent.call.op === 'ledger') this.#checkPage(exchange.sent.keyId, seen);
  }

  disk(records: StoreReader): void {
    const fresh = this.#ledger.read(records, (keyId, number) =>
      this.#report(`entry ${number} of ${keyId} was on disk and is gone or changed`),
    );
    for (const entry of fresh) this.#follow(entry);
    const keys = this.#keys.read(records);
    this.#checkKeys(keys);
    this.#checkUnfinished(keys, this.#unfinished.read(records), this.#generations.read(records));
    this.#parseActivityQuery(keys, this.#activity.read(records));
    this.#checkAccounts(keys, this.#accounts.read(records));
  }

  #checkCredits(answer: Answer): void {
    const body = bodyOf(answer) ?? {};
    const [balance, reserved, credited, charged] = [
      body.balance,
      body.reserved,
      body.total_credits,
      body.total_usage,
    ].map((amount) => microDaShown(amount) ?? Number.NaN);
    if (balance !== (credited ?? 0) - (charged ?? 0) - (reserved ?? 0)) {
      this.#report(`credits do not add up: ${answer.body}`);
    }
    const header = balanceHeader(answer);
    if (header !== balance)
      this.#report(`X-Balance-Available is ${header} beside a balance of ${balance} micro-DA`);
  }

  /** Newest first: each entry follows from the one below it. */
  #checkPage(keyId: string, answer: Answer): void {
    const page = bodyOf(answer)?.data;
    const entries = (Array.isArray(page) ? page : []).filter(isObject).toReversed();
    let before: LedgerSums | undefined;
    let numberBefore = 0;
    for (const entry of entries) {
      const number = Number(String(entry.id).split('_').at(-1));
      const shown = {
        type: String(entry.type),
        amount: microDaShown(entry.amount) ?? Number.NaN,
        balance: microDaShown(entry.balance_after) ?? Number.NaN,
        reserved: microDaShown(entry.reserved_after) ?? Number.NaN,
      };
      if (before === undefined && number === 1) before = NO_LEDGER_SUMS;
      else if (before !== undefined && number !== numberBefore + 1) {
        this.#report(`the ledger of ${keyId} shows entry ${number} after entry ${numberBefore}`);
      }
      const after: LedgerSums | undefined = before === undefined ? undefined : follow(before, shown);
      if (after !== undefined && !agrees(after, shown)) {
        this.#report(
          `entry ${number} in the ledger of ${keyId} does not follow: ${JSON.stringify(entry)} after ${JSON.stringify(before)}`,
        );
      }
      before = { credited: shown.balance + shown.reserved, charged: 0, reserved: shown.reserved };
      numberBefore = number;
    }
  }

  #follow(entry: NumberedEntry): void {
    const { keyId, number } = entry;
    const before = this.#sums.get(keyId) ?? NO_LEDGER_SUMS;
    const after = follow(before, entry);
    if (after === undefined || !agrees(after, entry)) {
      this.#report(`on disk, entry ${number} of ${keyId} does not follow: ${JSON.stringify(entry)}`);
    }
    this.#sums.set(keyId, after ?? before);
  }

  #checkKeys(keys: ReadonlyMap<string, KeyRecord>): void {
    for (const [id, key] of keys) {
      const { credited, charged, reserved } = this.#sums.get(id) ?? NO_LEDGER_SUMS;
      if (credited !== key.credited || charged !== key.charged || reserved !== key.reserved) {
        const stands = `credited ${key.credited}, charged ${key.charged}, reserved ${key.reserved}`;
        this.#report(
          `on disk, ${id} has ${stands}; its ledger says ${credited}, ${charged}, ${reserved} micro-DA`,
        );
      }
    }
    for (const id of this.#sums.keys()) {
      if (!keys.has(id)) this.#report(`on disk, ${id} has a ledger and no record`);
    }
  }

  #checkUnfinished(
    keys: ReadonlyMap<string, KeyRecord>,
    unfinished: ReadonlyMap<string, UnfinishedRecord>,
    generations: ReadonlyMap<string, UnfinishedRecord>,
  ): void {
    const none = { reserved: 0, jobs: 0, texts: 0 };
    const sums = new Map<string, typeof none>();
    const add = ({ key, reserved }: UnfinishedRecord, jobs: number, texts: number) => {
      const sum = sums.get(key) ?? none;
      const all = { reserved: sum.reserved + reserved, jobs: sum.jobs + jobs, texts: sum.texts + texts };
      sums.set(key, all);
    };
    for (const record of unfinished.values()) add(record, 1, 0);
    for (const record of generations.values()) add(record, 0, 1);
    for (const [id, key] of keys) {
      const { reserved, jobs, texts } = sums.get(id) ?? none;
      const { open_generations = 0 } = key;
      if (reserved !== key.reserved || jobs !== key.open_jobs || texts !== open_generations) {
        this.#report(
          `on disk, ${id} holds ${key.reserved} micro-DA for ${key.open_jobs} jobs and ${open_generations} texts; its unfinished ones hold ${reserved} for ${jobs} and ${texts}`,
        );
      }
    }
  }

  #parseActivityQuery(
    keys: ReadonlyMap<string, KeyRecord>,
    activity: ReadonlyMap<string, ActivityRecord>,
  ): void {
    const costs = new Map<string, number>();
    for (const [row, { cost }] of activity) {
      const id = row.slice(0, row.indexOf('/'));
      costs.set(id, (costs.get(id) ?? 0) + cost);
    }
    for (const [id, { charged }] of keys) {
      const cost = costs.get(id) ?? 0;
      if (cost !== charged)
        this.#report(`on disk, the activity of ${id} costs ${cost} micro-DA; it was charged ${charged}`);
    }
  }

  #checkAccounts(keys: ReadonlyMap<string, KeyRecord>, accounts: ReadonlyMap<string, AccountRecord>): void {
    const none = { credited: 0n, charged: 0n, reserved: 0n, marked: 0n };
    const sums = new Map<string, typeof none>();
    for (const { account, credited, charged, reserved, marked = 0 } of keys.values()) {
      const sum = sums.get(account) ?? { ...none };
      sum.credited += BigInt(credited);
      sum.charged += BigInt(charged);
      sum.reserved += BigInt(reserved);
      sum.marked += BigInt(marked);
      sums.set(account, sum);
    }
    for (const [id, account] of accounts) {
      const sum = sums.get(id) ?? none;
      for (const field of ['credited', 'charged', 'reserved', 'marked'] as const) {
        const stands = account[field] ?? '0';
        if (String(sum[field]) !== stands) {
          this.#report(`on disk, ${field} of ${id} is ${stands}; its keys come to ${sum[field]}`);
        }
      }
    }
  }
}

function agrees(
  { credited, charged, reserved }: LedgerSums,
  shown: { readonly balance: number; readonly reserved: number },
): boolean {
  return shown.reserved === reserved && shown.balance === credited - charged - reserved;
}
