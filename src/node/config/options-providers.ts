/** Options that bound calls to providers. Each bound holds for one model of one provider, so that no model slows another. */
import { wholeNumber } from './config-values.js';
import { option } from './option.js';

export const PROVIDER_OPTIONS = {
  providerCallsMax: option(
    'at_reload',
    wholeNumber(1, 100_000, 'calls'),
    256,
    'Submits under way at once to one model of one provider.',
  ),
  providerWaitingMax: option(
    'at_start',
    wholeNumber(1, 10_000_000, 'jobs'),
    100_000,
    'Accepted jobs that may wait for one model of one provider to take them, as they do while it is down; the next is refused with 503.',
  ),
  providerPollsMax: option(
    'at_reload',
    wholeNumber(1, 100_000, 'calls'),
    2_048,
    'Polls, the questions how a job stands, under way at once to one model of one provider. With N unfinished jobs, an interval of 20 s and T seconds to an answer, N × T / 20 are under way at a time.',
  ),
  providerCallsPerSecondMax: option(
    'at_reload',
    wholeNumber(1, 1_000_000, 'calls a second'),
    20_000,
    'Polls started in a second to one model of one provider; what a provider allows, where it tells. N unfinished jobs and an interval of 20 s take N / 20 a second; with less than that jobs are polled late, with twice that a wave of them ebbs away.',
  ),
  providerSubmitTimeoutMs: option(
    'at_reload',
    wholeNumber(100, 600_000, 'milliseconds'),
    30_000,
    'Time a provider has to answer a submit, in milliseconds.',
  ),
  providerPollTimeoutMs: option(
    'at_reload',
    wholeNumber(100, 600_000, 'milliseconds'),
    10_000,
    'Time a provider has to answer how a job stands, in milliseconds.',
  ),
  providerLastCallTimeoutMs: option(
    'at_reload',
    wholeNumber(100, 600_000, 'milliseconds'),
    5_000,
    'Time a provider has to answer the last question about a job before it expires, in milliseconds.',
  ),
  providerBreakerFailures: option(
    'at_reload',
    wholeNumber(1, 10_000, 'calls'),
    8,
    'Calls in a row that fail before a model of a provider is left alone for a while.',
  ),
  providerBreakerCoolDownMs: option(
    'at_reload',
    wholeNumber(10, 600_000, 'milliseconds'),
    1_000,
    'How long it is left alone the first time, in milliseconds; twice as long each time that it fails again at once.',
  ),
  providerBreakerCoolDownMaxMs: option(
    'at_reload',
    wholeNumber(10, 3_600_000, 'milliseconds'),
    30_000,
    'How long it is left alone at most, in milliseconds.',
  ),
};
