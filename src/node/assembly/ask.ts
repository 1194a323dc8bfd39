import type { Behavior, Outcome } from '../../actors/runtime/behavior.js';
import type { ActorSystem } from '../../actors/runtime/system.js';

/** `ask` for callers that wait; rejects if the message was refused. */
export function ask<S, M, R, E>(
  system: ActorSystem<E>,
  behavior: Behavior<S, M, R, E>,
  id: string,
  message: M,
): Promise<R> {
  return new Promise((resolve, reject) => {
    system.ask(behavior, id, message, (outcome: Outcome<R>) => {
      if (outcome.ok) resolve(outcome.reply);
      else reject(new Error(`${behavior.kind} ${id} refused a message: ${outcome.refusal}`));
    });
  });
}
