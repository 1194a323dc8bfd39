/** The production parts that carry windows, put together as a node does: journal, gate, and who holds a window. */
import { type RollingWindow, WINDOW_MS } from '../../actors/rolling-window.js';
import { ActorSystem } from '../../actors/runtime/system.js';
import { WindowJournal } from '../../actors/window-journal.js';
import type { Life } from '../process-lives.js';
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
  readonly #journal: WindowJournal;
  readonly #system: ActorSystem<never>;
  readonly #held = new Map<string, RollingWindow>();

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
    this.#journal = new WindowJournal({
      world,
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

  windowOf(subject: string): RollingWindow {
    let window = this.#held.get(subject);
    if (window === undefined) {
      window = this.#journal.take(subject);
      this.#held.set(subject, window);
    }
    return window;
  }

  admitted(window: RollingWindow): void {
    this.#journal.admitted(window);
  }

  passivate(subject: string): void {
    const window = this.#held.get(subject);
    if (window === undefined) return;
    this.#held.delete(subject);
    this.#journal.giveBack(window);
  }

  /** The admissions that count at `now`, by instant. Leaves everything as it is. */
  instants(subject: string, now: number): string {
    const window = this.#journal.take(subject);
    const instants = [...window.runs(now - WINDOW_MS + 1, now + 1)].map(
      ({ atMs, count }) => `${atMs}:${count}`,
    );
    this.#journal.giveBack(window);
    return instants.join(' ');
  }

  async stop(): Promise<void> {
    await this.#journal.close();
    await this.#system.close();
    this.life.world.stop();
    await this.life.store.close();
  }
}
