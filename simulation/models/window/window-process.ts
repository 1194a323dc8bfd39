/**
 * The production parts that carry windows, put together as a node does: journal, gate, and who holds a
 * window.
 */

import { ActorSystem } from '../../../src/actors/runtime/system.js';
import { RollingWindows, WINDOW_MS, type WindowId } from '../../../src/actors/windows/rolling-windows.js';
import { WindowJournal } from '../../../src/actors/windows/window-journal.js';
import type { Life } from '../process-lives.js';
import { OneWindow } from './one-window.js';
import type { WindowSetup } from './window-history.js';

/** Windows are passivated by the history, not by age. */
const PASSIVATE_AFTER_MS = 1_000_000_000;

export interface NoteObserver {
  /** A note of everything before `until` is to be committed. */
  noting(until: number): void;
  noted(until: number): void;
  storage(state: 'refusing' | 'taking'): void;
  defect(kind: string): void;
}

export class WindowProcess {
  readonly life: Life;
  readonly #windows: RollingWindows;
  readonly #journal: WindowJournal;
  readonly #system: ActorSystem<never>;

  constructor(life: Life, setup: WindowSetup, observer: NoteObserver) {
    this.life = life;
    const { world, store } = life;
    const alive = (tell: () => void) => {
      if (world.isAlive) tell();
    };
    this.#system = new ActorSystem<never>({
      world,
      store,
      behaviors: [],
      perform: () => {},
      gateTimeLimitMs: setup.gateTimeLimitMs,
      mailboxMax: 1_000,
      residentMax: 1_000,
      passivateAfterMs: PASSIVATE_AFTER_MS,
      inspector: {
        storage: ({ state }) => alive(() => observer.storage(state)),
        defect: ({ kind }) => alive(() => observer.defect(kind)),
      },
    });
    const system = this.#system;
    this.#windows = new RollingWindows(Math.floor(world.random() * 2 ** 32));
    this.#journal = new WindowJournal({
      world,
      windows: this.#windows,
      records: system.records,
      commit: async (writes) => {
        const until = world.steadyMs();
        alive(() => observer.noting(until));
        const isNoted = await system.commitAside([...writes, life.anchor()]);
        if (isNoted) alive(() => observer.noted(until));
        return isNoted;
      },
    });
    this.#journal.load();
    if (setup.isNoting) this.#journal.start();
    system.start();
  }

  windowOf(subject: string): OneWindow {
    return new OneWindow(this.#windows, subject);
  }

  admitted(window: WindowId): void {
    this.#journal.admitted(window);
  }

  passivate(subject: string): void {
    const window = this.#windows.find(subject);
    if (window !== undefined) this.#windows.release(window, this.life.world.steadyMs());
  }

  /** The admissions that count at `now`, by instant. Holds no window that nobody held. */
  instants(subject: string, now: number): string {
    const known = this.#windows.find(subject);
    const isHeld = known !== undefined && this.#windows.isHeld(known);
    const window = this.windowOf(subject);
    const instants = window.runs(now - WINDOW_MS + 1, now + 1).map(({ atMs, count }) => `${atMs}:${count}`);
    if (!isHeld) this.#windows.release(window.id, now);
    return instants.join(' ');
  }

  async stop(): Promise<void> {
    await this.#journal.close();
    await this.#system.close();
    this.life.world.stop();
    await this.life.store.close();
  }
}
