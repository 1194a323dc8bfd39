/**
 * Hosts the product's behaviors to make a data folder: their turns run as in a node, one after the other, and
 * what they write is kept until there is much of it, sorted and committed. Nothing they say to the outside is
 * heard.
 *
 * Invariants
 *  1. `get` shows what turns wrote, committed or not.
 *  2. A turn that throws ends the seeding: nothing is undone.
 */
import type { NodeEffect } from '../../src/actors/effects.js';
import type { AnyBehavior, Behavior, Turn } from '../../src/actors/runtime/behavior.js';
import { reminderKey } from '../../src/actors/runtime/reminders.js';
import { added, type Sum, talliesWrite } from '../../src/actors/runtime/tallies.js';
import type { Store, StoreReader, Table, Write } from '../../src/store/store.js';
import { later, type SteadyMs } from '../../src/time/clock.js';
import type { World } from '../../src/time/world.js';

/**
 * Tables whose keys are in no order of making: each is written once, sorted, or every commit would touch all
 * of it.
 */
const WRITTEN_LAST: ReadonlySet<Table> = new Set(['credentials', 'references', 'accounts']);
/** A commit takes about as many writes of the other tables. */
const WRITES_PER_COMMIT = 200_000;

export class SeedingHost {
  readonly records: StoreReader;
  readonly #store: Store;
  readonly #world: World;
  #states = new Map<AnyBehavior<NodeEffect>, Map<string, unknown>>();
  readonly #written = new Map<Table, Map<string, string | undefined>>();
  /** Writes of tables that are not written last. */
  #waiting = 0;
  readonly #tallies = new Map<string, Sum>();

  constructor(store: Store, world: World) {
    this.#store = store;
    this.#world = world;
    this.records = {
      get: (table, key) => this.get(table, key),
      range: () => {
        throw new Error('no behavior walks over records in a turn');
      },
    };
  }

  get(table: Table, key: string): string | undefined {
    const written = this.#written.get(table);
    return written?.has(key) ? written.get(key) : this.#store.get(table, key);
  }

  put(table: Table, key: string, value: string | undefined): void {
    let written = this.#written.get(table);
    if (written === undefined) {
      written = new Map();
      this.#written.set(table, written);
    }
    if (!WRITTEN_LAST.has(table) && !written.has(key)) this.#waiting += 1;
    written.set(key, value);
  }

  /** Has an actor handle a message, with all that it calls. */
  ask<S, M, R>(behavior: Behavior<S, M, R, NodeEffect>, id: string, message: M): R {
    const states = this.#statesOf(behavior);
    const state = states.has(id) ? (states.get(id) as S | undefined) : behavior.activate(id, this.records);
    return behavior.receive(state, message, this.#turn(behavior, id));
  }

  /** Commits what was written if it has become much; states of actors are then read anew. */
  async commitSome(): Promise<void> {
    if (this.#waiting < WRITES_PER_COMMIT) return;
    const tables = [...this.#written.keys()].filter((table) => !WRITTEN_LAST.has(table));
    await this.#commit(tables);
    this.#states = new Map();
    this.#waiting = 0;
  }

  async commitAll(): Promise<void> {
    const { table, key, value } = talliesWrite(this.#tallies);
    this.put(table, key, value);
    await this.#commit([...this.#written.keys()]);
    this.#states = new Map();
    this.#waiting = 0;
  }

  async #commit(tables: readonly Table[]): Promise<void> {
    for (const table of tables) {
      const written = this.#written.get(table) ?? new Map<string, string | undefined>();
      this.#written.delete(table);
      const keys = [...written.keys()].sort();
      for (let from = 0; from < keys.length; from += WRITES_PER_COMMIT) {
        const some = keys.slice(from, from + WRITES_PER_COMMIT);
        await this.#store.commit(some.map((key): Write => ({ table, key, value: written.get(key) })));
      }
    }
  }

  #statesOf(behavior: AnyBehavior<NodeEffect>): Map<string, unknown> {
    let states = this.#states.get(behavior);
    if (states === undefined) {
      states = new Map();
      this.#states.set(behavior, states);
    }
    return states;
  }

  #turn<S>(behavior: AnyBehavior<NodeEffect>, id: string): Turn<S, NodeEffect> {
    const remindAt = (name: string, due: SteadyMs | undefined) =>
      this.put(
        'reminders',
        reminderKey(behavior.kind, id, name),
        due === undefined ? undefined : String(due),
      );
    return {
      id,
      now: later(this.#world.steadyMs(), 0),
      wall: this.#world.wallMs(),
      become: (next) => this.#statesOf(behavior).set(id, next),
      insert: (table, key, value) => this.put(table, key, value),
      put: (table, key, value) => this.put(table, key, value),
      remove: (table, key) => this.put(table, key, undefined),
      get: (table, key) => this.get(table, key),
      isUncommitted: () => false,
      call: (called, calledId, message) => this.ask(called, calledId, message),
      effect: () => {},
      tally: (name, by) => this.#tallies.set(name, added(this.#tallies.get(name) ?? 0, by)),
      remindAt,
      remindFirstAt: remindAt,
      forget: (name) => remindAt(name, undefined),
      answerNow: () => {},
    };
  }
}
