import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { ChatWindows } from '../../../src/actors/windows/chat-windows.js';
import { RollingWindows } from '../../../src/actors/windows/rolling-windows.js';
import { WindowJournal } from '../../../src/actors/windows/window-journal.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import { repetitions } from '../../test-set.js';

const LIMIT = 30;
const MINUTE_MS = 60_000;
/** After so long every admission is in a note on disk. */
const NOTED_MS = 600;

/** The times of all messages that were admitted, and what follows from them by counting. */
class NaiveList {
  readonly #times: number[] = [];

  judge(now: number) {
    const inWindow = () => this.#times.filter((at) => at > now - MINUTE_MS);
    const isAdmitted = inWindow().length < LIMIT;
    if (isAdmitted) this.#times.push(now);
    const counted = inWindow();
    const remaining = LIMIT - counted.length;
    return { limit: LIMIT, remaining, resetMs: (counted[0] ?? now) + MINUTE_MS - now, isAdmitted };
  }
}

class Chats {
  readonly world = new VirtualWorld();
  readonly #store = new MemoryStore();
  readonly windows = new RollingWindows(1);
  #running = this.#start(this.windows);

  get chat(): ChatWindows {
    return this.#running.chat;
  }

  get rows(): number {
    return this.#running.windows.count;
  }

  async restart(): Promise<void> {
    const closing = this.#running.journal.close();
    await this.world.advance(5);
    await closing;
    this.#running = this.#start(new RollingWindows(2));
  }

  /** Nothing is told that it ends. */
  kill(): void {
    this.#running = this.#start(new RollingWindows(3));
  }

  #start(windows: RollingWindows) {
    const { world } = this;
    const commit = async (writes: Parameters<MemoryStore['commit']>[0]) => {
      await this.#store.commit(writes);
      return true;
    };
    const journal = new WindowJournal({ world, windows, records: this.#store, commit });
    journal.load();
    journal.start();
    return { windows, journal, chat: new ChatWindows({ world, windows, journal }) };
  }
}

describe('the window of the chat', () => {
  it('admits what a list of all messages admits, through accounts, restarts and kills', async () => {
    const message = fc.record({
      act: fc.constant('message' as const),
      account: fc.constantFrom('acct_a', 'acct_b'),
      times: fc.integer({ min: 1, max: 12 }),
      waitMs: fc.oneof(fc.nat(40), fc.nat(4_000), fc.integer({ min: 20_000, max: 61_000 })),
    });
    const end = fc.record({ act: fc.constantFrom('restart' as const, 'kill' as const) });
    const steps = fc.array(fc.oneof({ arbitrary: message, weight: 6 }, { arbitrary: end, weight: 1 }), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const chats = new Chats();
        const lists = new Map<string, NaiveList>();
        for (const step of taken) {
          if (step.act === 'message') {
            const list = lists.get(step.account) ?? new NaiveList();
            lists.set(step.account, list);
            for (let sent = 0; sent < step.times; sent++)
              expect(chats.chat.admit(step.account)).toEqual(list.judge(chats.world.steadyMs()));
            await chats.world.advance(step.waitMs);
          } else if (step.act === 'restart') await chats.restart();
          else {
            await chats.world.advance(NOTED_MS);
            chats.kill();
          }
        }
      }),
      { numRuns: repetitions(60, 400) },
    );
  });

  it('costs no memory once its messages have left it', async () => {
    const chats = new Chats();
    for (let account = 0; account < 500; account++) chats.chat.admit(`acct_${account}`);
    expect(chats.rows).toBe(500);
    await chats.world.advance(2 * MINUTE_MS);
    expect(chats.rows).toBe(0);
  });
});
