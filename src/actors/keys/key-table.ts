/**
 * The keys in memory: from the text that a caller sends to its window and to what is committed of its key.
 *
 * A key that is used has a row here, not an object: its window is the row of `RollingWindows` of the same
 * number, and beside that stand the balances that every answer shows. So a key costs some 380 bytes, whatever
 * else is known of it on disk, and a request needs neither its actor nor an allocation to be admitted. The
 * actor comes to life for messages only, and tells here what each commit made of it.
 *
 * Invariants
 *  1. A row shows committed states of its key only; a key that is revoked is not found.
 *  2. A key has one row: the one of its window, which the table holds.
 *  3. There are at most `max` keys, save those of requests under way: the next one takes the place of one
 *     that nobody has asked for in the last minute, if there is one among the next few. Keys above `max` go,
 *     once those requests are answered, with the keys that come next.
 */
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import type { SteadyMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import type { ManagementKeyState } from '../accounts/management-key.js';
import type { ShownBalances } from '../money/ledger.js';
import type { RollingWindows, WindowId } from '../windows/rolling-windows.js';
import { hashOfEnd, NO_ROW, ownCopy, TextIndex } from '../windows/text-index.js';
import type { ApiKeyState } from './api-key-messages.js';
import { EarlierSecrets } from './earlier-secrets.js';
import { RowBalances } from './row-balances.js';
import { RowPins } from './row-pins.js';
import { RowRound } from './row-round.js';

declare const keyRowBrand: unique symbol;

/** A key in memory. Good until the request under way is answered, or for as long as pinned. */
export type KeyRow = number & { readonly [keyRowBrand]: true };

export { NO_ROW };

export const API_PREFIX = 'api_key/';
const MANAGEMENT_PREFIX = 'management_key/';
/** A shorter text is no key, and not hashed. */
const TEXT_CHARACTERS_MIN = 8;

// The kind of a row; 0 if it is no key's.
const API = 1;
const MANAGEMENT = 2;
const OPERATOR = 3;

export interface KeyTableOptions {
  readonly world: World;
  readonly windows: RollingWindows;
  /** Keys in memory. */
  readonly max: number;
  /** Requests a minute of a management key. */
  readonly managementRpm: number;
  /** The usual ones if left out. */
  readonly limits?: Limits;
}

export class KeyTable {
  readonly #options: Required<KeyTableOptions>;
  readonly #windows: RollingWindows;
  /** The text that finds a row; undefined for rows of no key, and of a revoked one. */
  readonly #texts: (string | undefined)[] = [];
  readonly #index: TextIndex;
  readonly #kinds: number[] = [];
  readonly #accounts: (string | undefined)[] = [];
  /** Of API keys. The text of a row is of before a rotation if its key has more of them. */
  readonly #rotations: number[] = [];
  readonly #balances: RowBalances;
  readonly earlier: EarlierSecrets<KeyRow>;
  /** Rows of requests that are not answered at once. */
  readonly pins = new RowPins<KeyRow>();
  #managementRpm: number;
  /** Rows of keys, to be evicted; rows of addresses and of keys that have left lie between them. */
  readonly #round = new RowRound<KeyRow>();

  constructor(options: KeyTableOptions) {
    this.#options = { limits: USUAL_LIMITS, ...options };
    const { limits } = this.#options;
    this.#index = new TextIndex(limits);
    this.#balances = new RowBalances(limits);
    this.#windows = options.windows;
    this.earlier = new EarlierSecrets(options.world);
    this.#managementRpm = options.managementRpm;
  }

  get count(): number {
    return this.#round.count;
  }

  /** The row that a text was added with, or `NO_ROW`. */
  find(text: string): KeyRow | typeof NO_ROW {
    if (text.length < TEXT_CHARACTERS_MIN) return NO_ROW;
    return this.#index.find(text, hashOfEnd(text)) as KeyRow | typeof NO_ROW;
  }

  /**
   * @param text finds the key from now on; at least eight characters, ASCII
   * @param until of an earlier secret, when its grace is over
   */
  addApiKey(text: string, key: ApiKeyState, until?: SteadyMs): KeyRow {
    const row = this.rowOfKey(key);
    if (until === undefined) this.#setText(row, text);
    else this.earlier.add(ownCopy(text), row, until);
    return row;
  }

  /** The row of a key that is used without its text: by a person, on a page. */
  rowOfKey(key: ApiKeyState): KeyRow {
    const subject = API_PREFIX + key.id;
    const row = this.#rowOf(subject) ?? this.#hold(subject, key.rateLimitRpm, API);
    this.#accounts[row] = ownCopy(key.account);
    this.#balances.set(row, key.balances);
    this.#rotations[row] = key.rotations;
    return row;
  }

  addManagementKey(text: string, { id, role, account }: ManagementKeyState): KeyRow {
    const kind = role === 'operator' ? OPERATOR : MANAGEMENT;
    const row = this.#hold(MANAGEMENT_PREFIX + id, this.#managementRpm, kind);
    this.#setText(row, text);
    this.#accounts[row] = ownCopy(account);
    return row;
  }

  /** A commit made this of an API key. */
  apiKeyCommitted(key: ApiKeyState): void {
    const row = this.#rowOf(API_PREFIX + key.id);
    if (row === undefined) return;
    this.#windows.setLimit(this.windowOf(row), key.rateLimitRpm);
    this.#balances.set(row, key.balances);
    if (!key.isRevoked && this.#rotations[row] === key.rotations) return;
    this.#rotations[row] = key.rotations;
    this.#forgetTexts(row);
  }

  managementKeyCommitted(key: ManagementKeyState): void {
    const row = this.#rowOf(MANAGEMENT_PREFIX + key.id);
    if (row !== undefined && key.isRevoked) this.#forgetTexts(row);
  }

  isApiKey(row: KeyRow): boolean {
    return this.#kinds[row] === API;
  }

  /** The window that the key's requests count on: the row of the same number. */
  windowOf(row: KeyRow): WindowId {
    return row as number as WindowId;
  }

  idOf(row: KeyRow): string {
    const subject = this.#windows.subjectOf(this.windowOf(row));
    return subject.slice((this.isApiKey(row) ? API_PREFIX : MANAGEMENT_PREFIX).length);
  }

  accountOf(row: KeyRow): string {
    const account = this.#accounts[row];
    if (account === undefined) throw new Error(`row ${row} is no key's`);
    return account;
  }

  /** Of a management key. */
  roleOf(row: KeyRow): ManagementKeyState['role'] {
    return this.#kinds[row] === OPERATOR ? 'operator' : 'account';
  }

  balancesOf(row: KeyRow): ShownBalances {
    return this.#balances.of(row);
  }

  /** The balance of an API key, in micro-DA. */
  balanceOf(row: KeyRow): number {
    return this.#balances.spendable(row);
  }

  /** Requests a minute of a management key: from the next request of each, nothing counted is forgotten. */
  setManagementRpm(rpm: number): void {
    if (rpm === this.#managementRpm) return;
    this.#managementRpm = rpm;
    for (const [row, kind] of this.#kinds.entries()) {
      if (kind === MANAGEMENT || kind === OPERATOR) this.#windows.setLimit(row as WindowId, rpm);
    }
  }

  /** A row for a key that has none, without a text. */
  #hold(subject: string, limit: number, kind: number): KeyRow {
    this.#makeRoom();
    const row = this.#windows.hold(subject, limit) as number as KeyRow;
    while (this.#texts.length <= row) {
      this.#texts.push(undefined);
      this.#accounts.push(undefined);
      this.#kinds.push(0);
      this.#rotations.push(0);
    }
    this.#kinds[row] = kind;
    this.#round.add(row);
    return row;
  }

  #setText(row: KeyRow, text: string): void {
    if (this.#texts[row] !== undefined) throw new Error(`row ${row} has a text already`);
    const own = ownCopy(text);
    this.#texts[row] = own;
    this.#index.add(own, hashOfEnd(own), row);
  }

  /** The row of a key, by the subject of its window. */
  #rowOf(subject: string): KeyRow | undefined {
    const row = this.#windows.find(subject) as number | undefined as KeyRow | undefined;
    return row === undefined || !this.#isKey(row) ? undefined : row;
  }

  #isKey(row: KeyRow): boolean {
    return (this.#kinds[row] ?? 0) !== 0;
  }

  #forgetTexts(row: KeyRow): void {
    this.earlier.forget(row);
    const text = this.#texts[row];
    if (text === undefined) return;
    this.#index.remove(hashOfEnd(text), row);
    this.#texts[row] = undefined;
  }

  #makeRoom(): void {
    const { max, limits } = this.#options;
    for (let evicted = 0; evicted < limits.keysEvictedAtOnce && this.count >= max; evicted++) {
      const now = this.#options.world.steadyMs();
      const place = this.#placeToEvict(now);
      if (place === undefined) return;
      const row = this.#round.at(place);
      this.#round.remove(place);
      this.#forgetTexts(row);
      this.#kinds[row] = 0;
      this.#accounts[row] = undefined;
      this.#windows.release(this.windowOf(row), now);
    }
  }

  /** The first idle one of the next keys that no request holds, else the first; undefined if all are held. */
  #placeToEvict(now: number): number | undefined {
    let candidate: number | undefined;
    for (let left = Math.min(this.#options.limits.keysLookedAt, this.count); left > 0; left--) {
      const place = this.#round.next();
      const row = this.#round.at(place);
      if (this.pins.has(row)) continue;
      if (this.#windows.counted(this.windowOf(row), now) === 0) return place;
      candidate ??= place;
    }
    return candidate;
  }
}
