/**
 * Reads a provider's answer as a listener on the line hears it. The check is not the node's own, so that a
 * node that believes garbage is found out.
 */
import { ForbiddenFileError, type RemoteFile } from '../../../src/outward/outward.js';
import { BusyError, type ProviderState, type SubmitAnswer } from '../../../src/providers/provider.js';
import type { ProviderAnswered } from '../../history/observation.js';
import { FAILURE_SLUGS } from '../../rules/jobs/job-claims.js';
import { clipLengthOf } from './scripted/scripted-files.js';

type Heard = ProviderAnswered['answer'];

const HANDLE_CHARACTERS_MAX = 1_000;
const LOCATION_CHARACTERS_MAX = 2_000;
const OUTPUT_MS_MAX = 86_400_000;

export function heardSubmit(answer: unknown): Heard {
  if (!isSubmitAnswer(answer)) return { kind: 'garbage' };
  if (answer.outcome !== 'accepted') return { kind: 'submit', answer: withHint(answer) };
  return { kind: 'submit', answer: { ...answer, state: withHint(answer.state) } };
}

export function heardState(answer: unknown): Heard {
  return isState(answer) ? { kind: 'state', state: withHint(answer) } : { kind: 'garbage' };
}

export function heardFind(answer: unknown): Heard {
  return answer === undefined ? { kind: 'not_found' } : heardSubmit(answer);
}

/** A file is read to its end for this, beside whoever opened it. */
export async function heardFile(file: RemoteFile | undefined): Promise<Heard> {
  if (file === undefined) return { kind: 'gone' };
  if (!isFile(file)) return { kind: 'garbage' };
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of file.read(0, undefined)) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    return { kind: 'file', bytes: bytes.length, lengthMs: clipLengthOf(bytes), isWhole: true };
  } catch {
    return { kind: 'file', bytes: chunks.reduce((sum, { length }) => sum + length, 0), isWhole: false };
  }
}

export function heardError(error: unknown): Heard {
  if (error instanceof BusyError) return { kind: 'busy', askAgainAfterMs: error.askAgainAfterMs };
  return { kind: error instanceof ForbiddenFileError ? 'forbidden' : 'error' };
}

/** When to ask again is no reason to doubt the rest: a time that makes no sense is none. */
function withHint<Answer extends object>(answer: Answer): Answer {
  if (!('askAgainAfterMs' in answer)) return answer;
  const { askAgainAfterMs: hint, ...others } = answer;
  return typeof hint === 'number' && hint >= 0 ? answer : (others as Answer);
}

function isSubmitAnswer(answer: unknown): answer is SubmitAnswer {
  if (!isRecord(answer)) return false;
  switch (answer.outcome) {
    case 'accepted':
      return isText(answer.handle, HANDLE_CHARACTERS_MAX) && isState(answer.state);
    case 'rejected':
      return FAILURE_SLUGS.includes(answer.slug) && typeof answer.message === 'string';
    case 'not_now':
      return typeof answer.message === 'string';
    default:
      return false;
  }
}

function isState(state: unknown): state is ProviderState {
  if (!isRecord(state)) return false;
  switch (state.state) {
    case 'pending':
    case 'in_progress':
      return true;
    case 'made':
      return isText(state.location, LOCATION_CHARACTERS_MAX);
    case 'completed':
      return isLength(state.outputMs) && isText(state.location, LOCATION_CHARACTERS_MAX);
    case 'failed':
      return FAILURE_SLUGS.includes(state.slug) && typeof state.message === 'string';
    default:
      return false;
  }
}

function isFile(file: unknown): boolean {
  if (!isRecord(file)) return false;
  const { size, contentType, takesRanges, read } = file;
  const hasSize = size === undefined || (Number.isSafeInteger(size) && Number(size) >= 0);
  return (
    hasSize &&
    typeof contentType === 'string' &&
    typeof takesRanges === 'boolean' &&
    typeof read === 'function'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown, charactersMax: number): boolean {
  return typeof value === 'string' && value !== '' && value.length <= charactersMax;
}

function isLength(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= OUTPUT_MS_MAX;
}
