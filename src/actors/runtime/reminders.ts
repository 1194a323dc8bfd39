/**
 * Reminders: absolute times in the store at which an actor wants to hear from itself.
 *
 * A reminder is one record, keyed by actor and name; its value is when it is due, in steady ms. All of them
 * are held in one heap with one armed timer. The heap may hold entries that were moved or forgotten since:
 * an entry counts only if the record still says the same time when it comes due. A reminder's record is
 * removed by the turn that handles it, so one whose turn failed is still there and is tried again.
 *
 * Invariants
 *  1. Every committed reminder is in the heap at its due time or is being handled.
 *  2. A reminder fires at or after its due time; one turn that is on disk handled it.
 */
import type { StoreReader } from '../../store/store.js';
import { later, type SteadyMs } from '../../time/clock.js';
import type { CancelTimer, World } from '../../time/world.js';
import { DueHeap } from './due-heap.js';

export interface DueReminder {
  readonly key: string;
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** After this long a reminder is judged again whose record could not be read or was just being changed, in ms. */
const JUDGED_AGAIN_AFTER_MS = 1_000;
/** Reminders handled before other events get their chance again. */
const FIRED_PER_TURN_OF_LOOP_MAX = 256;

export function reminderKey(kind: string, id: string, name: string): string {
  return `${kind}/${id}/${name}`;
}

export class Reminders {
  readonly #world: World;
  readonly #reader: StoreReader;
  readonly #fire: (reminder: DueReminder) => void;
  readonly #heap = new DueHeap<string>();
  #armedFor: number | undefined;
  #cancel: CancelTimer | undefined;
  #stopped = false;

  constructor(world: World, reader: StoreReader, fire: (reminder: DueReminder) => void) {
    this.#world = world;
    this.#reader = reader;
    this.#fire = fire;
  }

  /** Takes up every reminder in the store. To be called once, at start. */
  load(): void {
    for (const { key, value } of this.#reader.range('reminders', {})) this.#heap.add(Number(value), key);
    this.#arm();
  }

  /** A reminder was committed, or is to be tried again at `due`. */
  add(key: string, due: SteadyMs): void {
    this.#heap.add(due, key);
    this.#arm();
  }

  /** The reminder was not handled: it fires later if its record then still says so. */
  judgeAgain(key: string, afterMs = JUDGED_AGAIN_AFTER_MS): void {
    this.add(key, later(this.#world.steadyMs(), afterMs));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #arm(): void {
    const next = this.#heap.nextDue;
    if (this.#stopped || next === undefined || (this.#armedFor !== undefined && this.#armedFor <= next))
      return;
    this.#cancel?.();
    this.#armedFor = next;
    this.#cancel = this.#world.after(Math.max(0, next - this.#world.steadyMs()), () => this.#fireDue());
  }

  #fireDue(): void {
    this.#armedFor = undefined;
    const now = this.#world.steadyMs();
    for (let fired = 0; fired < FIRED_PER_TURN_OF_LOOP_MAX; fired++) {
      const key = this.#heap.takeDue(now);
      if (key === undefined) break;
      if (!this.#isCommittedDue(key, now)) continue;
      const [kind = '', id = '', name = ''] = key.split('/');
      this.#fire({ key, kind, id, name });
    }
    this.#arm();
  }

  #isCommittedDue(key: string, now: SteadyMs): boolean {
    try {
      const due = this.#reader.get('reminders', key);
      return due !== undefined && Number(due) <= now;
    } catch {
      // A disk that fails may refuse reads for a while, too.
      this.judgeAgain(key);
      return false;
    }
  }
}
