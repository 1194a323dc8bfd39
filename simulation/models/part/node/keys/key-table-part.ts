/**
 * The keys in memory, of which there are at most so many: found by their secrets, with their limits, balances
 * and windows, as commits change them. Requests under way hold some.
 */
import { type KeyRow, KeyTable, NO_ROW } from '../../../../../src/actors/keys/key-table.js';
import { RollingWindows } from '../../../../../src/actors/windows/rolling-windows.js';
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import { microDa } from '../../../../../src/money/micro-da.js';
import { later } from '../../../../../src/time/clock.js';
import type { Random } from '../../../../world/random.js';
import type { Course, Part } from '../../part.js';
import { NaiveWindows } from '../../requests/windows/naive-counts.js';
import type { Trial } from '../../trial.js';
import { accountAt, firstState, managementKey, type NaiveKey } from './table-keys.js';

interface TableLimits {
  readonly max: number;
  readonly lookedAt: number;
  readonly evictedAtOnce: number;
  readonly managementRpm: number;
}

interface OfKey {
  readonly key: number;
}

type KeysAct =
  /** With its secret, or the n-th last of before a rotation. */
  | (OfKey & { readonly do: 'ask'; readonly earlier: 0 | 1 | 2; readonly times: number })
  | (OfKey & { readonly do: 'ask_management'; readonly times: number })
  | (OfKey & { readonly do: 'commit'; readonly rpm: number; readonly charged: number })
  | (OfKey & { readonly do: 'rotate'; readonly graceMs: number; readonly isUsed: boolean })
  | (OfKey & { readonly do: 'revoke'; readonly isManagement: boolean })
  | (OfKey & { readonly do: 'pin' | 'unpin' })
  | { readonly do: 'management_rpm'; readonly rpm: number };

type Change = Extract<KeysAct, { readonly do: 'commit' | 'rotate' | 'revoke' }>;

const KEYS = 7;
/** The last one is an operator's. */
const MANAGEMENT_KEYS = 2;

export function keyTablePart(): Part<TableLimits, KeysAct> {
  return {
    name: 'key-table',
    limits: (random) => ({
      max: random.pick([1, 2, 4, 100]),
      lookedAt: random.pick([1, 2, 64]),
      evictedAtOnce: random.pick([1, 2]),
      managementRpm: random.pick([1, 3]),
    }),
    act: keysAct,
    pauseMs: (random) => random.pick([0, 0, 0, 1, 500, 500, 59_999, 60_000]),
    begin: (trial, limits) => new KeysCourse(trial, limits),
  };
}

function keysAct(random: Random): KeysAct {
  const key = random.chance(0.5) ? 0 : random.below(KEYS);
  const times = random.pick([1, 1, 2, 4]);
  return random.weighted<() => KeysAct>([
    [10, () => ({ do: 'ask', key, earlier: random.pick([0, 0, 0, 1, 2] as const), times })],
    [5, () => ({ do: 'ask_management', key: random.below(MANAGEMENT_KEYS), times })],
    [2, () => ({ do: 'commit', key, rpm: random.pick([1, 2, 5]), charged: random.below(100) })],
    [2, () => ({ do: 'rotate', key, graceMs: random.pick([0, 1, 500]), isUsed: random.chance(0.7) })],
    [0.6, () => ({ do: 'revoke', key, isManagement: random.chance(0.3) })],
    [2, () => ({ do: 'pin', key })],
    [2, () => ({ do: 'unpin', key })],
    [2, () => ({ do: 'management_rpm', rpm: random.pick([1, 2, 4]) })],
  ])();
}

class KeysCourse implements Course<KeysAct> {
  readonly #trial: Trial;
  readonly #max: number;
  readonly #windows = new RollingWindows(1);
  readonly #table: KeyTable;
  readonly #naive = new NaiveWindows();
  /** Revoked ones, too. */
  readonly #keys: NaiveKey[] = [];
  readonly #revoked = new Set<number>();
  readonly #pinned: { readonly key: NaiveKey; readonly row: KeyRow }[] = [];
  #managementRpm: number;
  #secrets = 0;

  constructor(trial: Trial, limits: TableLimits) {
    this.#trial = trial;
    this.#max = limits.max;
    this.#managementRpm = limits.managementRpm;
    this.#table = new KeyTable({
      world: trial.world,
      windows: this.#windows,
      max: limits.max,
      managementRpm: limits.managementRpm,
      limits: {
        ...USUAL_LIMITS,
        keysLookedAt: limits.lookedAt,
        keysEvictedAtOnce: limits.evictedAtOnce,
        rowsInChunkBits: 1,
      },
    });
  }

  take(act: KeysAct): void {
    if (act.do === 'management_rpm') this.#setManagementRpm(act.rpm);
    else if (act.do === 'ask_management') this.#askManagement(act.key, act.times);
    else if (act.do === 'revoke' && act.isManagement) this.#revokeManagement(act.key);
    else {
      const key = this.#keyAt(act.key);
      if (act.do === 'ask') this.#ask(key, act.earlier, act.times);
      else if (act.do === 'pin') this.#pin(key);
      else if (act.do === 'unpin') this.#unpin(key);
      else this.#change(key, act as Change);
    }
  }

  /** Rows that requests hold stay whose they are, and all that is told of them is as committed. */
  compare(): void {
    for (const { key, row } of this.#pinned) this.#judge(key, row);
    for (const key of this.#keys) this.#judgeSecrets(key);
  }

  #ask(key: NaiveKey, earlier: number, times: number): void {
    const { now } = this.#trial;
    const before = earlier === 0 ? undefined : key.earlier.at(-earlier);
    if (key.state.isRevoked || (before !== undefined && before.until <= now)) return;
    const counted = this.#table.count;
    const text = before?.secret ?? key.secret;
    const row = this.#found(text);
    const until = before === undefined ? undefined : later(this.#trial.world.steadyMs(), before.until - now);
    const known = row ?? this.#table.addApiKey(text, key.state, until);
    if (this.#pinned.length === 0 && this.#table.count > Math.max(counted, this.#max))
      this.#trial.broke('count', `${this.#table.count} are in memory, and ${this.#max} may`);
    this.#judge(key, known);
    this.#admit(known, key.state.id, key.state.rateLimitRpm, times);
  }

  /** The one that is not revoked. */
  #keyAt(place: number): NaiveKey {
    const known = this.#keys.find(({ state }) => state.account === accountAt(place) && !state.isRevoked);
    if (known !== undefined) return known;
    const state = firstState(this.#keys.length, accountAt(place));
    const made = { state, secret: this.#newSecret(), earlier: [] };
    this.#keys.push(made);
    return made;
  }

  #judgeSecrets({ state, secret, earlier }: NaiveKey): void {
    const all = [{ secret, until: Number.POSITIVE_INFINITY }, ...earlier];
    for (const one of all) {
      const row = this.#found(one.secret);
      if (row === undefined) continue;
      if (state.isRevoked || one.until <= this.#trial.now)
        this.#trial.broke('found', `${one.secret} is found, and is not valid`);
      else this.#trial.same('id', this.#table.idOf(row), state.id);
    }
  }

  #found(text: string): KeyRow | undefined {
    const row = this.#table.find(text);
    return row === NO_ROW ? this.#table.earlier.find(text) : row;
  }

  #judge({ state }: NaiveKey, row: KeyRow): void {
    const table = this.#table;
    const { credited, charged, reserved } = state.balances;
    this.#trial.same('id', [table.idOf(row), table.isApiKey(row)], [state.id, true]);
    this.#trial.same('account', table.accountOf(row), state.account);
    this.#trial.same('balances', table.balancesOf(row), { credited, charged, reserved });
    this.#trial.same('balance', table.balanceOf(row), credited - charged - reserved);
  }

  #admit(row: KeyRow, name: string, rpm: number, times: number): void {
    const { now } = this.#trial;
    const window = this.#table.windowOf(row);
    const naive = this.#naive.of(name);
    for (let n = 0; n < times; n++) {
      const expected = naive.ask(now, rpm);
      this.#trial.same('verdict', this.#windows.admit(window, now), expected);
    }
    const { limit, remaining } = this.#windows.standing(window, now);
    this.#trial.same('standing', [limit, remaining], [rpm, naive.remaining(now, rpm)]);
  }

  #askManagement(key: number, times: number): void {
    const table = this.#table;
    const text = `mk-of-${key}-for-ever`;
    const found = table.find(text);
    const isRevoked = this.#revoked.has(key);
    if (isRevoked) this.#trial.same('found', found, NO_ROW);
    if (isRevoked) return;
    const state = managementKey(key, MANAGEMENT_KEYS - 1);
    const { id, account, role } = state;
    const row = found === NO_ROW ? table.addManagementKey(text, state) : found;
    const told = [table.idOf(row), table.accountOf(row), table.roleOf(row), table.isApiKey(row)];
    this.#trial.same('management', told, [id, account, role, false]);
    this.#admit(row, id, this.#managementRpm, times);
  }

  #setManagementRpm(rpm: number): void {
    this.#managementRpm = rpm;
    this.#table.setManagementRpm(rpm);
  }

  #revokeManagement(key: number): void {
    this.#revoked.add(key);
    this.#table.managementKeyCommitted({ ...managementKey(key, MANAGEMENT_KEYS - 1), isRevoked: true });
  }

  #pin(key: NaiveKey): void {
    const row = this.#found(key.secret);
    if (row === undefined) return;
    this.#table.pins.pin(row);
    this.#pinned.push({ key, row });
  }

  #unpin(key: NaiveKey): void {
    const at = this.#pinned.findIndex((one) => one.key === key);
    const [one] = at === -1 ? [] : this.#pinned.splice(at, 1);
    if (one !== undefined) this.#table.pins.unpin(one.row);
  }

  #change(key: NaiveKey, act: Change): void {
    const { state } = key;
    if (act.do === 'revoke') key.state = { ...state, isRevoked: true };
    else if (act.do === 'commit') {
      const balances = { ...state.balances, charged: microDa(act.charged), reserved: microDa(act.charged) };
      key.state = { ...state, rateLimitRpm: act.rpm, balances };
    } else {
      const until = this.#trial.now + act.graceMs;
      key.earlier.push({ secret: key.secret, until });
      for (const one of key.earlier) one.until = Math.min(one.until, until);
      key.secret = this.#newSecret();
      key.state = { ...state, rotations: state.rotations + 1 };
    }
    this.#table.apiKeyCommitted(key.state);
    if (act.do === 'rotate' && act.isUsed) this.#ask(key, 1, 1);
  }

  #newSecret(): string {
    this.#secrets += 1;
    return `sk-secret-number-${this.#secrets}`;
  }
}
