/**
 * An actor system under a test's hand: virtual time, a disk that fails on demand, and one kind of actor.
 *
 * The actor is a *purse*: a number, kept in table `accounts`. A message to it is the very function that
 * handles it, so each test says in place what the turn does.
 */

import { MortalWorld } from '../../../simulation/world/mortal-world.js';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { Behavior, Outcome, Turn } from '../../../src/actors/runtime/behavior.js';
import type { Inspector } from '../../../src/actors/runtime/inspection.js';
import { ActorSystem, type SystemOptions } from '../../../src/actors/runtime/system.js';
import { type CommitFault, MemoryStore } from '../../../src/store/memory/memory-store.js';
import { type Entry, withPrefix } from '../../../src/store/store.js';
import { later } from '../../../src/time/clock.js';

export interface Purse {
  readonly sum: number;
}

export type PurseTurn = Turn<Purse, string>;
export type Handler = (turn: PurseTurn, sum: number | undefined) => unknown;
export type PurseBehavior = Behavior<Purse, Handler, unknown, string>;

/** The outcomes of an ask: exactly one in the end, if the system keeps its word. */
export interface Asked {
  readonly outcomes: Outcome<unknown>[];
}

export const TIME_LIMIT_MS = 1_000;
/** Within this a disk that works again is found out. */
export const RECOVERY_MS = 10_000;

export interface RigOptions extends Partial<Omit<SystemOptions<string>, 'world' | 'behaviors' | 'perform'>> {
  readonly perform?: (effect: string) => void;
  readonly onReminder?: Handler;
  readonly unitOf?: (purse: Purse) => string;
}

export class Rig {
  readonly world: VirtualWorld;
  readonly effects: string[] = [];
  readonly defects: unknown[] = [];
  readonly storageStates: string[] = [];
  readonly quarantines: number[] = [];
  /** Faults of the commits to come; none once it is empty. */
  readonly faults: CommitFault[] = [];
  readonly purse: PurseBehavior;
  store: MemoryStore;
  system: ActorSystem<string>;
  readonly #options: RigOptions;
  #held: (() => void)[] | undefined;
  #life: MortalWorld | undefined;

  constructor(options: RigOptions = {}, world = new VirtualWorld()) {
    this.#options = options;
    this.world = world;
    this.purse = {
      kind: 'purse',
      activate: (id, records) => {
        const text = records.get('accounts', id);
        if (text === 'broken') throw new Error('a broken record');
        return text === undefined ? undefined : { sum: Number(text) };
      },
      receive: (purse, handle, turn) => handle(turn, purse?.sum),
      ...(options.unitOf === undefined ? {} : { unitOf: options.unitOf }),
      reminded: () => options.onReminder ?? (() => undefined),
    };
    this.store = new MemoryStore({
      faults: { next: () => this.faults.shift() ?? 'none' },
      schedule: (task) => (this.#held === undefined ? queueMicrotask(task) : void this.#held.push(task)),
    });
    this.system = this.#boot();
  }

  /** Commits begin and do not end until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const task of held) task();
  }

  /** Ends the process, so to speak, and starts it again on what the disk then holds. */
  crash(undecided: 'lost' | 'kept' = 'lost'): void {
    this.store = this.store.crash(undecided);
    this.#held = undefined;
    this.system = this.#boot();
  }

  ask(id: string, handle: Handler, patienceMs?: number): Asked {
    const outcomes: Outcome<unknown>[] = [];
    this.system.ask(this.purse, id, handle, (outcome) => outcomes.push(outcome), patienceMs);
    return { outcomes };
  }

  /** Asks, and lets everything settle that does without time. */
  async told(id: string, handle: Handler): Promise<Outcome<unknown> | undefined> {
    const asked = this.ask(id, handle);
    await this.world.settle();
    return asked.outcomes[0];
  }

  view(id: string): number | undefined {
    return this.system.view(this.purse, id)?.sum;
  }

  /** The sum on disk. */
  onDisk(id: string): number | undefined {
    const text = this.store.get('accounts', id);
    return text === undefined ? undefined : Number(text);
  }

  /** Records that were written to see whether a disk that failed has room again. */
  get ballast(): readonly Entry[] {
    return [...this.store.range('meta', withPrefix('room_probe/'))];
  }

  #boot(): ActorSystem<string> {
    this.#life?.end();
    const life = new MortalWorld(this.world);
    this.#life = life;
    const given = this.#options;
    const inspector: Inspector = {
      ...given.inspector,
      defect: ({ error }) => this.defects.push(error),
      storage: ({ state }) => this.storageStates.push(state),
      quarantined: ({ forMs }) => this.quarantines.push(forMs),
    };
    const system = new ActorSystem<string>({
      gateTimeLimitMs: TIME_LIMIT_MS,
      mailboxMax: 10_000,
      residentMax: 1_000,
      passivateAfterMs: 60_000,
      ...given,
      world: life,
      store: given.store ?? this.store,
      behaviors: [this.purse],
      perform: (effect) => {
        if (!life.isAlive) return;
        this.effects.push(effect);
        given.perform?.(effect);
      },
      inspector,
    });
    system.start();
    return system;
  }
}

export const ok = (reply: unknown) => ({ ok: true, reply });
export const refused = (refusal: string) => ({ ok: false, refusal });
export const unavailable = refused('storage_unavailable');

/** A rig whose purse `a` has 10, on disk. */
export async function rigWithTen(): Promise<Rig> {
  const rig = new Rig();
  await rig.told('a', add(10));
  return rig;
}

/** Becomes `sum`, on disk and in memory; undefined ends the purse. */
export function set(turn: PurseTurn, sum: number | undefined): void {
  if (sum === undefined) turn.remove('accounts', turn.id);
  else turn.put('accounts', turn.id, String(sum));
  turn.become(sum === undefined ? undefined : { sum });
}

export const read: Handler = (_, sum) => sum;

export function add(amount: number): Handler {
  return (turn, sum = 0) => {
    set(turn, sum + amount);
    return sum + amount;
  };
}

/** Sets the reminder of that name, so many ms from now. */
export function remind(name: string, inMs: number): Handler {
  return (turn) => turn.remindAt(name, later(turn.now, inMs));
}
