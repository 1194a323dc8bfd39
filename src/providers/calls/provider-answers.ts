/**
 * Parses what an adapter answered: into an answer that fits, made safe, or garbage.
 *
 * An adapter is trusted with its protocol, not with its answers: what comes out of here is bounded, typed,
 * and shares nothing with what came in. Written by hand, as each poll of each job passes through here.
 *
 * Invariants
 *  1. Texts are bounded: handle 1,000, location 2,000, message 500 characters (a longer message is cut).
 *  2. `outputMs` is a whole number from 0 to 24 hours; `progress` a whole number from 0 to 100.
 *  3. A state asks for no longer wait than `POLL_HINT_MAX_MS`, a refusal for now for a day at most.
 */

import type { RemoteFile } from '../../outward/outward.js';
import { cutMessage } from '../cut-message.js';
import { FAILURE_SLUGS, type FailureSlug, type ProviderState, type SubmitAnswer } from '../provider.js';
import { POLL_HINT_MAX_MS } from './poll-schedule.js';

const HANDLE_CHARACTERS_MAX = 1_000;
const LOCATION_CHARACTERS_MAX = 2_000;
export const MESSAGE_CHARACTERS_MAX = 500;
const OUTPUT_MS_MAX = 24 * 60 * 60_000;
const REFUSED_FOR_MS_MAX = 24 * 60 * 60_000;

const KNOWN_SLUGS: ReadonlySet<unknown> = new Set(FAILURE_SLUGS);

/** Undefined for garbage. */
export function readSubmitAnswer(answer: unknown): SubmitAnswer | undefined {
  if (!isRecord(answer)) return undefined;
  switch (answer.outcome) {
    case 'accepted': {
      const { handle } = answer;
      const state = readProviderState(answer.state);
      if (!isText(handle, HANDLE_CHARACTERS_MAX) || state === undefined) return undefined;
      return { outcome: 'accepted', handle, state };
    }
    case 'rejected': {
      const { slug, message } = answer;
      if (!isSlug(slug) || typeof message !== 'string') return undefined;
      return { outcome: 'rejected', slug, message: cutMessage(message, MESSAGE_CHARACTERS_MAX) };
    }
    case 'not_now':
      if (typeof answer.message !== 'string') return undefined;
      return {
        outcome: 'not_now',
        message: cutMessage(answer.message, MESSAGE_CHARACTERS_MAX),
        ...askAgain(answer, REFUSED_FOR_MS_MAX),
      };
    default:
      return undefined;
  }
}

/** The answer to a look for a job. */
export type FindAnswer = SubmitAnswer | { readonly outcome: 'not_found' };

/** Undefined for garbage; `undefined` itself stands for a job that the provider does not have. */
export function readFindAnswer(answer: unknown): FindAnswer | undefined {
  return answer === undefined ? { outcome: 'not_found' } : readSubmitAnswer(answer);
}

/** Undefined for garbage. */
export function readProviderState(answer: unknown): ProviderState | undefined {
  if (!isRecord(answer)) return undefined;
  switch (answer.state) {
    case 'pending':
      return { state: 'pending', ...askAgain(answer, POLL_HINT_MAX_MS) };
    case 'in_progress':
      return { state: 'in_progress', ...progress(answer), ...askAgain(answer, POLL_HINT_MAX_MS) };
    case 'completed': {
      const { outputMs, location } = answer;
      if (!isWholeUpTo(outputMs, OUTPUT_MS_MAX) || !isText(location, LOCATION_CHARACTERS_MAX))
        return undefined;
      return { state: 'completed', outputMs, location };
    }
    case 'made': {
      const { location, saidMs } = answer;
      if (!isText(location, LOCATION_CHARACTERS_MAX)) return undefined;
      return { state: 'made', location, ...(isWholeUpTo(saidMs, OUTPUT_MS_MAX) ? { saidMs } : {}) };
    }
    case 'failed': {
      const { slug, message } = answer;
      if (!isSlug(slug) || typeof message !== 'string') return undefined;
      return { state: 'failed', slug, message: cutMessage(message, MESSAGE_CHARACTERS_MAX) };
    }
    default:
      return undefined;
  }
}

/** Undefined for garbage. The content itself is the adapter's, and is not looked into. */
export function readResultFile(answer: unknown): RemoteFile | undefined {
  if (!isRecord(answer) || typeof answer.read !== 'function') return undefined;
  const { contentType, size, takesRanges } = answer;
  if (typeof contentType !== 'string' || typeof takesRanges !== 'boolean') return undefined;
  if (size !== undefined && !isWholeUpTo(size, Number.MAX_SAFE_INTEGER)) return undefined;
  const file = answer as unknown as RemoteFile;
  return { contentType, size, takesRanges, read: (from, to) => file.read(from, to) };
}

/** A hint that makes no sense is dropped: it is no reason to doubt the state beside it. */
function askAgain({ askAgainAfterMs }: Record<string, unknown>, maxMs: number): { askAgainAfterMs?: number } {
  if (typeof askAgainAfterMs !== 'number' || !(askAgainAfterMs >= 0)) return {};
  return { askAgainAfterMs: Math.min(Math.ceil(askAgainAfterMs), maxMs) };
}

function progress({ progress }: Record<string, unknown>): { progress?: number } {
  if (typeof progress !== 'number' || Number.isNaN(progress)) return {};
  return { progress: Math.floor(Math.min(Math.max(progress, 0), 100)) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown, charactersMax: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= charactersMax;
}

function isWholeUpTo(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max;
}

function isSlug(value: unknown): value is FailureSlug {
  return KNOWN_SLUGS.has(value);
}
