/**
 * Reads a provider's answer as a listener on the line hears it. The check is not the node's own, so that a
 * node that believes garbage is found out.
 */
import type { ProviderState, SubmitAnswer } from '../../../src/providers/provider.js';
import type { ProviderAnswered } from '../../history/observation.js';

type Heard = ProviderAnswered['answer'];

export function heardSubmit(answer: unknown): Heard {
  return isSubmitAnswer(answer) ? { kind: 'submit', answer } : { kind: 'garbage' };
}

export function heardState(answer: unknown): Heard {
  return isState(answer) ? { kind: 'state', state: answer } : { kind: 'garbage' };
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
