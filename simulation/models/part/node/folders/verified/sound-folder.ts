/**
 * The records of a node that add up: two accounts with three keys, a job and a text in each of
 * their states, orders, people, and all rows that speak of them.
 */
import type { Table } from '../../../../../../src/store/store.js';
import { PlainRecords } from '../../../plain-records.js';
import { type Fields, hashOf, SoundLedger, Sums } from './sound-money.js';
import { AT_S, HOME, NOW, OTHER, putOrders, putPeople, putRest, sortable } from './sound-rows.js';

/** Amounts that are drawn for a folder, in micro-DA. */
export interface FolderAmounts {
  readonly price: number;
  readonly marked: number;
  readonly debit: number;
}

type JobStatus = 'pending' | 'in_progress' | 'completed' | 'failed';
type TextStatus = 'open' | 'completed' | 'failed' | 'interrupted';

const DAY = '2026-11-21';
const PROVIDER = 'studio';
const DA = 1_000_000;
/** Of the one result that is kept. */
export const CLIP_BYTES = 17;
/** Its price is no whole number of micro-DA, and is rounded up. */
const SHORT = { lengthMs: 1_501, isKept: true } as const;

export class SoundFolder {
  readonly records = new PlainRecords();
  readonly #amounts: FolderAmounts;
  readonly #sums = new Sums();
  readonly #put = (table: string, key: string, value: Fields | string): void =>
    this.records.put(table as Table, key, typeof value === 'string' ? value : JSON.stringify(value));
  readonly #first = new SoundLedger('key_1', this.#put, this.#sums);
  readonly #second = new SoundLedger('key_2', this.#put, this.#sums);
  readonly #revoked = new SoundLedger('key_3', this.#put, this.#sums);

  constructor(amounts: FolderAmounts) {
    this.#amounts = amounts;
    this.#first.move('credit', 900 * DA, { reference: 'key_creation' });
    this.#first.move('credit', 100 * DA, { reference: 'simulated:checkout-1', marked: 100 * DA });
    this.#revoked.move('credit', 5 * DA, { reference: 'a first credit' });
    this.#addJobs();
    this.#addTexts();
    this.#addMovements();
    this.#addActivity();
    this.#addKeys();
    putOrders(this.#put, this.#sums);
    putPeople(this.#put);
    putRest(this.#put);
    this.#put('meta', 'tallies', { v: 1, sums: this.#sums.texts });
  }

  get #shortCost(): number {
    return Math.ceil((this.#amounts.price * SHORT.lengthMs) / 1_000);
  }

  #addJobs(): void {
    const { price, marked } = this.#amounts;
    const held = price * 4;
    this.#addJob('video_1', 'pending', 'submitting', held, { marked });
    this.#addJob('video_2', 'in_progress', { running: 'watched' }, held, {});
    this.#addJob('video_3', 'completed', 'completed', held, { ...SHORT, cost: this.#shortCost, marked });
    this.#addJob('video_4', 'failed', 'failed', held, { cost: 0 });
    // More than was reserved is not charged.
    this.#addJob('video_6', 'completed', 'completed', held, { lengthMs: 9_000, cost: held });
    // At its deadline a job waits for an answer alone.
    this.#addJob('video_5', 'pending', { queued: 'lastCall' }, held, { isLast: true });
    // It is kept no longer, and its ledger is.
    this.#first.move('reserve', held, { job: 'video_0' });
    this.#first.move('charge', held, { job: 'video_0' });
  }

  #addJob(
    id: string,
    status: JobStatus,
    value: string | Fields,
    reserved: number,
    of: {
      readonly lengthMs?: number;
      readonly isKept?: true;
      readonly cost?: number;
      readonly marked?: number;
      readonly isLast?: true;
    },
  ): void {
    const [put, ledger] = [this.#put, this.#first];
    const { cost, lengthMs, isKept, marked, isLast } = of;
    const isOpen = cost === undefined;
    const more = marked === undefined ? {} : { marked };
    const handle = value === 'submitting' ? null : `handle of ${id}`;
    const file = isKept && { file: { bytes: CLIP_BYTES, contentType: 'video/mp4', isKept } };
    const output = lengthMs === undefined ? null : { lengthMs, location: 'https://studio.test/1', ...file };
    const failure = status === 'failed' ? { slug: 'provider_error', message: 'It broke.' } : null;
    put('jobs', id, {
      ...{ v: 1, machine_version: 2, key: 'key_1', account: HOME, provider: PROVIDER, model: 'film' },
      ...{ lengthMs: 4_000, pricePerSecond: this.#amounts.price, reserved, ...more, createdAt: AT_S },
      ...{ idempotencyKeyHash: null, status },
      machine: {
        value,
        context: {
          ...{ attempt: 1, lostAnswer: { kind: 'unknown' }, routeModel: 'film@1', handle, output, failure },
        },
      },
      settled: isOpen ? null : { at: AT_S, cost },
    });
    put('job_inputs', id, { v: 1, prompt: 'A film.', extra: {} });
    put('key_jobs', `key_1/${isOpen ? 'open' : status}/${id}`, '1');
    this.#sums.add(`jobs/${status}`, 1);
    ledger.move('reserve', reserved, { job: id, ...more });
    if (isOpen) {
      const route = { provider: PROVIDER, model: 'film@1', handle, resume: false, next_poll: NOW };
      put('unfinished', id, { v: 1, key: 'key_1', reserved, ...more, ...route });
      if (isLast !== true) put('reminders', `video_job/${id}/deadline`, String(NOW));
      return;
    }
    put('expiry', `${sortable(NOW)}/job/${id}`, '1');
    if (cost > 0) ledger.move('charge', cost, { job: id, ...more });
    if (reserved > cost) ledger.move('release', reserved - cost, { job: id });
  }

  #addTexts(): void {
    const { price } = this.#amounts;
    const reserved = 100 * price;
    this.#addText('req_1', 'open', null, reserved, null);
    this.#addText('req_2', 'completed', [3, 4], reserved, 11 * price);
    this.#addText('req_3', 'failed', null, reserved, 0);
    // More than was reserved is not charged.
    this.#addText('req_4', 'interrupted', [90, 90], reserved, reserved);
  }

  #addText(
    id: string,
    status: TextStatus,
    tokens: readonly [prompt: number, completion: number] | null,
    reserved: number,
    cost: number | null,
  ): void {
    const [put, ledger] = [this.#put, this.#second];
    const million = this.#amounts.price * 1_000_000;
    const end = tokens && {
      ...{ finishReason: 'stop', promptTokens: tokens[0], completionTokens: tokens[1] },
      ...{ isEstimated: false, latencyMs: 60, firstTokenMs: 60 },
    };
    const failure = status === 'failed' ? { code: 'provider_unavailable', message: 'It is full.' } : null;
    put('generations', id, {
      ...{ v: 1, machine_version: 1, key: 'key_2', account: HOME, model: 'text' },
      ...{ prices: { input: million, output: 2 * million }, reserved, isStreamed: true, createdAt: AT_S },
      ...{ idempotencyKeyHash: null, status, cost },
      machine: {
        value: status,
        context: { route: { provider: PROVIDER, model: 'text@1' }, fallbacks: [], end, failure },
      },
    });
    this.#sums.add(`generations/${status}`, 1);
    if (ledger.entries === 0) this.#transfer(6 * reserved);
    ledger.move('reserve', reserved, { job: id });
    if (cost === null) put('open_generations', id, { v: 1, key: 'key_2', reserved });
    else {
      put('expiry', `${sortable(NOW)}/generation/${id}`, '1');
      if (cost > 0) ledger.move('charge', cost, { job: id });
      if (reserved > cost) ledger.move('release', reserved - cost, { job: id });
    }
  }

  #transfer(amount: number): void {
    this.#first.move('transfer_out', amount, { reference: 'for texts', other: 'key_2' });
    this.#second.move('transfer_in', amount, { reference: 'for texts', other: 'key_1' });
  }

  #addMovements(): void {
    this.#first.move('debit', this.#amounts.debit, { reference: 'taken back', marked: 1 });
  }

  #addActivity(): void {
    const { price } = this.#amounts;
    const film = { v: 1, completed: 3, failed: 1, output_ms: 14_501, cost: price * 8 + this.#shortCost };
    const tokens = { prompt_tokens: 93, completion_tokens: 94 };
    const text = { v: 1, completed: 2, failed: 1, output_ms: 0, ...tokens, cost: price * 111 };
    for (const [key, row, value] of [
      ['key_1', `${DAY}/film/${PROVIDER}`, film],
      ['key_2', `${DAY}/text/${PROVIDER}`, text],
    ] as const) {
      this.#put('activity', `${key}/${row}`, value);
      this.#put('account_activity', `${HOME}/${row}`, value);
    }
  }

  #addKeys(): void {
    const [first, second, revoked] = [this.#first.figures, this.#second.figures, this.#revoked.figures];
    const earlier = [{ hash: hashOf('earlier'), until: NOW + 5 }];
    this.#addKey('key_1', HOME, first, { open_jobs: 3, rotations: 1, earlier });
    this.#addKey('key_2', HOME, second, { open_jobs: 0, open_generations: 1 });
    this.#addKey('key_3', OTHER, revoked, { open_jobs: 0, revoked: true });
    this.#put('credentials', hashOf('earlier'), { v: 1, kind: 'api', id: 'key_1', until: NOW + 5 });
    this.#put('reminders', 'api_key/key_1/grace', String(NOW + 5));
    const { marked = 0 } = first;
    this.#addAccount(HOME, 2, {
      credited: String(first.credited + second.credited),
      charged: String(first.charged + second.charged),
      reserved: String(first.reserved + second.reserved),
      marked: String(marked),
    });
    this.#addAccount(OTHER, 0, { credited: String(revoked.credited), charged: '0', reserved: '0' });
    for (const [id, role, isRevoked] of [
      ['mkey_1', 'operator', false],
      ['mkey_2', 'account', true],
    ] as const) {
      this.#put('management_keys', id, { v: 1, account: HOME, role, hash: hashOf(id), revoked: isRevoked });
      if (isRevoked) continue;
      this.#put('account_management_keys', `${HOME}/${id}`, '1');
      this.#put('credentials', hashOf(id), { v: 1, kind: 'management', id });
    }
  }

  #addKey(id: string, account: string, figures: Fields, of: Fields): void {
    const isRevoked = of.revoked === true;
    const hash = hashOf(id);
    const fields = { account, name: null, rpm: 60, revoked: false, created_at: AT_S, hash };
    this.#put('keys', id, { v: 1, ...fields, ...figures, ...of });
    this.#put('account_keys', `${account}/${id}`, '1');
    this.#sums.add(isRevoked ? 'keys/revoked' : 'keys/active', 1);
    if (!isRevoked) this.#put('credentials', hash, { v: 1, kind: 'api', id });
  }

  #addAccount(id: string, keys: number, totals: Fields): void {
    const fields = { v: 1, name: id, verified: true, created_at: AT_S, made_at: NOW, keys };
    this.#put('accounts', id, { ...fields, ...totals });
    this.#put('account_order', `${sortable(NOW)}/${id}`, id);
    this.#put('audit', `${id}/${sortable(NOW)}/0000`, {
      ...{ v: 1, by: { kind: 'node', id: 'node' }, act: 'account_created', about: id },
      ...{ detail: { name: id }, at: AT_S },
    });
    this.#sums.add('accounts', 1);
  }
}
