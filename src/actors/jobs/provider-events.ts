/** From what a provider reports to the events of the video job machine. */
import type { VideoJobEvent } from '../../machines/video-job.js';
import type { ProviderState } from '../../providers/provider.js';
import type { ProviderReport } from '../../providers/provider-report.js';

/** The events of the machine that a report stands for, in order. */
export function eventsOf(report: ProviderReport): VideoJobEvent[] {
  if (report.about === 'poll') return eventsOfState(report.state);
  if (report.about === 'final_poll') {
    return [
      ...(report.state === undefined ? [] : eventsOfState(report.state)),
      { type: 'FINAL_POLL_UNSETTLED' },
    ];
  }
  switch (report.outcome) {
    case 'accepted':
      return [{ type: 'SUBMIT_ACCEPTED', handle: report.handle }, ...eventsOfState(report.state)];
    case 'rejected':
      return [{ type: 'SUBMIT_REJECTED', slug: report.slug, message: report.message }];
    case 'not_now':
      return [{ type: 'SUBMIT_NOT_TAKEN', message: report.message }];
    case 'unknown':
      return [{ type: 'SUBMIT_WITHOUT_OUTCOME', slug: report.slug, message: report.message }];
  }
}

function eventsOfState(state: ProviderState): VideoJobEvent[] {
  switch (state.state) {
    case 'pending':
      return [];
    case 'in_progress':
    case 'made':
      return [{ type: 'STARTED' }];
    case 'completed':
      return [{ type: 'COMPLETED', lengthMs: state.outputMs, location: state.location }];
    case 'failed':
      return [{ type: 'FAILED', slug: state.slug, message: state.message }];
  }
}

/** When the provider said that asking again is worth it, in ms; undefined if it did not say. */
export function pollHintOf(report: ProviderReport): number | undefined {
  const state = 'state' in report ? report.state : undefined;
  return state !== undefined && 'askAgainAfterMs' in state ? state.askAgainAfterMs : undefined;
}
