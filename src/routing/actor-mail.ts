/**
 * Messages to actors of one kind, jobs or orders. An actor can refuse one, for instance while the disk takes
 * no writes.
 *
 * Invariants
 *  1. A message that is delivered is brought again, with back-off, until the actor has taken it or the
 *     process ends.
 *  2. A message that is told is brought once: an actor hears it before all that is told to it later.
 */
import type { NodeEffect } from '../actors/effects.js';
import type { PartitionOf } from '../actors/partition.js';
import type { Behavior, Outcome } from '../actors/runtime/behavior.js';
import type { World } from '../time/world.js';

const REDELIVER_FIRST_MS = 100;
const REDELIVER_MAX_MS = 5_000;
/** A refusal of a message that was told is passed on after this. */
const REFUSED_AFTER_MS = 1_000;

export interface ActorMailOptions {
  readonly world: World;
  readonly partitionOf: PartitionOf;
}

export class ActorMail<State, Message, Reply> {
  readonly #options: ActorMailOptions;
  readonly #behavior: Behavior<State, Message, Reply, NodeEffect>;
  #underWay = 0;

  constructor(options: ActorMailOptions, behavior: Behavior<State, Message, Reply, NodeEffect>) {
    this.#options = options;
    this.#behavior = behavior;
  }

  /** True if each message was taken, or refused for now. */
  get isDone(): boolean {
    return this.#underWay === 0;
  }

  /** @param taken called once the actor has taken it, and that is on disk */
  deliver(
    id: string,
    message: Message,
    taken: (reply: Reply) => void = () => {},
    retryMs = REDELIVER_FIRST_MS,
  ): void {
    this.#ask(id, message, (outcome) => {
      if (outcome.ok) return taken(outcome.reply);
      if (outcome.refusal === 'shutting_down') return;
      const nextMs = Math.min(retryMs * 2, REDELIVER_MAX_MS);
      this.#options.world.after(retryMs, () => this.deliver(id, message, taken, nextMs));
    });
  }

  /** @param told called with whether the actor has taken it, and that is on disk */
  tell(id: string, message: Message, told: (isTaken: boolean) => void): void {
    this.#ask(id, message, (outcome) => {
      if (outcome.ok) told(true);
      else if (outcome.refusal !== 'shutting_down') {
        this.#options.world.after(REFUSED_AFTER_MS, () => told(false));
      }
    });
  }

  #ask(id: string, message: Message, reply: (outcome: Outcome<Reply>) => void): void {
    this.#underWay++;
    this.#options.partitionOf(id).system.ask(this.#behavior, id, message, (outcome) => {
      this.#underWay--;
      reply(outcome);
    });
  }
}
