/**
 * The part of reading a service's answers that is the same for all of them: which statuses say that nothing
 * was taken, and the words that may be shown to a client.
 */
import type { ServiceAnswer } from '../../../outward/outward.js';
import { NoConnectionError } from '../../../outward/outward.js';
import { BusyError, type FailureSlug, type SubmitAnswer } from '../../provider.js';

const MESSAGE_CHARACTERS_MAX = 300;

/** Statuses that say for sure that a submit was not taken, and may be later. */
const NOT_NOW: ReadonlySet<number> = new Set([429, 503]);

/** How a service answers a submit that it takes: undefined if this answer is not one of its own. */
export type ReadAccepted = (body: unknown) => SubmitAnswer | undefined;

/**
 * Carries out a submit, and reads the answer by the rules that hold for every service: no connection, 429 and
 * 503 are *not now*, a refusal is for good, and every other 5xx leaves the outcome open.
 *
 * @param slugOf the failure that a refusal (400 to 499) stands for; `invalid_input` if undefined
 * @throws if the outcome is not known
 */
export async function submitted(
  answered: Promise<ServiceAnswer>,
  readAccepted: ReadAccepted,
  slugOf: (answer: ServiceAnswer) => FailureSlug | undefined,
  messageOf: (body: unknown) => string | undefined,
): Promise<SubmitAnswer> {
  let answer: ServiceAnswer;
  try {
    answer = await answered;
  } catch (error) {
    if (error instanceof NoConnectionError) return { outcome: 'not_now', message: error.message };
    throw error;
  }
  const { status, body, retryAfterMs } = answer;
  const message = cleanMessage(messageOf(body) ?? `The provider answered ${status}.`);
  if (NOT_NOW.has(status)) {
    return {
      outcome: 'not_now',
      message,
      ...(retryAfterMs === undefined ? {} : { askAgainAfterMs: retryAfterMs }),
    };
  }
  if (status >= 200 && status <= 299) {
    const accepted = readAccepted(body);
    if (accepted !== undefined) return accepted;
    throw new Error(`an answer to a submit that makes no sense, with status ${status}`);
  }
  if (status >= 400 && status <= 499 && status !== 408) {
    return { outcome: 'rejected', slug: slugOf(answer) ?? refusalSlug(status), message };
  }
  throw new Error(`a submit was answered ${status}`);
}

/** The body of a look-up that succeeded. @throws if it did not; `BusyError` if the service turned it away */
export async function lookedUp(answered: Promise<ServiceAnswer>): Promise<unknown> {
  const { status, body, retryAfterMs } = await answered;
  if (NOT_NOW.has(status)) throw new BusyError(`a poll was answered ${status}`, retryAfterMs);
  if (status < 200 || status > 299) throw new Error(`a poll was answered ${status}`);
  return body;
}

/** A provider's words, fit for a client: without URLs and long tokens, at most 300 characters. */
export function cleanMessage(text: string): string {
  const cleaned = text
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[link]')
    .replace(/\b(?:bearer|key|token)\s+\S+/gi, '[secret]')
    .replace(/\b[\w-]{32,}\b/g, '[id]')
    .replace(/\s+/g, ' ')
    .trim();
  if (cleaned.length <= MESSAGE_CHARACTERS_MAX) return cleaned;
  return cleaned.slice(0, MESSAGE_CHARACTERS_MAX).replace(/[\ud800-\udbff]$/, '');
}

/** 401, 402 and 403 are between the operator and the provider: no request of a client mends them. */
function refusalSlug(status: number): FailureSlug {
  return status === 401 || status === 402 || status === 403 ? 'provider_rejected' : 'invalid_input';
}
