/**
 * Mail: messages that came during a turn, or while the batch at hand takes no more.
 *
 * Invariants
 *  1. Messages to one actor are handed over in the order in which they were posted, each once.
 *  2. A mailbox holds at most `mailboxMax` messages, and all mailboxes ten times as many; the next message is
 *     refused as `overloaded`.
 *  3. Nothing is handed over while `mustWait`, nor within a turn.
 *  4. An actor is among those with mail exactly while it has a mailbox.
 */
import type { Limits } from '../../limits/limits.js';
import type { SteadyMs } from '../../time/clock.js';
import type { World } from '../../time/world.js';
import type { Activation, Envelope } from './activation.js';
import type { Refusal } from './behavior.js';
import type { SystemMetrics } from './inspection.js';

interface MailboxesOptions {
  readonly world: World;
  /** Messages an actor may have waiting. */
  readonly mailboxMax: number;
  readonly limits: Limits;
  readonly metrics: SystemMetrics;
  readonly isInTurn: () => boolean;
  /** True while mail waits for the batch under way. */
  readonly mustWait: () => boolean;
  /** May post. */
  readonly handle: (activation: Activation, envelope: Envelope) => void;
  readonly refuse: (envelope: Envelope, refusal: Refusal) => void;
  readonly onEmptied: (activation: Activation) => void;
}

export class Mailboxes {
  readonly #options: MailboxesOptions;
  /** Actors with mail, in the order in which they got it, which is that in which it is handled. */
  #mailed: Activation[] = [];
  #count = 0;

  constructor(options: MailboxesOptions) {
    this.#options = options;
  }

  /** Messages that wait. */
  get count(): number {
    return this.#count;
  }

  /** Messages in the mailbox that has most. */
  get deepest(): number {
    return this.#mailed.reduce((most, activation) => Math.max(most, activation.mailbox?.length ?? 0), 0);
  }

  /** For how long the oldest message has been waiting, in ms; 0 if none waits. */
  waitMs(now: SteadyMs): number {
    // The rest of a mailbox that a batch had no more room for may be younger than the mail of the next actor.
    const since = Math.min(queuedAtOf(this.#mailed[0]), queuedAtOf(this.#mailed[1]));
    return Math.max(0, now - since);
  }

  post(activation: Activation, envelope: Envelope): void {
    const { world, mailboxMax, limits, metrics, mustWait, refuse, onEmptied } = this.#options;
    const isFull =
      this.#count >= limits.mailboxesFactor * mailboxMax || (activation.mailbox?.length ?? 0) >= mailboxMax;
    if (isFull) {
      metrics.refusedOverloaded += 1;
      refuse(envelope, 'overloaded');
      if (activation.mailbox === undefined) onEmptied(activation);
      return;
    }
    if (activation.mailbox === undefined) {
      activation.mailbox = [];
      this.#mailed.push(activation);
    }
    envelope.queuedAt = world.steadyMs();
    activation.mailbox.push(envelope);
    this.#count += 1;
    if (!mustWait()) world.soon(() => this.deliver());
  }

  deliver(): void {
    const { isInTurn, mustWait } = this.#options;
    if (isInTurn()) return;
    while (this.#mailed.length > 0 && !mustWait()) {
      const waiting = this.#mailed;
      this.#mailed = [];
      const left = waiting.filter((activation) => !this.#empty(activation));
      // Mail that came meanwhile is behind what was there before.
      if (left.length > 0) this.#mailed = left.concat(this.#mailed);
    }
  }

  /** False if mail is left, for which there is no room. */
  #empty(activation: Activation): boolean {
    const { mustWait, handle, onEmptied } = this.#options;
    const mail = activation.mailbox ?? [];
    let handled = 0;
    for (const envelope of mail) {
      if (mustWait()) break;
      handled += 1;
      this.#count -= 1;
      handle(activation, envelope);
    }
    const left = mail.slice(handled);
    activation.mailbox = left.length === 0 ? undefined : left;
    if (left.length > 0) return false;
    onEmptied(activation);
    return true;
  }
}

function queuedAtOf(activation: Activation | undefined): number {
  return activation?.mailbox?.[0]?.queuedAt ?? Number.POSITIVE_INFINITY;
}
