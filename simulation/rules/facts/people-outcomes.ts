/** The outcome of an act of people, as the answer to its request tells it. */
import { isForPage } from '../../history/people-call.js';
import { bodyOf, type Exchange } from './requests.js';

/** `unknown` if nobody was answered, or the node could not say. */
export type Outcome = 'done' | 'refused' | 'unknown';

export function outcomeOf({ outcome, answer, sent: { call } }: Exchange): Outcome {
  if (outcome !== 'answered' || answer === undefined || answer.status >= 500) return 'unknown';
  if (answer.status >= 400) return 'refused';
  if (!isForPage(call)) return 'done';
  const showsSecret = call.op === 'form' && (call.act === 'make_key' || call.act === 'rotate_key');
  if (showsSecret || (call.op === 'desk' && call.act === 'make_mkey'))
    return bodyOf(answer)?.hasSecret === true ? 'done' : 'refused';
  if (call.op === 'invite') return bodyOf(answer)?.hasLink === true ? 'done' : 'refused';
  return isLedToSignIn(answer) ? 'refused' : 'done';
}

/** A page led to the sign-in: the session was none. */
export function isLedToSignIn({ headers }: NonNullable<Exchange['answer']>): boolean {
  return headers.location?.startsWith('/sign-in') === true && headers['set-cookie'] === undefined;
}
