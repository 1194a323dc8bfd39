/**
 * Calls to a provider that are under way, each with a time limit.
 *
 * They wait for their limits in one heap with one alarm: at ten thousand calls a second a timer each would be
 * a good part of their cost, and so would a `Set` of them. V8 links each table that a `Set` outgrows to the
 * one after it, so that one which was moved to old space keeps all that came and went since until the next
 * full collection (Node 20).
 *
 * Invariants
 *  1. `done` is called exactly once, never before `begin` has returned, and not after abandoning.
 *  2. When the limit passes the call is aborted and over, whether or not the adapter heeds the signal.
 *  3. A call is in the heap exactly until it is over.
 */

import { Alarm } from '../../../time/alarm.js';
import { later } from '../../../time/clock.js';
import { DeadlineHeap, NOT_HELD, type Scheduled } from '../../../time/deadline-heap.js';
import type { World } from '../../../time/world.js';
import { cutMessage } from '../../cut-message.js';
import { BusyError, type ProviderCall, RefusedError } from '../../provider.js';
import { MESSAGE_CHARACTERS_MAX } from '../provider-answers.js';

export type CallEnd<Answer> =
  | { readonly end: 'answered'; readonly answer: Answer }
  | { readonly end: 'garbage' }
  | { readonly end: 'timeout' }
  /** `detail` is the adapter's, for the operator; it may hold what no client should see. */
  | {
      readonly end: 'error';
      readonly detail: string;
      /** If the provider turned the call away, and said for how long. */
      readonly askAgainAfterMs?: number;
      /** True if the provider answered, and refused this one job. */
      readonly isRefused: boolean;
    };

export interface TimedCall<Answer> {
  readonly limitMs: number;
  readonly call: (call: ProviderCall) => Promise<unknown>;
  /** Parses the answer; undefined for garbage. */
  readonly read: (answer: unknown) => Answer | undefined;
  readonly done: (end: CallEnd<Answer>) => void;
}

class UnderWay implements Scheduled, ProviderCall {
  slot = NOT_HELD;
  order = 0;
  readonly dueAt: number;
  readonly timedOut: () => void;
  #controller: AbortController | undefined;

  constructor(dueAt: number, timedOut: () => void) {
    this.dueAt = dueAt;
    this.timedOut = timedOut;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  abort(why: string): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(new Error(why));
  }
}

export class TimedCalls {
  readonly #world: World;
  readonly #underWay = new DeadlineHeap<UnderWay>();
  readonly #alarm: Alarm;

  constructor(world: World) {
    this.#world = world;
    this.#alarm = new Alarm(world, () => this.#endLate());
  }

  begin<Answer>({ limitMs, call, read, done }: TimedCall<Answer>): void {
    const underWay = new UnderWay(later(this.#world.steadyMs(), limitMs), () => done({ end: 'timeout' }));
    this.#underWay.add(underWay);
    this.#alarm.setFor(underWay.dueAt);
    const finish = (end: CallEnd<Answer>) => {
      if (!this.#underWay.remove(underWay)) return;
      done(end);
    };
    answered(call, underWay, read).then(finish, (error: unknown) => finish(failedWith(error)));
  }

  /** Aborts all that is under way and ends its timers; none is begun afterwards. */
  abandon(): void {
    this.#alarm.stop();
    this.#endDue(Number.POSITIVE_INFINITY, (call) => call.abort('the call was abandoned'));
  }

  #endLate(): void {
    this.#endDue(this.#world.steadyMs(), (call) => {
      call.timedOut();
      call.abort('no answer within the time limit');
    });
    this.#alarm.setFor(this.#underWay.nextDueAt);
  }

  #endDue(until: number, end: (call: UnderWay) => void): void {
    for (let next = this.#underWay.takeDue(until); next; next = this.#underWay.takeDue(until)) end(next);
  }
}

/** `async` turns what an adapter throws before its first wait into a rejection. */
async function answered<Answer>(
  call: TimedCall<Answer>['call'],
  underWay: ProviderCall,
  read: TimedCall<Answer>['read'],
): Promise<CallEnd<Answer>> {
  const answer = read(await call(underWay));
  return answer === undefined ? { end: 'garbage' } : { end: 'answered', answer };
}

function failedWith(error: unknown): CallEnd<never> {
  const detail = error instanceof Error ? error.message || error.name : `threw a ${typeof error}`;
  const askAgainAfterMs = error instanceof BusyError ? error.askAgainAfterMs : undefined;
  return {
    end: 'error',
    detail: cutMessage(detail, MESSAGE_CHARACTERS_MAX),
    isRefused: error instanceof RefusedError,
    ...(askAgainAfterMs === undefined ? {} : { askAgainAfterMs }),
  };
}
