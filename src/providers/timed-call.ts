/**
 * One call to a provider, with a time limit.
 *
 * Invariants
 *  1. `done` is called exactly once, never before `callWithin` has returned, and not after abandoning.
 *  2. When the limit passes the call is aborted and over, whether or not the adapter heeds the signal.
 */
import type { World } from '../time/world.js';
import { cutMessage } from './provider-answers.js';

export type CallEnd<Answer> =
  | { readonly end: 'answered'; readonly answer: Answer }
  | { readonly end: 'garbage' }
  | { readonly end: 'timeout' }
  /** `detail` is the adapter's, for the operator; it may hold what no client should see. */
  | { readonly end: 'error'; readonly detail: string };

export interface TimedCall<Answer> {
  readonly limitMs: number;
  readonly call: (signal: AbortSignal) => Promise<unknown>;
  /** Judges the answer; undefined for garbage. */
  readonly read: (answer: unknown) => Answer | undefined;
  readonly done: (end: CallEnd<Answer>) => void;
}

export type AbandonCall = () => void;

export function callWithin<Answer>(
  world: World,
  { limitMs, call, read, done }: TimedCall<Answer>,
): AbandonCall {
  const controller = new AbortController();
  let isOver = false;
  const over = () => {
    isOver = true;
    cancelLimit();
  };
  const finish = (end: CallEnd<Answer>) => {
    if (isOver) return;
    over();
    done(end);
  };
  const cancelLimit = world.after(limitMs, () => {
    finish({ end: 'timeout' });
    controller.abort(new Error(`no answer within ${limitMs} ms`));
  });
  answered(call, controller.signal, read).then(finish, (error: unknown) => finish(failedWith(error)));
  return () => {
    if (isOver) return;
    over();
    controller.abort(new Error('the call was abandoned'));
  };
}

/** `async` turns what an adapter throws before its first wait into a rejection. */
async function answered<Answer>(
  call: TimedCall<Answer>['call'],
  signal: AbortSignal,
  read: TimedCall<Answer>['read'],
): Promise<CallEnd<Answer>> {
  const answer = read(await call(signal));
  return answer === undefined ? { end: 'garbage' } : { end: 'answered', answer };
}

function failedWith(error: unknown): CallEnd<never> {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : `threw a ${typeof error}`;
  return { end: 'error', detail: cutMessage(detail) };
}
