/**
 * Options that bound calls to providers. Each bound holds for one model of one provider, so that no model
 * slows another.
 */

import { option } from './option.js';
import { wholeNumber } from './option-values.js';

export const PROVIDER_OPTIONS = {
  providerCallsMax: option(
    'at_reload',
    wholeNumber(1, 100_000, 'calls'),
    256,
    'Submits under way at once to one model of one provider.',
  ),
  providerWaitingMax: option(
    'at_reload',
    wholeNumber(1, 10_000_000, 'jobs'),
    100_000,
    'Accepted jobs that may wait until one model of one provider takes them, as they do while it is down; the next is refused with 503.',
  ),
  providerPollsMax: option(
    'at_reload',
    wholeNumber(1, 100_000, 'calls'),
    2_048,
    'Polls (requests for the state of a job) under way at once to one model of one provider. With N unfinished jobs, an interval of 20 s and T seconds to an answer, N × T / 20 are under way at a time.',
  ),
  providerCallsPerSecondMax: option(
    'at_reload',
    wholeNumber(1, 1_000_000, 'calls a second'),
    20_000,
    'Polls started in a second to one model of one provider; not more than the provider allows. N unfinished jobs and an interval of 20 s take N / 20 a second: with less, jobs are polled late; with twice that, a backlog is worked off.',
  ),
  providerSubmitTimeoutMs: option(
    'at_reload',
    wholeNumber(100, 600_000, 'milliseconds'),
    30_000,
    'Time that a provider has to answer a submit, in milliseconds.',
  ),
  providerPollTimeoutMs: option(
    'at_reload',
    wholeNumber(100, 600_000, 'milliseconds'),
    10_000,
    'Time that a provider has to answer a poll, in milliseconds.',
  ),
  providerLastCallTimeoutMs: option(
    'at_reload',
    wholeNumber(100, 600_000, 'milliseconds'),
    5_000,
    'Time that a provider has to answer the final poll of a job, before the job expires, in milliseconds.',
  ),
  providerBreakerFailures: option(
    'at_reload',
    wholeNumber(1, 10_000, 'calls'),
    8,
    'Calls in a row that fail before the circuit breaker opens: the model of that provider is not called for a while.',
  ),
  providerBreakerCoolDownMs: option(
    'at_reload',
    wholeNumber(10, 600_000, 'milliseconds'),
    1_000,
    'How long it is not called the first time, in milliseconds; twice as long each time that it fails again at once.',
  ),
  providerBreakerCoolDownMaxMs: option(
    'at_reload',
    wholeNumber(10, 3_600_000, 'milliseconds'),
    30_000,
    'How long it is not called at most, in milliseconds.',
  ),
};
