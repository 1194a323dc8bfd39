/**
 * Reads a provider's answer as a listener on the line hears it. The check is not the node's own, so that a
 * node that believes garbage is found out.
 */
import { ForbiddenFileError, type RemoteFile } from '../../../src/outward/outward.js';
import { BusyError, type ProviderState, type SubmitAnswer } from '../../../src/providers/provider.js';
import type { ProviderAnswered } from '../../history/observation.js';
import { clipLengthOf } from './scripted/scripted-files.js';

type Heard = ProviderAnswered['answer'];

export function heardSubmit(answer: unknown): Heard {
  return isSubmitAnswer(answer) ? { kind: 'submit', answer } : { kind: 'garbage' };
}

export function heardState(answer: unknown): Heard {
  return isState(answer) ? { kind: 'state', state: answer } : { kind: 'garbage' };
}

export function heardFind(answer: unknown): Heard {
  return answer === undefined ? { kind: 'not_found' } : heardSubmit(answer);
}

/** A file is read to its end for this, beside whoever opened it. */
export async function heardFile(file: RemoteFile | undefined): Promise<Heard> {
  if (file === undefined) return { kind: 'gone' };
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

function isSubmitAnswer(answer: unknown): answer is SubmitAnswer {
  if (!isRecord(answer)) return false;
  switch (answer.outcome) {
    case 'accepted':
      return isText(answer.handle) && isState(answer.state);
    case 'rejected':
      return isText(answer.slug) && typeof answer.message === 'string';
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
      return isText(state.location);
    case 'completed':
      return Number.isSafeInteger(state.outputMs) && Number(state.outputMs) >= 0 && isText(state.location);
    case 'failed':
      return isText(state.slug) && typeof state.message === 'string';
    default:
      return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
