/** From what a provider reports to the events of the video job machine. */
import type { VideoJobEvent } from '../../machines/video-job-events.js';
import type { ProviderState } from '../../providers/provider.js';
import type {
  FindReport,
  ProviderReport,
  ReadingReport,
  SubmitReport,
} from '../../providers/provider-report.js';

/**
 * The events of the machine that a report stands for, in order.
 *
 * @param isTooLate true if the time is over within which a submit may be repeated
 */
export function eventsOf(report: ProviderReport, isTooLate: boolean): VideoJobEvent[] {
  switch (report.about) {
    case 'poll':
      return eventsOfState(report.state);
    case 'final_poll':
      return [
        ...(report.state === undefined ? [] : eventsOfState(report.state)),
        { type: 'FINAL_POLL_UNSETTLED' },
      ];
    case 'submit_waits':
      return [{ type: 'SUBMIT_WAITS' }];
    case 'submit_begins':
      return [{ type: 'SUBMIT_BEGINS' }];
    case 'reading':
      return [eventOfReading(report)];
    default:
      return eventsOfSubmit(report, isTooLate);
  }
}

function eventsOfSubmit(report: SubmitReport | FindReport, isTooLate: boolean): VideoJobEvent[] {
  switch (report.outcome) {
    case 'accepted':
      return [{ type: 'SUBMIT_ACCEPTED', handle: report.handle }, ...eventsOfState(report.state)];
    case 'rejected':
      return [{ type: 'SUBMIT_REJECTED', slug: report.slug, message: report.message }];
    case 'not_now':
      return [{ type: 'SUBMIT_NOT_TAKEN', message: report.message, isTooLate }];
    case 'unknown':
      return [{ type: 'SUBMIT_WITHOUT_OUTCOME', message: report.message, isTooLate }];
    case 'not_found':
      return [{ type: 'NOT_FOUND' }];
  }
}

function eventOfReading(report: ReadingReport): VideoJobEvent {
  if (report.outcome === 'unreadable') return { type: 'RESULT_UNREADABLE', message: report.message };
  const { lengthMs, link, file } = report;
  return { type: 'RESULT_READ', lengthMs, link, file };
}

function eventsOfState(state: ProviderState): VideoJobEvent[] {
  switch (state.state) {
    case 'pending':
      return [];
    case 'in_progress':
      return [{ type: 'STARTED' }];
    case 'made': {
      const { location, saidMs } = state;
      return [{ type: 'MADE', location, ...(saidMs === undefined ? {} : { saidMs }) }];
    }
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
