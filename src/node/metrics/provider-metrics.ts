/** Calls to providers by route: a provider, and its own name of a model. */
import type { ModelCallsNumbers } from '../../providers/calls/model-calls.js';
import type { ProviderCalls } from '../../providers/calls/provider-calls.js';
import { counter, gauge, histogram } from './definition.js';
import type { MetricsPage } from './page.js';

const MODEL = ['provider', 'model'];
const KIND = [...MODEL, 'kind'];

export const PROVIDER_METRICS = {
  watched: gauge('tollgate_jobs_watched', 'Unfinished jobs that a provider has taken and is polled for.'),
  calls: counter(
    'tollgate_provider_calls_total',
    'Calls to providers that ended, by kind (submit; find: a look for a job whose submit had no known outcome; poll; last_call: the final poll of a job; cancel; text) and outcome: answered; of submits accepted; of submits and texts rejected, not_now; without one timeout, error, garbage; left, a text that nobody waited for any more.',
    [...KIND, 'outcome'],
  ),
  durations: histogram(
    'tollgate_provider_call_duration_seconds',
    'Time of calls to providers, however they ended.',
    KIND,
  ),
  inFlight: gauge('tollgate_provider_calls_in_flight', 'Calls to providers under way.', KIND),
  waiting: gauge(
    'tollgate_provider_calls_waiting',
    'Submits, looks for jobs and final polls that wait for their turn.',
    KIND,
  ),
  breaker: gauge('tollgate_provider_breaker_state', 'Circuit breaker: 0 closed, 1 half open, 2 open.', MODEL),
  openings: counter(
    'tollgate_provider_breaker_opened_total',
    'Times that the circuit breaker opened.',
    MODEL,
  ),
  lateness: histogram(
    'tollgate_provider_poll_lateness_seconds',
    'How long after their due time polls began.',
    MODEL,
  ),
};

export const BREAKER_STATES = ['closed', 'half_open', 'open'];

export function addProviderMetrics(page: MetricsPage, calls: ProviderCalls): void {
  const { watched, models } = calls.numbers();
  page.add(PROVIDER_METRICS.watched, watched);
  for (const numbers of models) addModel(page, numbers);
}

function addModel(page: MetricsPage, numbers: ModelCallsNumbers): void {
  const { provider, model } = numbers;
  const labels = { provider, model };
  for (const [kind, byOutcome] of Object.entries(numbers.calls)) {
    for (const [outcome, count] of Object.entries(byOutcome)) {
      page.add(PROVIDER_METRICS.calls, count, { ...labels, kind, outcome });
    }
  }
  for (const [kind, durations] of Object.entries(numbers.durations)) {
    page.addHistogram(PROVIDER_METRICS.durations, durations, { ...labels, kind });
  }
  for (const [kind, count] of Object.entries(numbers.inFlight)) {
    page.add(PROVIDER_METRICS.inFlight, count, { ...labels, kind });
  }
  page.add(PROVIDER_METRICS.waiting, numbers.submitsWaiting, { ...labels, kind: 'submit' });
  page.add(PROVIDER_METRICS.waiting, numbers.findsWaiting, { ...labels, kind: 'find' });
  page.add(PROVIDER_METRICS.waiting, numbers.finalPollsWaiting, { ...labels, kind: 'last_call' });
  page.add(PROVIDER_METRICS.breaker, BREAKER_STATES.indexOf(numbers.breaker), labels);
  page.add(PROVIDER_METRICS.openings, numbers.breakerOpenings, labels);
  page.addHistogram(PROVIDER_METRICS.lateness, numbers.pollLateness, labels);
}
