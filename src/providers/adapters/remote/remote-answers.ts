/**
 * The part of reading a service's answers that is the same for all of them: which statuses say that nothing
 * was taken, and the words that may be shown to a client.
 */
import { NoConnectionError, type ServiceAnswer } from '../../../outward/outward.js';
import { cutMessage } from '../../cut-message.js';
import {
  BusyError,
  type FailureSlug,
  type ProviderState,
  RefusedError,
  type SubmitAnswer,
} from '../../provider.js';

const MESSAGE_CHARACTERS_MAX = 300;

/** Statuses that say for sure that a submit was not taken, and may be later. */
const NOT_NOW: ReadonlySet<number> = new Set([429, 503]);

/** Refusals of a look-up that say nothing of the job, but of key, account, rights or a slow request. */
const ABOUT_THE_CALLER: ReadonlySet<number> = new Set([401, 402, 403, 408]);

/** How one service answers a submit. */
export interface SubmitReading {
  /** Of a submit that was taken; undefined if the answer is not one of the service's. */
  handleOf(body: unknown): string | undefined;
  /** The failure that a refusal (400 to 499) stands for; undefined if the status alone tells. */
  slugOf(answer: ServiceAnswer): FailureSlug | undefined;
  messageOf(body: unknown): string | undefined;
}

/** Slugs by the service's own names of failures. The first that fits counts. */
export type FailureTable = Readonly<Record<string, FailureSlug>>;

export function slugIn(table: FailureTable, failure: string | undefined): FailureSlug | undefined {
  return failure !== undefined && Object.hasOwn(table, failure) ? table[failure] : undefined;
}

/** For services that have no names for failures: each is a word in small letters that a message holds. */
export function slugWithin(table: FailureTable, message: string | undefined): FailureSlug | undefined {
  if (message === undefined) return undefined;
  const words = message.toLowerCase();
  return Object.entries(table).find(([word]) => words.includes(word))?.[1];
}

/**
 * Carries out a submit, and reads the answer by the rules that hold for every service: no connection, 429 and
 * 503 are *not now*, a refusal is for good, and every other 5xx leaves the outcome open.
 *
 * @throws if the outcome is not known
 */
export async function submitted(
  answered: Promise<ServiceAnswer>,
  reading: SubmitReading,
): Promise<SubmitAnswer> {
  let answer: ServiceAnswer;
  try {
    answer = await answered;
  } catch (error) {
    if (error instanceof NoConnectionError) return { outcome: 'not_now', message: error.message };
    throw error;
  }
  const { status, body, retryAfterMs } = answer;
  const message = cleanMessage(reading.messageOf(body) ?? `The provider answered ${status}.`);
  if (NOT_NOW.has(status)) {
    return {
      outcome: 'not_now',
      message,
      ...(retryAfterMs === undefined ? {} : { askAgainAfterMs: retryAfterMs }),
    };
  }
  if (status >= 200 && status <= 299) {
    const handle = reading.handleOf(body);
    if (handle !== undefined) return { outcome: 'accepted', handle, state: { state: 'pending' } };
    throw new Error(`an answer to a submit that makes no sense, with status ${status}`);
  }
  if (status >= 400 && status <= 499 && status !== 408) {
    return { outcome: 'rejected', slug: reading.slugOf(answer) ?? refusalSlug(status), message };
  }
  throw new Error(`a submit was answered ${status}`);
}

/**
 * The body of a look-up that succeeded.
 *
 * @throws if it did not: `BusyError` if the service turned it away, `RefusedError` if it refused this job
 */
export async function lookedUp(answered: Promise<ServiceAnswer>): Promise<unknown> {
  const { status, body, retryAfterMs } = await answered;
  if (NOT_NOW.has(status)) throw new BusyError(`a poll was answered ${status}`, retryAfterMs);
  if (status >= 200 && status <= 299) return body;
  const isRefused = status >= 400 && status <= 499 && !ABOUT_THE_CALLER.has(status);
  throw new (isRefused ? RefusedError : Error)(`a poll was answered ${status}`);
}

/** A job that its provider has completed, with the length that the provider says, if it says one. */
export function made(location: string, saidSeconds?: number): ProviderState {
  if (saidSeconds === undefined || !(saidSeconds >= 0)) return { state: 'made', location };
  return { state: 'made', location, saidMs: Math.round(saidSeconds * 1000) };
}

/** A job that failed at its provider, in the provider's words if it has any. */
export function failed(
  slug: FailureSlug,
  message = 'The provider failed, and gave no reason.',
): ProviderState & { readonly state: 'failed' } {
  return { state: 'failed', slug, message: cleanMessage(message) };
}

/** A provider's words, fit for a client: without URLs and long tokens, at most 300 characters. */
export function cleanMessage(text: string): string {
  const cleaned = text
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[link]')
    .replace(/\b(bearer|key|token)[\s:=]+(?=\S*\d)[^\s"',]{8,}/gi, '$1 [secret]')
    .replace(/\b[\w-]{32,}\b/g, '[id]')
    .replace(/\s+/g, ' ')
    .trim();
  return cutMessage(cleaned, MESSAGE_CHARACTERS_MAX);
}

/** Key, credit, address and model: no request of a client mends these, an operator does. */
const ABOUT_THE_OPERATOR: ReadonlySet<number> = new Set([401, 402, 403, 404, 405]);

function refusalSlug(status: number): FailureSlug {
  return ABOUT_THE_OPERATOR.has(status) ? 'provider_rejected' : 'invalid_input';
}
