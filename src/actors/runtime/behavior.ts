/**
 * The language between an actor and the runtime that hosts it.
 *
 * An actor is a `Behavior` (what it does) and a `State` (what it knows). The state is an immutable value:
 * a turn that changes it calls `become` with a new one and writes the records from which `activate` would
 * rebuild exactly that value. Everything an actor may want from the world is a method of its `Turn`;
 * it has no other way out, so its logic can be hosted by the runtime here, by a test, by the simulator or,
 * one day, by a distributed engine.
 */
import type { StoreReader, Table } from '../../store/store.js';
import type { SteadyMs, WallMs } from '../../time/clock.js';

export interface Behavior<State, Message, Reply, Effect> {
  /** Names the kind of actor in reminders, metrics and inspection; unique in a system, without `/`. */
  readonly kind: string;

  /** Rebuilds the state from committed records; undefined if there is no such actor. Pure. */
  activate(id: string, records: StoreReader): State | undefined;

  /**
   * Handles one message, synchronously and to completion.
   *
   * @param state the working state; undefined if the actor does not exist (yet)
   * @returns the reply, sent when everything it rests on is on disk
   * @throws only for defects: the turn then leaves no trace
   */
  receive(state: State | undefined, message: Message, turn: Turn<State, Effect>): Reply;

  /** The message that stands for a reminder that came due. Required of actors that set reminders. */
  reminded?(name: string): Message;

  /**
   * The unit of consistency that an actor belongs to for good. A turn touches actors of one unit only, so
   * units can live in different systems and stores. Left out for actors that belong to none.
   */
  unitOf?(state: State): string;

  /**
   * Told of each state that a commit has made the actor's, before anybody who waited for it. Must not throw.
   */
  committed?(state: State): void;
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where actors of every type meet
export type AnyBehavior<Effect> = Behavior<any, any, any, Effect>;

/** The time and the records of a turn, for those who need no more of it. */
export interface TurnRecords {
  readonly now: SteadyMs;
  readonly wall: WallMs;
  /** Writes a record that does not exist. */
  insert(table: Table, key: string, value: string): void;
  /** Writes a record, replacing the one that stands there. */
  put(table: Table, key: string, value: string): void;
  remove(table: Table, key: string): void;
  /** Reads a record as it will be once everything written so far is committed. */
  get(table: Table, key: string): string | undefined;
  /** True if `get` would show a value that is not on disk yet. */
  isUncommitted(table: Table, key: string): boolean;
}

/**
 * One message being handled, by one actor or by several that the first one called.
 *
 * All they write is committed together with their new states, or none of it.
 */
export interface Turn<State, Effect> extends TurnRecords {
  /** The id of the actor whose turn this is. */
  readonly id: string;

  /**
   * The state from the next message on; undefined ends the actor (its records are the caller's to remove).
   */
  become(next: State | undefined): void;

  /**
   * Has another actor handle a message within this turn. An actor that is already in the turn may not be
   * called.
   */
  call<S, M, R>(behavior: Behavior<S, M, R, Effect>, id: string, message: M): R;

  /** Something for the outside, released when this turn is on disk; at most once, never after a crash. */
  effect(effect: Effect): void;

  /** Adds to a sum over all actors, in this turn's commit; `by` is a whole number of at most 2^53. */
  tally(name: string, by: number): void;

  /** Sets, or moves, the reminder of that name; it survives restarts and comes as a message when due. */
  remindAt(name: string, due: SteadyMs): void;
  /** Sets a reminder of which none stands, which spares looking for one. */
  remindFirstAt(name: string, due: SteadyMs): void;
  forget(name: string): void;

  /** Lets the reply go out without waiting for what earlier turns wrote. This turn must write nothing. */
  answerNow(): void;
}

/** Why a message was not handled; nothing of it took effect. */
export type Refusal =
  /** The mailbox is full. */
  | 'overloaded'
  /** The disk does not take writes, or did not in time. */
  | 'storage_unavailable'
  /** The actor, or one that its turn called, failed again and again and rests for a while. */
  | 'quarantined'
  /** Handling it failed: a defect, reported to the inspector. */
  | 'defect'
  /** The system is closing. */
  | 'shutting_down';

export type Outcome<Reply> =
  | { readonly ok: true; readonly reply: Reply }
  | { readonly ok: false; readonly refusal: Refusal };
