import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OneWindow } from '../../../simulation/models/window/one-window.js';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { AddressWindows } from '../../../src/actors/windows/address-windows.js';
import { RollingWindows, WINDOW_MS } from '../../../src/actors/windows/rolling-windows.js';
import { WindowJournal } from '../../../src/actors/windows/window-journal.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import type { StoreReader, Write } from '../../../src/store/store.js';
import { repetitions } from '../../test-set.js';

const LIMIT = 1_000_000;
const SUBJECTS = ['api_key/a', 'api_key/b', 'api_key/c'] as const;

/** More than a note describes in one go. */
const SUBJECTS_MANY = 5_000;

/** A world in which time passes whenever others come first. */
class BusyWorld extends VirtualWorld {
  readonly #othersTakeMs: number;

  constructor(othersTakeMs = 1) {
    super();
    this.#othersTakeMs = othersTakeMs;
  }

  override soon(task: () => void): void {
    this.after(this.#othersTakeMs, task);
  }
}

/** A disk that takes notes, refuses them, or makes them wait. */
class Notes {
  readonly store = new MemoryStore();
  refuses = false;
  #held: (() => void)[] | undefined;

  readonly commit = async (writes: readonly Write[]): Promise<boolean> => {
    const held = this.#held;
    if (held !== undefined) await new Promise<void>((resolve) => held.push(resolve));
    if (this.refuses) return false;
    await this.store.commit(writes);
    return true;
  };

  hold(): void {
    this.#held = [];
  }

  release(): void {
    for (const go of this.#held?.splice(0) ?? []) go();
    this.#held = undefined;
  }
}

/** A journal and the windows that it carries over restarts. */
class Journal extends WindowJournal {
  readonly windows: RollingWindows;
  readonly #world: VirtualWorld;

  constructor(world: VirtualWorld, records: StoreReader, commit: Notes['commit']) {
    const windows = new RollingWindows(1);
    super({ world, windows, records, commit });
    this.windows = windows;
    this.#world = world;
  }

  take(subject: string): OneWindow {
    return new OneWindow(this.windows, subject);
  }

  release(window: OneWindow): void {
    this.windows.release(window.id, this.#world.steadyMs());
  }
}

function openJournal(world: VirtualWorld, notes: Notes): Journal {
  const journal = new Journal(world, notes.store, notes.commit);
  journal.load();
  journal.start();
  return journal;
}

function admit(world: VirtualWorld, journal: Journal, window: OneWindow, times = 1): void {
  for (let i = 0; i < times; i++) if (window.admit(world.steadyMs(), LIMIT)) journal.admitted(window.id);
}

async function closed(world: VirtualWorld, journal: Journal): Promise<void> {
  const closing = journal.close();
  await world.advance(5);
  await closing;
}

/** The answers of a window at each instant of the next minute at which they change, and then some. */
function answers(world: VirtualWorld, window: OneWindow): unknown {
  const now = world.steadyMs();
  return window.runs(now - WINDOW_MS + 1, now + 1);
}

/** The times of the admissions that count, each as often as there were such. */
function timesOf(window: OneWindow, now: number): number[] {
  const runs = window.runs(now - WINDOW_MS + 1, now + 1);
  return runs.flatMap(({ atMs, count }) => new Array<number>(count).fill(atMs));
}

describe('the window journal', () => {
  it('gives every window back as it was after a graceful restart', async () => {
    const step = fc.record({
      subject: fc.nat(2),
      times: fc.integer({ min: 1, max: 5 }),
      pause: fc.constantFrom(0, 0, 1, 3, 200, 251, 5_000, 59_999, 60_000),
      event: fc.constantFrom('none', 'none', 'none', 'restart', 'passivate', 'refuse', 'accept', 'note'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const world = new VirtualWorld();
        const notes = new Notes();
        let journal = openJournal(world, notes);
        const reference = new Journal(world, new MemoryStore(), async () => true);
        const expected = SUBJECTS.map((subject) => reference.take(subject));
        let held = SUBJECTS.map((subject) => journal.take(subject));
        for (const { subject, times, pause, event } of steps) {
          admit(world, journal, held[subject] as OneWindow, times);
          for (let i = 0; i < times; i++) expected[subject]?.admit(world.steadyMs(), LIMIT);
          if (event === 'passivate') {
            for (const window of held) journal.release(window);
            held = SUBJECTS.map((name) => journal.take(name));
          }
          if (event === 'refuse' || event === 'accept') notes.refuses = event === 'refuse';
          if (event === 'note') await journal.note();
          if (event === 'restart') {
            notes.refuses = false;
            await closed(world, journal);
            journal = openJournal(world, notes);
            held = SUBJECTS.map((name) => journal.take(name));
          }
          for (const [i, window] of held.entries()) {
            expect(answers(world, window)).toEqual(answers(world, expected[i] as OneWindow));
          }
          await world.advance(pause);
        }
      }),
      { numRuns: repetitions(40, 150) },
    );
  });

  it('forgets after a kill exactly what was admitted since the last note, and counts nothing twice (invariant 1)', async () => {
    const step = fc.record({
      times: fc.integer({ min: 0, max: 4 }),
      pause: fc.constantFrom(0, 1, 100, 249, 250, 251, 1_000, 30_000),
      event: fc.constantFrom('none', 'none', 'none', 'kill', 'refuse', 'accept'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const world = new VirtualWorld();
        const notes = new Notes();
        let life = 0;
        let notedBefore = 0;
        const live = (): Journal => {
          life += 1;
          const ofThisLife = life;
          const commit = async (writes: readonly Write[]) => {
            if (life !== ofThisLife || !(await notes.commit(writes))) return false;
            notedBefore = world.steadyMs();
            return true;
          };
          const journal = new Journal(world, notes.store, commit);
          journal.load();
          journal.start();
          return journal;
        };
        let journal = live();
        let window = journal.take('api_key/a');
        let admissions: number[] = [];
        for (const { times, pause, event } of steps) {
          for (let i = 0; i < times; i++) admissions.push(world.steadyMs());
          admit(world, journal, window, times);
          await world.advance(pause);
          if (event === 'refuse' || event === 'accept') notes.refuses = event === 'refuse';
          if (event !== 'kill') continue;
          journal = live();
          // A node takes longer to start than the millisecond it was killed in.
          await world.advance(1);
          window = journal.take('api_key/a');
          const now = world.steadyMs();
          admissions = admissions.filter((at) => at > now - WINDOW_MS && at < notedBefore);
          expect(timesOf(window, now)).toEqual(admissions);
        }
      }),
      { numRuns: repetitions(40, 150) },
    );
  });

  it('writes a last note after the one that is under way at its close', async () => {
    const world = new VirtualWorld();
    const notes = new Notes();
    const journal = openJournal(world, notes);
    const window = journal.take('api_key/a');
    admit(world, journal, window, 3);
    notes.hold();
    await world.advance(250);
    admit(world, journal, window, 2);
    const closing = journal.close();
    await world.advance(10);
    notes.release();
    await world.advance(10);
    await closing;
    expect(openJournal(world, notes).take('api_key/a').counted(world.steadyMs())).toBe(5);
  });

  it('writes nothing while nothing is admitted, and removes what has expired with the next note', async () => {
    const world = new VirtualWorld();
    const notes = new Notes();
    const journal = openJournal(world, notes);
    const window = journal.take('api_key/a');
    admit(world, journal, window);
    await world.advance(2 * WINDOW_MS);
    expect([...notes.store.range('windows', {})]).toHaveLength(1);
    admit(world, journal, window);
    await world.advance(1_000);
    expect([...notes.store.range('windows', {})]).toHaveLength(1);
  });

  it('keeps a window that nobody holds until it is empty, and no longer', async () => {
    const world = new VirtualWorld();
    const journal = openJournal(world, new Notes());
    const window = journal.take('api_key/a');
    admit(world, journal, window, 2);
    journal.release(window);
    await world.advance(WINDOW_MS - 1);
    expect(journal.take('api_key/a').counted(world.steadyMs())).toBe(2);
    journal.release(window);
    await world.advance(300);
    expect(journal.windows.count).toBe(0);
  });

  it('keeps no window longer while the disk refuses every note: what counts no more needs none', async () => {
    const world = new VirtualWorld();
    const notes = new Notes();
    const journal = openJournal(world, notes);
    notes.refuses = true;
    for (let n = 0; n < 200; n++) {
      const window = journal.take(`address/192.0.2.${n}`);
      admit(world, journal, window);
      journal.release(window);
      await world.advance(1_000);
      expect(journal.windows.count).toBeLessThanOrEqual(WINDOW_MS / 1_000 + 1);
    }
    notes.refuses = false;
    await world.advance(300);
    expect(openJournal(world, notes).windows.count).toBe(journal.windows.count);
  });

  it('notes what was admitted while a note is under way, of windows that were let go meanwhile too', async () => {
    const world = new VirtualWorld();
    const notes = new Notes();
    const journal = openJournal(world, notes);
    const [a, b] = [journal.take('api_key/a'), journal.take('api_key/b')];
    admit(world, journal, a, 2);
    admit(world, journal, b, 3);
    notes.hold();
    await world.advance(251);
    admit(world, journal, a, 4);
    for (const window of [a, b]) journal.release(window);
    notes.refuses = true;
    notes.release();
    await world.advance(251);
    notes.refuses = false;
    await world.advance(251);
    const again = openJournal(world, notes);
    expect(['a', 'b'].map((key) => again.take(`api_key/${key}`).counted(world.steadyMs()))).toEqual([6, 3]);
  });

  it('spreads what a long failure of the disk left over over records that a store takes', async () => {
    const world = new VirtualWorld();
    const notes = new Notes();
    const journal = openJournal(world, notes);
    const windows = Array.from({ length: 400 }, (_, i) => journal.take(`address/2001:db8:${i}::/64`));
    notes.refuses = true;
    for (let ms = 0; ms < 1_500; ms++) {
      for (const window of windows) admit(world, journal, window);
      await world.advance(1);
    }
    notes.refuses = false;
    await world.advance(300);
    const lengths = [...notes.store.range('windows', {})].map(({ value }) => value.length);
    expect(lengths.length).toBeGreaterThan(1);
    expect(Math.max(...lengths)).toBeLessThan(2_000_000);
    const again = openJournal(world, notes);
    expect(again.take('address/2001:db8:0::/64').counted(world.steadyMs())).toBe(1_500);
    expect(again.take('address/2001:db8:399::/64').counted(world.steadyMs())).toBe(1_500);
  });

  it('notes very many windows in slices, between which time passes and more is admitted (invariants 1 and 2)', async () => {
    const step = fc.record({
      from: fc.nat(SUBJECTS_MANY - 1),
      count: fc.nat(SUBJECTS_MANY),
      pause: fc.constantFrom(0, 0, 1, 1, 2, 250),
      disk: fc.constantFrom('takes', 'takes', 'refuses'),
    });
    const end = fc.constantFrom('close', 'kill');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), end, async (steps, ending) => {
        const world = new BusyWorld();
        const notes = new Notes();
        let notedBefore = 0;
        const commit = async (writes: readonly Write[]) => {
          if (!(await notes.commit(writes))) return false;
          notedBefore = Math.max(...writes.map(({ key }) => Number(key.split('/')[0])));
          return true;
        };
        const journal = new Journal(world, notes.store, commit);
        journal.load();
        journal.start();
        const windows = Array.from({ length: SUBJECTS_MANY }, (_, n) => journal.take(`address/192.0.2.${n}`));
        const admitted: number[][] = windows.map(() => []);
        for (const { from, count, pause, disk } of steps) {
          notes.refuses = disk === 'refuses';
          for (let n = from; n < Math.min(from + count, SUBJECTS_MANY); n++) {
            admit(world, journal, windows[n] as OneWindow);
            admitted[n]?.push(world.steadyMs());
          }
          await world.advance(pause);
        }
        if (ending === 'close') {
          notes.refuses = false;
          const closing = journal.close();
          await world.advance(600);
          await closing;
        }
        const again = new Journal(world, notes.store, commit);
        again.load();
        const kept = windows.map((_, n) => timesOf(again.take(`address/192.0.2.${n}`), world.steadyMs()));
        const noted = ending === 'close' ? Number.POSITIVE_INFINITY : notedBefore;
        expect(kept).toEqual(admitted.map((times) => times.filter((at) => at < noted)));
      }),
      { numRuns: repetitions(10, 40) },
    );
  });

  it('lets others go first for so long only: what a kill forgets does not grow with how long they take', async () => {
    const world = new BusyWorld(200);
    const notes = new Notes();
    const journal = openJournal(world, notes);
    const windows = Array.from({ length: 20_000 }, (_, n) => journal.take(`address/192.0.2.${n}`));
    for (const window of windows) admit(world, journal, window);
    await world.advance(250 + 2 * 200);
    expect([...notes.store.range('windows', {})]).toHaveLength(1);
  });

  it('goes on after a note whose commit threw', async () => {
    const world = new VirtualWorld();
    const notes = new Notes();
    let isBroken = true;
    const commit = (writes: readonly Write[]) => {
      if (isBroken) throw new Error('out of order');
      return notes.commit(writes);
    };
    const journal = new Journal(world, notes.store, commit);
    journal.start();
    admit(world, journal, journal.take('api_key/a'), 2);
    await world.advance(600);
    isBroken = false;
    await world.advance(600);
    expect(openJournal(world, notes).take('api_key/a').counted(world.steadyMs())).toBe(2);
  });

  it('tries its last note again while the disk refuses it', async () => {
    const world = new VirtualWorld();
    const notes = new Notes();
    const journal = openJournal(world, notes);
    admit(world, journal, journal.take('api_key/a'), 3);
    notes.refuses = true;
    const closing = journal.close();
    await world.advance(1_000);
    notes.refuses = false;
    await world.advance(1_000);
    await closing;
    expect(openJournal(world, notes).take('api_key/a').counted(world.steadyMs())).toBe(3);
  });

  it('closes in bounded time where the disk refuses every note', async () => {
    const world = new VirtualWorld();
    const notes = new Notes();
    const journal = openJournal(world, notes);
    admit(world, journal, journal.take('api_key/a'));
    notes.refuses = true;
    const closing = journal.close();
    await world.advance(10_000);
    await closing;
  });

  it('refuses records of a version that it does not know', async () => {
    const notes = new Notes();
    await notes.store.commit([{ table: 'windows', key: '0000000000001000/0', value: '3\nx A@' }]);
    expect(() => openJournal(new VirtualWorld(), notes)).toThrow(/unknown version/);
  });
});

describe('windows of client addresses', () => {
  it('are one for all newcomers once there are too many, and a newcomer has its own again when there is room', async () => {
    const world = new VirtualWorld();
    const windows = new RollingWindows(1);
    const addresses = new AddressWindows(world, windows, () => 2, 60);
    const first = addresses.windowOf('192.0.2.1');
    const second = addresses.windowOf('192.0.2.2');
    for (const window of [first, second]) windows.admit(window, world.steadyMs());
    await world.advance(2_000);
    const shared = addresses.windowOf('192.0.2.3');
    expect(addresses.windowOf('192.0.2.4')).toBe(shared);
    expect(addresses.windowOf('192.0.2.1')).toBe(first);
    await world.advance(WINDOW_MS);
    expect(addresses.windowOf('192.0.2.4')).not.toBe(shared);
    expect(addresses.count).toBeLessThanOrEqual(2);
  });
});
