import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { ApiKeyState } from '../../../src/actors/keys/api-key-messages.js';
import { type KeyRow, KeyTable, NO_ROW } from '../../../src/actors/keys/key-table.js';
import { AddressWindows } from '../../../src/actors/windows/address-windows.js';
import { RollingWindows, WINDOW_MS, type WindowId } from '../../../src/actors/windows/rolling-windows.js';
import { WindowJournal } from '../../../src/actors/windows/window-journal.js';
import { microDa } from '../../../src/money/micro-da.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import { repetitions } from '../../test-set.js';

const KEYS = 6;
const KEYS_MAX = 2;
const ADDRESSES_MAX = 2;
const NEWCOMERS = 'address/newcomers';

/** A disk that can refuse or hold a note, and rows that change hands all the time. */
class Stage {
  readonly world: VirtualWorld;
  readonly windows = new RollingWindows(7);
  readonly keys: KeyTable;
  readonly addresses: AddressWindows;
  readonly journal: WindowJournal;
  refuses = false;
  readonly #store = new MemoryStore();
  #held: (() => void)[] | undefined;
  /** Times of the admissions of each subject, and of those that it took along from newcomers. */
  readonly #admitted = new Map<string, number[]>();
  readonly #takenAlong = new Map<string, readonly number[]>();
  readonly #committed = Array.from({ length: KEYS }, (_, n) => keyNamed(`key_${n}`, 3));
  readonly #underWay: { readonly row: KeyRow; readonly n: number }[] = [];

  constructor(steadyMs: number) {
    this.world = new VirtualWorld({ steadyMs });
    const { world, windows } = this;
    this.keys = new KeyTable({ world, windows, max: KEYS_MAX, managementRpm: 6_000 });
    this.addresses = new AddressWindows(world, windows, () => ADDRESSES_MAX, 3);
    this.journal = new WindowJournal({
      world,
      windows,
      records: this.#store,
      commit: async (writes) => {
        const held = this.#held;
        if (held !== undefined) await new Promise<void>((resolve) => held.push(resolve));
        if (this.refuses) return false;
        await this.#store.commit(writes);
        return true;
      },
    });
    this.journal.load();
  }

  request(n: number, staysOpen: boolean): void {
    const key = this.#committed[n] as ApiKeyState;
    let row = this.keys.find(textOf(key));
    if (row === NO_ROW) row = this.keys.addApiKey(textOf(key), key);
    this.#admit(this.keys.windowOf(row), `api_key/${key.id}`);
    if (!staysOpen) return;
    this.keys.pins.pin(row);
    this.#underWay.push({ row, n });
  }

  requestFrom(address: string): void {
    const own = `address/${address}`;
    const before = this.windows.find(own);
    const isNew = before === undefined || !this.windows.isHeld(before);
    const window = this.addresses.windowOf(address);
    const subject = this.windows.subjectOf(window);
    expect([own, NEWCOMERS]).toContain(subject);
    if (subject === own && isNew) this.#takeAlong(own);
    this.#admit(window, subject);
  }

  #takeAlong(own: string): void {
    if (this.#counted(own).length > 0) return;
    const along = this.#counted(NEWCOMERS);
    this.#takenAlong.set(own, along);
    this.#admitted.set(own, [...along]);
  }

  #counted(subject: string): readonly number[] {
    const now = this.world.steadyMs();
    return (this.#admitted.get(subject) ?? []).filter((time) => time + WINDOW_MS > now);
  }

  answer(which: number): void {
    const [one] = this.#underWay.splice(which % Math.max(1, this.#underWay.length), 1);
    if (one !== undefined) this.keys.pins.unpin(one.row);
  }

  commit(n: number, rpm: number): void {
    const key = keyNamed(`key_${n}`, rpm);
    this.#committed[n] = key;
    this.keys.apiKeyCommitted(key);
  }

  async holdOrLetGo(): Promise<void> {
    const held = this.#held;
    this.#held = held === undefined ? [] : undefined;
    for (const go of held ?? []) go();
    await this.world.settle();
  }

  /** The disk takes notes again. */
  async mend(): Promise<void> {
    this.refuses = false;
    if (this.#held !== undefined) await this.holdOrLetGo();
  }

  /** A request that waits for its answer still has its key. */
  judgeUnderWay(): void {
    for (const { row, n } of this.#underWay) {
      expect(this.keys.idOf(row)).toBe(this.#committed[n]?.id);
      expect(this.#committed[n]?.balances).toMatchObject(this.keys.balancesOf(row));
      expect(this.windows.isHeld(this.keys.windowOf(row))).toBe(true);
    }
  }

  /** A process that comes after this one counts the same, and nothing is left of what nobody holds. */
  async judgeEnd(): Promise<void> {
    const { world } = this;
    await this.mend();
    await world.advance(1);
    await this.journal.note();
    const windows = new RollingWindows(8);
    const commit = async () => true;
    new WindowJournal({ world, windows, records: this.#store, commit }).load();
    for (const subject of this.#admitted.keys()) {
      const counts = windows.counted(windows.open(subject), world.steadyMs());
      const times = this.#counted(subject);
      expect(counts).toBeLessThanOrEqual(times.length);
      expect(counts).toBeGreaterThanOrEqual(times.length - (this.#takenAlong.get(subject) ?? []).length);
    }
    for (const { row } of this.#underWay) this.keys.pins.unpin(row);
    await world.advance(WINDOW_MS);
    this.windows.tidy(world.steadyMs(), this.windows.rows);
    expect(this.windows.count).toBeLessThanOrEqual(this.keys.count + this.addresses.count + 1);
  }

  #admit(window: WindowId, subject: string): void {
    const { windows } = this;
    const now = this.world.steadyMs();
    const times = [...this.#counted(subject)];
    this.#admitted.set(subject, times);
    expect([windows.subjectOf(window), windows.counted(window, now)]).toEqual([subject, times.length]);
    const isAdmitted = windows.admit(window, now);
    expect(isAdmitted).toBe(times.length < windows.limitOf(window));
    if (!isAdmitted) return;
    times.push(now);
    this.journal.admitted(window);
  }
}

function keyNamed(id: string, rateLimitRpm: number): ApiKeyState {
  return {
    id,
    account: 'acct_1',
    name: null,
    rateLimitRpm,
    isRevoked: false,
    createdAt: 0,
    balances: {
      credited: microDa(rateLimitRpm),
      charged: microDa(0),
      reserved: microDa(0),
      withdrawn: microDa(0),
      marked: microDa(0),
    },
    open: { video_job: 0, generation: 0 },
    entries: 0,
    rotations: 0,
    earlier: [],
    credentialHash: '',
  };
}

function textOf({ id }: ApiKeyState): string {
  return `Bearer sk-of-${id}`;
}

const step = fc.record({
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('request', 'request', 'address') },
    { weight: 3, arbitrary: fc.constantFrom('stays open', 'answer', 'commit') },
    { weight: 5, arbitrary: fc.constantFrom('note', 'note', 'note', 'tidy') },
    { weight: 1, arbitrary: fc.constantFrom('refuse', 'hold') },
  ),
  n: fc.nat(KEYS - 1),
  pauseMs: fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(0, 0, 1, 250) },
    { weight: 20, arbitrary: fc.constantFrom(1_000, 20_000, WINDOW_MS - 1, WINDOW_MS) },
    { weight: 1, arbitrary: fc.constantFrom(2 ** 29, 2 ** 31, 2 ** 32) },
  ),
});

describe('windows that keys, addresses and the journal share', () => {
  it('are each what their subject was admitted, and no request finds its row another’s', async () => {
    const startMs = fc.constantFrom(1_000, 2 ** 31 - 30_000, 1_795_000_000_000);
    await fc.assert(
      fc.asyncProperty(startMs, fc.array(step, { maxLength: 300, size: 'max' }), async (start, steps) => {
        const stage = new Stage(start);
        for (const { what, n, pauseMs } of steps) {
          await stage.world.advance(pauseMs);
          if (what === 'request' || what === 'stays open') stage.request(n, what === 'stays open');
          else if (what === 'address') stage.requestFrom(`192.0.2.${n}`);
          else if (what === 'answer') stage.answer(n);
          else if (what === 'commit') stage.commit(n, 1 + ((n * 7 + pauseMs) % 9));
          else if (what === 'note') void stage.journal.note();
          else if (what === 'tidy') stage.windows.tidy(stage.world.steadyMs(), 3);
          else if (what === 'refuse') stage.refuses = !stage.refuses;
          else await stage.holdOrLetGo();
          if (n === 0) await stage.mend();
          stage.judgeUnderWay();
        }
        await stage.judgeEnd();
      }),
      { numRuns: repetitions(40, 150) },
    );
  });
});
