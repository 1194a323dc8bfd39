/**
 * Drives a rig through any sequence of turns, faults and crashes, and knows at every moment what must hold.
 *
 * Each turn leaves a mark on disk in every actor that took part. The sum of the marks shows what happened:
 * every turn that was acknowledged must be in it, and no turn that was refused.
 */
import { expect } from 'vitest';
import type { CommitFault } from '../../../src/store/memory/memory-store.js';
import { add, type Handler, Rig, type RigOptions, read, remind, TIME_LIMIT_MS } from './rig.js';

export const PURSES = ['a', 'b', 'c', 'd'] as const;
type PurseId = (typeof PURSES)[number];

export type Op =
  | { readonly do: 'add'; readonly to: PurseId; readonly amount: number }
  | { readonly do: 'move'; readonly from: PurseId; readonly to: PurseId; readonly amount: number }
  | { readonly do: 'fail'; readonly from: PurseId; readonly to: PurseId }
  | { readonly do: 'read'; readonly of: PurseId }
  | { readonly do: 'remind'; readonly whom: PurseId; readonly inMs: number }
  | { readonly do: 'settle' }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'faults'; readonly next: readonly CommitFault[] }
  | { readonly do: 'release' }
  | { readonly do: 'hold' }
  | { readonly do: 'letGo' }
  | { readonly do: 'crash'; readonly undecided: 'lost' | 'kept' }
  | { readonly do: 'restart' };

/** The change of a turn that takes effect. */
interface Change {
  readonly mark: string;
  readonly amounts: readonly (readonly [PurseId, number])[];
  told: 'nothing' | 'ok' | 'refused';
}

export class Trial {
  readonly rig: Rig;
  readonly #changes: Change[] = [];
  readonly #acknowledged = new Map<PurseId, number>();
  #asked = 0;
  #outcomes = 0;
  #lostWithTheProcess = 0;
  #reminded = 0;

  constructor(options: RigOptions = {}) {
    this.rig = new Rig({
      passivateAfterMs: 400,
      ...options,
      onReminder: (turn, sum) => {
        this.#reminded += 1;
        return marked(`reminded-${this.#reminded}`, add(0))(turn, sum);
      },
    });
  }

  async step(op: Op): Promise<void> {
    const { rig } = this;
    switch (op.do) {
      case 'add':
        this.#change(op.to, [[op.to, op.amount]], (mark) => marked(mark, add(op.amount)));
        break;
      case 'move':
        if (op.from === op.to) break;
        this.#change(
          op.from,
          [
            [op.from, -op.amount],
            [op.to, op.amount],
          ],
          (mark) => (turn, sum) => {
            marked(mark, add(-op.amount))(turn, sum);
            turn.call(rig.purse, op.to, marked(mark, add(op.amount)));
          },
        );
        break;
      case 'fail':
        this.#change(op.from, [], (mark) => (turn, sum) => {
          marked(mark, add(1_000_000))(turn, sum);
          if (op.to !== op.from) turn.call(rig.purse, op.to, marked(mark, add(1_000_000)));
          throw new Error('meant to fail');
        });
        break;
      case 'read':
        this.#read(op.of);
        break;
      case 'remind':
        this.#ask(op.whom, remind('r', op.inMs), () => undefined);
        break;
      case 'settle':
        await rig.world.settle();
        break;
      case 'advance':
        await rig.world.advance(op.ms);
        break;
      case 'faults':
        rig.faults.push(...op.next);
        break;
      case 'release':
        rig.store.releaseHung();
        break;
      case 'hold':
        rig.hold();
        break;
      case 'letGo':
        rig.release();
        break;
      case 'crash':
        this.#restarted(() => rig.crash(op.undecided));
        break;
      case 'restart':
        await this.#restartGracefully();
        break;
    }
  }

  /** Readers see at rest exactly what was acknowledged. */
  check(): void {
    for (const id of PURSES) {
      const sum = this.#acknowledged.get(id);
      expect(this.rig.view(id) ?? 0).toBe(sum ?? 0);
      expect(Number(this.rig.system.records.get('accounts', id) ?? 0)).toBe(sum ?? 0);
    }
  }

  /** The disk mends; then everybody was told, and the disk holds what was acknowledged and nothing else. */
  async finish(): Promise<void> {
    const { rig } = this;
    rig.faults.length = 0;
    rig.release();
    await rig.world.settle();
    // Of two batches, each may have met a fault that makes it hang.
    for (let batch = 0; batch < 2; batch++) {
      rig.store.releaseHung();
      await rig.world.settle();
    }
    await rig.world.advance(TIME_LIMIT_MS + 10_000);
    this.check();
    expect(this.#outcomes).toBe(this.#asked - this.#lostWithTheProcess);
    for (const change of this.#changes) this.#checkMarks(change, change.told === 'ok');
    for (const id of PURSES) expect(rig.onDisk(id) ?? 0).toBe(this.#acknowledged.get(id) ?? 0);
    expect([...rig.store.range('reminders', {})]).toEqual([]);
    expect([...rig.store.range('meta', {})]).toEqual([]);
    expect(rig.system.waitingMessages).toBe(0);
  }

  #change(id: PurseId, amounts: Change['amounts'], handler: (mark: string) => Handler): void {
    const change: Change = { mark: `m${this.#changes.length}`, amounts, told: 'nothing' };
    this.#changes.push(change);
    this.#ask(id, handler(change.mark), (isDone) => {
      change.told = isDone ? 'ok' : 'refused';
      if (isDone) this.#acknowledge(change);
    });
  }

  #acknowledge({ amounts }: Change): void {
    for (const [id, amount] of amounts) {
      this.#acknowledged.set(id, (this.#acknowledged.get(id) ?? 0) + amount);
    }
  }

  #read(id: PurseId): void {
    this.#ask(id, read, (isDone, reply) => {
      if (isDone) expect(reply ?? 0).toBe(this.#acknowledged.get(id) ?? 0);
    });
  }

  #ask(id: PurseId, handle: Handler, told: (isDone: boolean, reply: unknown) => void): void {
    let outcomes = 0;
    this.#asked += 1;
    const { system, purse } = this.rig;
    system.ask(purse, id, handle, (outcome) => {
      // Nobody is left to hear what a process says that was killed.
      if (system !== this.rig.system) return;
      outcomes += 1;
      expect(outcomes).toBe(1);
      this.#outcomes += 1;
      told(outcome.ok, outcome.ok ? outcome.reply : undefined);
    });
  }

  async #restartGracefully(): Promise<void> {
    const { rig } = this;
    rig.faults.length = 0;
    rig.release();
    const closing = rig.system.close();
    await rig.world.advance(2 * TIME_LIMIT_MS);
    await closing;
    this.#restarted(() => rig.crash('kept'));
  }

  /**
   * From here on, what is on disk counts: all that was acknowledged, and the rest of it whole or not at all.
   */
  #restarted(restart: () => void): void {
    restart();
    this.#lostWithTheProcess = this.#asked - this.#outcomes;
    this.#acknowledged.clear();
    for (const change of this.#changes) {
      if (change.told === 'ok') this.#checkMarks(change, true);
      else if (change.amounts.length > 0 && this.#isMarked(change)) change.told = 'ok';
      if (change.told === 'ok') this.#acknowledge(change);
    }
  }

  #isMarked({ mark, amounts }: Change): boolean {
    const marks = amounts.map(([id]) => this.rig.store.get('jobs', `${mark}/${id}`) !== undefined);
    expect(new Set(marks).size).toBe(1);
    return marks[0] === true;
  }

  #checkMarks({ mark, amounts }: Change, isThere: boolean): void {
    for (const [id] of amounts)
      expect(this.rig.store.get('jobs', `${mark}/${id}`) !== undefined).toBe(isThere);
  }
}

function marked(mark: string, handle: Handler): Handler {
  return (turn, sum) => {
    turn.insert('jobs', `${mark}/${turn.id}`, '1');
    return handle(turn, sum);
  };
}
