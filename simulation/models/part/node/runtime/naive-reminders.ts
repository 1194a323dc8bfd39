/** When reminders come: at their time, or soon after whatever held them up. */
import type { Trial } from '../../trial.js';
import type { CellId } from './cell-acts.js';
import { type NaiveAsk, reminderOf } from './naive-batch.js';
import type { NaiveDisk } from './naive-disk.js';

const AGAIN_MS = 1_000;

/** The books that say what holds a reminder up. */
interface MailBooks {
  readonly disk: NaiveDisk;
  readonly queued: readonly NaiveAsk[];
  readonly isFull: boolean;
  isResting(id: CellId): boolean;
  /** The end of its last rest, or now. */
  restedAt(id: CellId): number;
}

export class NaiveReminders {
  fired = 0;
  readonly #trial: Trial;
  readonly #system: MailBooks;
  /** When one was last held up. */
  readonly #heldUpAt = new Map<string, number>();

  constructor(trial: Trial, system: MailBooks) {
    this.#trial = trial;
    this.#system = system;
  }

  clear(): void {
    this.fired = 0;
    this.#heldUpAt.clear();
  }

  isHeldUp(key: string): void {
    this.#heldUpAt.set(key, this.#trial.now);
  }

  /** A reminder comes due: the message that stands for it. */
  comes(id: CellId, name: string, ops: NaiveAsk['ops']): NaiveAsk {
    this.#system.disk.passTime();
    this.fired += 1;
    const reminder = reminderOf(id, name);
    const due = this.#system.disk.committed.get(reminder);
    if (due === undefined || Number(due) > this.#trial.now || this.#system.disk.isRefusing)
      this.#trial.broke('reminder', `it comes, and is due at ${due}`);
    const ask: NaiveAsk = { to: id, ops, patienceMs: Number.POSITIVE_INFINITY, reminder };
    this.#heldUpAt.set(reminder, this.#trial.now);
    return ask;
  }

  /** A reminder that nothing holds up comes at its time, any other within a second. */
  compare(): void {
    const { now } = this.#trial;
    for (const [key, due] of this.#system.disk.committed) {
      if (!key.startsWith('reminders ')) continue;
      const [, id = ''] = key.split('/');
      const hasMail = this.#system.queued.some(({ to }) => to === id);
      const isHeldUp =
        hasMail || this.#system.isFull || this.#system.disk.isRefusing || this.#system.isResting(id);
      if (isHeldUp || this.#system.disk.batchOf(key) !== undefined) this.#heldUpAt.set(key, now);
      const landedAt = this.#system.disk.landedAt.get(key) ?? 0;
      const heldUpAt = Math.max(
        this.#heldUpAt.get(key) ?? 0,
        landedAt,
        this.#system.disk.troubleAt,
        this.#system.restedAt(id),
      );
      const isLate = heldUpAt < Number(due) ? now > Number(due) : now > heldUpAt + AGAIN_MS;
      if (isLate) this.#trial.broke('reminder', `${key} is due at ${due}, and has not come`);
    }
  }
}
