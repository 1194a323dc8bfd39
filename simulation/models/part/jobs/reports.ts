/** The reports of a provider, or of the reader of results, on a job. */
import type { ProviderState } from '../../../../src/providers/provider.js';
import type { ProviderReport } from '../../../../src/providers/provider-report.js';
import type { Heard, Told } from './told-jobs.js';

const MESSAGE = 'So it is.';

export function reportOf(told: Told, outputMs: number): ProviderReport {
  switch (told.is) {
    case 'accepted':
      return { about: 'submit', outcome: 'accepted', handle: 'handle', state: stateOf(told, outputMs) };
    case 'polled':
      return { about: 'poll', state: stateOf(told, outputMs) };
    case 'last_poll':
      return { about: 'final_poll', state: stateOf(told, outputMs) };
    case 'no_last_answer':
      return { about: 'final_poll', state: undefined };
    case 'rejected':
      return { about: 'submit', outcome: 'rejected', slug: 'provider_rejected', message: MESSAGE };
    case 'waits':
      return { about: 'submit_waits' };
    case 'begins':
      return { about: 'submit_begins' };
    case 'not_found':
      return { about: 'find', outcome: 'not_found' };
    case 'read': {
      const file = { provider: 'a', type: 'video/mp4', ranges: true, size: 1 } as never;
      return { about: 'reading', outcome: 'read', lengthMs: outputMs, link: '/results/1', file };
    }
    case 'unreadable':
      return { about: 'reading', outcome: 'unreadable', message: MESSAGE };
    default:
      return { about: 'submit', outcome: told.is === 'not_now' ? 'not_now' : 'unknown', message: MESSAGE };
  }
}

function stateOf(
  { state, hintMs }: { readonly state: Heard; readonly hintMs?: number },
  outputMs: number,
): ProviderState {
  switch (state) {
    case 'pending':
    case 'in_progress':
      return { state, ...(hintMs === undefined ? {} : { askAgainAfterMs: hintMs }) };
    case 'completed':
      return { state, outputMs, location: 'there' };
    case 'made':
      return { state, location: 'there', saidMs: outputMs };
    case 'failed':
      return { state, slug: 'provider_error', message: MESSAGE };
  }
}
