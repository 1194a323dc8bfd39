/**
 * Reminders: absolute times in the store at which an actor wants to hear from itself.
 *
 * A reminder is one record, keyed by actor and name; its value is when it is due, in steady ms. All of them
 * are held in one heap with one armed timer. The heap holds hints: when one comes due, the record says
 * whether and when the reminder fires. A reminder's record is removed by the turn that handles it, so one
 * whose turn failed is still there and is tried again. At start the records are walked over in steps, between
 * which requests are served: hundreds of thousands of them take a good part of a second.
 *
 * Invariants
 *  1. Every committed reminder is in the heap, at its due time or before, or is being handled, or lies ahead
 *     of the walk at start.
 *  2. A reminder fires at or after its due time; one turn that is on disk handled it.
 *  3. While the disk takes no writes none fires: the turn of each would be refused, again and again.
 */
import { type Limits, USUAL_LIMITS } from '../../limits/limits.js';
import type { StoreReader } from '../../store/store.js';
import { UnreadableRecord } from '../../store/store.js';
import { later, type SteadyMs } from '../../time/clock.js';
import { DeadlineHeap, NOT_HELD, type Scheduled } from '../../time/deadline-heap.js';
import type { CancelTimer, World } from '../../time/world.js';

export interface DueReminder {
  readonly key: string;
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** The committed records, and whether turns may change them. */
export interface ReminderRecords {
  readonly reader: StoreReader;
  readonly takesWrites: boolean;
}

/**
 * After this long a reminder is judged again whose record could not be read or was just being changed, and
 * the disk is asked again whether it takes writes, in ms.
 */
const JUDGED_AGAIN_AFTER_MS = 1_000;

class Held implements Scheduled {
  slot = NOT_HELD;
  order = 0;
  dueAt: number;
  readonly key: string;

  constructor(key: string, dueAt: number) {
    this.key = key;
    this.dueAt = dueAt;
  }
}

export function reminderKey(kind: string, id: string, name: string): string {
  return `${kind}/${id}/${name}`;
}

export class Reminders {
  readonly #world: World;
  readonly #records: ReminderRecords;
  readonly #fire: (reminder: DueReminder) => void;
  readonly #limits: Limits;
  readonly #heap = new DeadlineHeap<Held>();
  readonly #held = new Map<string, Held>();
  #armedFor: number | undefined;
  #cancel: CancelTimer | undefined;
  #stopped = false;

  constructor(
    world: World,
    records: ReminderRecords,
    fire: (reminder: DueReminder) => void,
    limits: Limits = USUAL_LIMITS,
  ) {
    this.#world = world;
    this.#records = records;
    this.#fire = fire;
    this.#limits = limits;
  }

  get count(): number {
    return this.#held.size;
  }

  /** Takes up every reminder in the store, some at a time. To be called once, at start. */
  load(): void {
    this.#loadSome({});
  }

  /** A turn that is on disk set the reminder to `due`, or forgot it. */
  committed(key: string, due: SteadyMs | undefined): void {
    if (due === undefined) this.#release(key);
    else this.#hold(key, due);
    this.#arm();
  }

  /** The reminder was not handled: it fires later if its record then still says so. */
  judgeAgain(key: string, afterMs = JUDGED_AGAIN_AFTER_MS): void {
    const again = later(this.#world.steadyMs(), afterMs);
    this.#hold(key, Math.min(this.#held.get(key)?.dueAt ?? again, again));
    this.#arm();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  /** From the record at which the step before ended, which is taken up again: as it stands by now. */
  #loadSome(range: { readonly from?: string }): void {
    if (this.#stopped) return;
    let { from } = range;
    try {
      let loaded = 0;
      for (const entry of this.#records.reader.range('reminders', range)) {
        const { key } = entry;
        this.#hold(key, dueIn(() => entry.value) ?? 0);
        from = key;
        if (++loaded > this.#limits.remindersLoadedAtOnce) {
          this.#world.soon(() => this.#loadSome({ from: key }));
          break;
        }
      }
    } catch {
      // A disk that fails may refuse reads for a while, too.
      this.#world.after(JUDGED_AGAIN_AFTER_MS, () => this.#loadSome(from === undefined ? {} : { from }));
    }
    this.#arm();
  }

  /** In place of what was held of that reminder. */
  #hold(key: string, dueAt: number): void {
    this.#release(key);
    const held = new Held(key, dueAt);
    this.#held.set(key, held);
    this.#heap.add(held);
  }

  #release(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#heap.remove(held);
    this.#held.delete(key);
  }

  #arm(): void {
    const next = this.#heap.nextDueAt;
    if (this.#stopped || next === Number.POSITIVE_INFINITY) return;
    if (this.#armedFor !== undefined && this.#armedFor <= next) return;
    this.#cancel?.();
    this.#armAt(next);
  }

  #armAt(at: number): void {
    this.#armedFor = at;
    this.#cancel = this.#world.after(Math.max(0, at - this.#world.steadyMs()), () => this.#fireDue());
  }

  #fireDue(): void {
    this.#armedFor = undefined;
    const now = this.#world.steadyMs();
    if (!this.#records.takesWrites) {
      this.#armAt(later(now, JUDGED_AGAIN_AFTER_MS));
      return;
    }
    for (let fired = 0; fired < this.#limits.remindersFiredAtOnce; fired++) {
      const held = this.#heap.takeDue(now);
      if (held === undefined) break;
      this.#held.delete(held.key);
      this.#judge(held.key, now);
    }
    this.#arm();
  }

  #judge(key: string, now: SteadyMs): void {
    let due: number | undefined;
    try {
      due = dueIn(() => this.#records.reader.get('reminders', key));
    } catch {
      // A disk that fails may refuse reads for a while, too.
      this.judgeAgain(key);
      return;
    }
    if (due === undefined) return;
    if (due > now) {
      this.#hold(key, due);
      return;
    }
    const [kind = '', id = '', name = ''] = key.split('/');
    this.#fire({ key, kind, id, name });
  }
}

/** At once, if the record is damaged: nobody waits for ever because of that. */
function dueIn(read: () => string | undefined): number | undefined {
  try {
    const text = read();
    return text === undefined ? undefined : Number(text);
  } catch (error) {
    if (error instanceof UnreadableRecord) return 0;
    throw error;
  }
}
