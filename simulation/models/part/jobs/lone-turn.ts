/** The turns of one job whose key takes whatever it is told: what they write, and what they want done. */
import type { Effect } from '../../../../src/actors/jobs/effects.js';
import type { VideoJobState } from '../../../../src/actors/jobs/video-job-messages.js';
import type { ApiKeyBehavior, ApiKeyMessage } from '../../../../src/actors/keys/api-key-messages.js';
import type { Behavior, Turn } from '../../../../src/actors/runtime/behavior.js';
import type { StoreReader, Table } from '../../../../src/store/store.js';
import type { SteadyMs, WallMs } from '../../../../src/time/clock.js';
import type { World } from '../../../../src/time/world.js';

export const THE_JOB = 'job_1';
/** Of the key that pays: it is asked nothing but its messages. */
export const NO_KEY = {} as ApiKeyBehavior;

export class LoneTurn implements Turn<VideoJobState, Effect> {
  readonly id = THE_JOB;
  state: VideoJobState | undefined;
  effects: Effect[] = [];
  /** Settlements that the key was told of. */
  readonly settled: unknown[] = [];
  readonly tallies = new Map<string, number>();
  readonly reminders = new Map<string, number>();
  readonly records = new Map<string, string>();
  readonly #world: World;
  /** The part of the reservation that is marked. */
  readonly #marked: number;

  constructor(world: World, marked: number) {
    this.#world = world;
    this.#marked = marked;
  }

  get now(): SteadyMs {
    return this.#world.steadyMs();
  }

  get wall(): WallMs {
    return this.#world.wallMs();
  }

  /** The records as a start finds them. */
  get reader(): StoreReader {
    return { get: (table: Table, key: string) => this.get(table, key) } as StoreReader;
  }

  call<S, M, R>(_: Behavior<S, M, R, Effect>, account: string, told: M): R {
    const message = told as ApiKeyMessage;
    if (message.type === 'settle') {
      const { reserved, charge, marked } = message;
      this.settled.push({ reserved, charge, marked });
    }
    const key = { account };
    return (
      message.type === 'reserve'
        ? { outcome: 'reserved', key, marked: this.#marked }
        : { outcome: 'key', key }
    ) as R;
  }

  insert(table: Table, key: string, value: string): void {
    if (this.get(table, key) !== undefined) throw new Error(`${table} has ${key} already`);
    this.put(table, key, value);
  }

  put(table: Table, key: string, value: string): void {
    this.records.set(`${table} ${key}`, value);
  }

  remove(table: Table, key: string): void {
    this.records.delete(`${table} ${key}`);
  }

  get(table: Table, key: string): string | undefined {
    return this.records.get(`${table} ${key}`);
  }

  isUncommitted(): boolean {
    return false;
  }

  become(next: VideoJobState | undefined): void {
    this.state = next;
  }

  effect(effect: Effect): void {
    this.effects.push(effect);
  }

  tally(name: string, by: number): void {
    this.tallies.set(name, (this.tallies.get(name) ?? 0) + by);
  }

  remindAt(name: string, due: SteadyMs): void {
    this.reminders.set(name, due);
  }

  remindFirstAt(name: string, due: SteadyMs): void {
    if (this.reminders.has(name)) throw new Error(`there is a reminder ${name} already`);
    this.remindAt(name, due);
  }

  forget(name: string): void {
    this.reminders.delete(name);
  }

  answerNow(): void {}
}
