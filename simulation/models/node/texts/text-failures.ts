/** A server of texts that takes no text, or fails amid one. */
import type { ServiceAnswer } from '../../../../src/outward/outward.js';
import type { TextFlaw } from '../../../history/texts/text-script.js';
import type { TextGarbage } from './text-garbage.js';

const STATUSES = { not_now: 429, reject: 400, reject_content: 400, fail: 500 } as const;

export function refusal(
  how: keyof typeof STATUSES,
  garbage: TextGarbage,
): Omit<ServiceAnswer, 'retryAfterMs'> {
  const code = how === 'reject_content' ? 'content_policy_violation' : how;
  const body = { error: { message: garbage.words('The server does not take it.'), code } };
  return { status: STATUSES[how], body };
}

/** Throws at the end, if the connection does not end in order. */
export function* flawed(how: TextFlaw['do'], garbage: TextGarbage): Generator<readonly string[]> {
  if (how === 'end') return;
  if (how === 'garbage') yield [garbage.event()];
  if (how === 'error_event') yield [JSON.stringify({ error: { message: 'The server fails.' } })];
  throw new Error('the connection was reset');
}

/** Rejects once the caller gives up. */
export function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
}
