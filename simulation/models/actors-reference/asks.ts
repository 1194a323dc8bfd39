/**
 * Messages on their way: each has one outcome, and a reply says what the naive books say, once that is on
 * disk.
 */
import type { Effect } from '../../../src/actors/jobs/effects.js';
import type { VideoJobReply } from '../../../src/actors/jobs/video-job-messages.js';
import type { ApiKeyReply } from '../../../src/actors/keys/api-key-messages.js';
import type { Behavior, Outcome } from '../../../src/actors/runtime/behavior.js';
import type { RunRecord } from '../../world/run-record.js';
import type { ActorsProcess } from './actors-process.js';
import type { Layers } from './layers.js';
import { replyText } from './reply-text.js';

export interface Ask {
  readonly about: string;
  /** The expected reply, known once the message was handled; and the commit that it waits for. */
  says: string | undefined;
  restsOn: number;
  /** Failed commits when it was handled. */
  failures: number;
  outcomes: number;
}

export class Asks {
  isStopping = false;
  readonly #record: RunRecord;
  readonly #layers: Layers;
  readonly #waiting = new Map<unknown, Ask>();

  constructor(record: RunRecord, layers: Layers) {
    this.#record = record;
    this.#layers = layers;
  }

  get(message: unknown): Ask | undefined {
    return this.#waiting.get(message);
  }

  /** The process that was asked is gone. */
  forget(): void {
    this.isStopping = false;
    this.#waiting.clear();
  }

  ask<S, M extends object, R>(
    process: ActorsProcess,
    behavior: Behavior<S, M, R, Effect>,
    id: string,
    message: M,
    about = `${'type' in message ? message.type : ''} to ${id}`,
  ): void {
    const ask: Ask = { about, says: undefined, restsOn: 0, failures: 0, outcomes: 0 };
    this.#waiting.set(message, ask);
    process.actors.system.ask(behavior, id, message, (told) => {
      if (process.life.world.isAlive) this.#told(message, ask, told);
    });
  }

  checkNoneLeft(): void {
    for (const { about } of this.#waiting.values()) this.#record.broke('reply', `${about} has no outcome`);
  }

  #told(message: object, ask: Ask, told: Outcome<unknown>): void {
    ask.outcomes += 1;
    if (ask.outcomes > 1) this.#record.broke('reply', `${ask.about} has ${ask.outcomes} outcomes`);
    this.#waiting.delete(message);
    const says = told.ok ? replyText(told.reply as ApiKeyReply | VideoJobReply) : told.refusal;
    this.#record.trace('told', { about: ask.about, says });
    if (told.ok) this.#checkReply(ask, says);
    else {
      this.#record.count(`refused_${told.refusal}`);
      if (!this.#mayRefuse(ask, told.refusal))
        this.#record.broke('reply', `${ask.about} was refused: ${told.refusal}`);
    }
  }

  #checkReply(ask: Ask, says: string): void {
    if (ask.restsOn > this.#layers.committedBatch)
      this.#record.broke('reply', `${ask.about} was answered before its commit was on disk: ${says}`);
    if (says !== ask.says) this.#record.broke('reply', `${ask.about}: ${says}, and had to be ${ask.says}`);
  }

  #mayRefuse(ask: Ask, refusal: string): boolean {
    if (refusal === 'shutting_down') return this.isStopping;
    return (
      refusal === 'storage_unavailable' && (this.#layers.isRefusing || this.#layers.failures > ask.failures)
    );
  }
}
