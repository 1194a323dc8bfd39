/**
 * The actors' runtime: messages to cells that change, call each other, fail and are reminded, over a disk
 * that fails, hangs and is late, with bounds on mail and memory, and restarts.
 */
import { ActorSystem } from '../../../../../src/actors/runtime/system.js';
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import { MemoryStore } from '../../../../../src/store/memory/memory-store.js';
import type { Write } from '../../../../../src/store/store.js';
import { later } from '../../../../../src/time/clock.js';
import { MortalWorld } from '../../../../world/mortal-world.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import {
  type CellId,
  type Fate,
  NOTES,
  type Op,
  type Range,
  type SystemAct,
  systemAct,
} from './cell-acts.js';
import { type CellBehavior, cellBehavior } from './cells.js';
import { asideOutcome, cellKey, type NaiveAsk, noteKey, recordsIn } from './naive-batch.js';
import { shownSums } from './naive-disk.js';
import { NaiveSystem, type SystemBounds } from './naive-system.js';

interface SystemLimits extends SystemBounds {
  readonly remindersFiredAtOnce: number;
  readonly remindersLoadedAtOnce: number;
  readonly actorsLookedAtAtOnce: number;
  readonly actorsDroppedAtOnce: number;
  readonly charactersRemembered: number;
}

/** Counts of what may become of a reminder in a mailbox. */
const UNSEEN = ['turns', 'turnsFailed', 'refusedOverloaded'];
/** Odd, so that it ends at a time of its own. */
const TIME_LIMIT_MS = 997;

export function systemPart(): Part<SystemLimits, SystemAct> {
  return {
    name: 'system',
    limits: (random) => ({
      writesInCommit: random.pick([1, 2, 4, 1_000, 1_000]),
      mailboxMax: random.pick([1, 2, 5, 100]),
      mailboxesFactor: random.pick([1, 2, 10]),
      residentMax: random.pick([1, 2, 100]),
      passivateAfterMs: random.pick([400, 4_000, 100_000]),
      remindersFiredAtOnce: random.pick([1, 256]),
      remindersLoadedAtOnce: random.pick([1, 250]),
      actorsLookedAtAtOnce: random.pick([1, 20_000]),
      actorsDroppedAtOnce: random.pick([1, 2_000]),
      charactersRemembered: random.pick([1, 20, 1_000_000]),
    }),
    act: systemAct,
    pauseMs: (random) => random.pick([0, 0, 0, 0, 10, 50, 100, 200, 1_000, 2_000, 5_000]),
    begin: (trial, limits) => new SystemCourse(trial, limits),
  };
}

class SystemCourse implements Course<SystemAct> {
  readonly #trial: Trial;
  readonly #limits: SystemLimits;
  readonly #naive: NaiveSystem;
  #life: MortalWorld;
  #store: MemoryStore;
  #system: ActorSystem<number>;
  #cell: CellBehavior;
  #fate: Fate = 'none';
  #onReminder: readonly Op[] = [];

  constructor(trial: Trial, limits: SystemLimits) {
    this.#trial = trial;
    this.#limits = limits;
    this.#store = new MemoryStore({ faults: { next: () => this.#fate } });
    const parts = { trial, timeLimitMs: TIME_LIMIT_MS, takesWrites: () => this.#system.takesWrites };
    this.#naive = new NaiveSystem({ ...parts, onDisk: () => recordsIn(this.#store) }, limits);
    [this.#life, this.#cell, this.#system] = this.#started();
  }

  take(act: SystemAct): void {
    switch (act.do) {
      case 'ask':
        for (let n = 0; n < act.times; n++) this.#ask(act.to, act.ops, act.patienceMs);
        return;
      case 'view':
        this.#view(act.id, act.isPeek);
        return;
      case 'range':
        this.#compareRange(act.range);
        return;
      case 'aside':
        this.#aside(act.key, act.text);
        return;
      case 'disk':
        this.#fate = act.fate;
        return;
      case 'release':
        this.#store.releaseHung();
        return;
      case 'on_reminder':
        this.#onReminder = act.ops;
        return;
      case 'memory':
        this.#naive.memory.isShort = act.isShort;
        this.#system.isMemoryShort = act.isShort;
        return;
      case 'restart':
        this.#life.end();
        this.#store = this.#store.crash(act.undecided);
        this.#naive.restarted();
        this.#naive.disk.restarted(recordsIn(this.#store));
        [this.#life, this.#cell, this.#system] = this.#started();
    }
  }

  compare(): void {
    const [trial, naive, system] = [this.#trial, this.#naive, this.#system];
    naive.compare();
    const { queued, memory } = naive;
    const { metrics, residentCount } = system;
    for (const [name, count] of Object.entries({ ...naive.counts, ...naive.disk.counts })) {
      const mayBe = UNSEEN.includes(name) ? naive.unseen : 0;
      trial.between('counts', metrics[name as 'turns'], count, count + mayBe);
    }
    trial.same('fired', metrics.remindersFired, naive.reminders.fired);
    const sure = queued.filter(({ reminder }) => reminder === undefined);
    trial.between('waiting', system.waitingMessages, sure.length, queued.length);
    if (sure.length === queued.length) {
      const most = Math.max(0, ...queued.map(({ to }) => queued.filter((other) => other.to === to).length));
      trial.same('deepest', system.deepestMailbox, most);
      const since = Math.min(trial.now, ...queued.map(({ queuedAt = trial.now }) => queuedAt));
      trial.same('waits', system.mailWaitMs(later(this.#life.steadyMs(), 0)), trial.now - since);
    }
    const { size } = memory.resident;
    trial.same('memory', [residentCount, system.residentsByKind.get('cell')], [size, size]);
    trial.same('stalled', system.isStalled, false);
    trial.sameFields('sums', shownSums(system.tallies), shownSums(naive.disk.sums));
    this.#compareRange({});
    for (const id of ['a', 'z'])
      trial.same('record', system.records.get('accounts', id), naive.disk.committed.get(cellKey(id)));
    for (const key of NOTES)
      trial.same(
        'uncommitted',
        system.isUncommitted('orders', key),
        naive.disk.batchOf(noteKey(key)) !== undefined,
      );
  }

  /** It closes within two time limits, and everybody has heard by then what became of it. */
  async end(): Promise<void> {
    const [trial, naive] = [this.#trial, this.#naive];
    naive.isClosing = true;
    let isClosed = false;
    const closed = this.#system.close().then(() => {
      isClosed = true;
      if (naive.asks.some(({ heard, reminder }) => heard === undefined && reminder === undefined))
        trial.broke('close', 'somebody has not heard what became of it');
    });
    this.#ask('a', [], 1);
    await trial.world.settle();
    const { disk } = naive;
    const isAtRest = disk.inFlight === undefined && disk.open.isEmpty && !disk.isRefusing;
    if (isAtRest && !isClosed) trial.broke('close', 'it waits for nothing');
    await trial.world.advance(2 * TIME_LIMIT_MS);
    if (!isClosed) trial.broke('close', 'it takes longer than two time limits');
    await closed;
  }

  #started(): [MortalWorld, CellBehavior, ActorSystem<number>] {
    const naive = this.#naive;
    const life = new MortalWorld(this.#trial.world);
    const cell = cellBehavior(this.#trial, naive, {
      send: (to, ops) => this.#ask(to, ops, Number.POSITIVE_INFINITY),
      onReminder: () => this.#onReminder,
    });
    const inner = this.#store;
    const system = new ActorSystem<number>({
      world: life,
      store: {
        get: (table, key) => inner.get(table, key),
        range: (table, options) => inner.range(table, options),
        close: () => inner.close(),
        commit: (writes) => this.#commit(inner, writes),
      },
      behaviors: [cell],
      perform: (effect) => {
        naive.disk.passTime();
        this.#trial.same('effects', effect, naive.disk.effects.shift());
      },
      gateTimeLimitMs: TIME_LIMIT_MS,
      mailboxMax: this.#limits.mailboxMax,
      residentMax: this.#limits.residentMax,
      passivateAfterMs: this.#limits.passivateAfterMs,
      limits: { ...USUAL_LIMITS, ballastPartCharacters: 10, ballastParts: 3, ...this.#limits },
      inspector: {
        activated: ({ id }) => naive.memory.activated(id),
        passivated: ({ id }) => naive.memory.passivated(id),
      },
    });
    system.start();
    return [life, cell, system];
  }

  async #commit(store: MemoryStore, writes: readonly Write[]): Promise<void> {
    const { disk } = this.#naive;
    disk.begins(writes);
    await store.commit(writes).catch((error: unknown) => {
      disk.ends(false);
      throw error;
    });
    disk.ends(true);
  }

  #ask(to: CellId, ops: readonly Op[], patienceMs: number): void {
    const ask: NaiveAsk = { to, ops, patienceMs };
    this.#naive.sent(ask);
    const [system, cell] = [this.#system, this.#cell];
    system.ask(cell, to, ask, (outcome) => this.#naive.heard(ask, outcome), patienceMs);
    this.#naive.isSent(ask);
  }

  #view(id: CellId, isPeek: boolean): void {
    const isThere = !isPeek || this.#naive.memory.resident.has(id);
    const value = this.#naive.disk.committed.get(cellKey(id));
    this.#naive.memory.used(id);
    const told = isPeek ? this.#system.peek(this.#cell, id) : this.#system.view(this.#cell, id);
    const expected = isThere && value !== undefined ? { id, value: Number(value) } : undefined;
    this.#trial.same('view', told, expected);
  }

  #aside(key: string, text: string | null): void {
    const ask = this.#naive.aside(noteKey(key), text ?? undefined);
    const write = { table: 'orders', key, value: text ?? undefined } as const;
    void this.#system.commitAside([write]).then((isDone) => this.#naive.heard(ask, asideOutcome(isDone)));
  }

  #compareRange(range: Range): void {
    const { from = '', to = '~', reverse = false, limit = Number.POSITIVE_INFINITY } = range;
    const { committed } = this.#naive.disk;
    const keys = NOTES.filter((key) => committed.has(noteKey(key)) && key >= from && key < to);
    if (reverse) keys.reverse();
    const told = [...this.#system.records.range('orders', range)].map(({ key, value }) => [key, value]);
    const expected = keys.slice(0, limit).map((key) => [key, committed.get(noteKey(key))]);
    this.#trial.same('range', told, expected);
  }
}
