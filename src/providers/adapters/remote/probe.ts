/** Reads the answer to a probe: the cheapest call of a service that makes nothing, and needs the key. */
import type { ServiceAnswer } from '../../../outward/outward.js';

/**
 * The line about the provider that `said` makes of an answer.
 *
 * @param said undefined if the answer is not one that this kind of service gives
 * @throws with words on what an operator has to mend
 */
export async function probed(
  answered: Promise<ServiceAnswer>,
  said: (answer: ServiceAnswer) => string | undefined,
): Promise<string> {
  const answer = await answered;
  const { status } = answer;
  if (status === 401 || status === 403) {
    throw new Error(`it refuses the key (${status}): put the right one where key-env or key-file says`);
  }
  const line = said(answer);
  if (line !== undefined) return line;
  if (status === 429 || status >= 500) throw new Error(`it answers ${status}: try again later`);
  throw new Error(`it answers ${status}, and not as this kind of service does: mend the url`);
}
