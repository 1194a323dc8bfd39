/** Options that bound what clients may ask for, and what jobs and the node itself may take. */

import { option } from './option.js';
import { TRUE_OR_FALSE, wholeNumber } from './option-values.js';

const DAY_MS = 86_400_000;

export const REQUEST_OPTIONS = {
  bodyMaxBytes: option(
    'at_reload',
    wholeNumber(1_024, 104_857_600, 'bytes'),
    1_048_576,
    'Largest request body, in bytes.',
  ),
  bodyTimeoutMs: option(
    'at_reload',
    wholeNumber(10, 600_000, 'milliseconds'),
    10_000,
    'Time for a request body to arrive whole, in milliseconds.',
  ),
  bodiesMaxMib: option(
    'at_reload',
    wholeNumber(1, 65_536, 'MiB'),
    256,
    'Memory for all request bodies under way together, in MiB; beyond it requests with a body are refused with 503.',
  ),
  defaultRpm: option(
    'at_reload',
    wholeNumber(1, 1_000_000, 'requests a minute'),
    60,
    'Requests a minute of an API key without a limit of its own.',
  ),
  managementRpm: option(
    'at_reload',
    wholeNumber(1, 1_000_000, 'requests a minute'),
    6_000,
    'Requests a minute of a management key.',
  ),
  keysPerAccountMax: option(
    'at_reload',
    wholeNumber(1, 1_000_000, 'API keys'),
    100,
    "Most API keys of an account that are not revoked; the operators' account may have any number.",
  ),
  addressRpm: option(
    'at_reload',
    wholeNumber(1, 1_000_000, 'requests a minute'),
    60,
    'Requests a minute of a client address (IPv6: of its /64) without a valid key.',
  ),
  addressWindowsMax: option(
    'at_reload',
    wholeNumber(1, 10_000_000, 'addresses'),
    100_000,
    'Most client addresses that are counted one by one; addresses beyond them share one count.',
  ),
};

const TEXT_MS = wholeNumber(100, 3_600_000, 'milliseconds');

export const TEXT_OPTIONS = {
  generations: option(
    'at_start',
    TRUE_OR_FALSE,
    false,
    'Whether GET /v1/generations/{id} is served: tokens, cost and times of a text, by the id of its request.',
  ),
  openGenerationsMax: option(
    'at_reload',
    wholeNumber(1, 1_000_000, 'generations'),
    100,
    'Most open text generations of one API key.',
  ),
  firstTokenMaxMs: option(
    'at_reload',
    TEXT_MS,
    60_000,
    'Time that a provider has until the first token of a text that comes as a stream, in milliseconds.',
  ),
  wholeTextMaxMs: option(
    'at_reload',
    TEXT_MS,
    600_000,
    'Time that a provider has for a text that does not come as a stream, in milliseconds.',
  ),
  tokenPauseMaxMs: option(
    'at_reload',
    TEXT_MS,
    30_000,
    'Time that a provider has from one piece of a text to the next, in milliseconds.',
  ),
  abandonedStreamMaxMs: option(
    'at_reload',
    wholeNumber(0, 600_000, 'milliseconds'),
    10_000,
    'Time for which a text whose client has gone is read on, for the usage at its end, in milliseconds.',
  ),
};

export const JOB_OPTIONS = {
  openJobsMax: option(
    'at_reload',
    wholeNumber(1, 1_000_000, 'jobs'),
    1_000,
    'Most unfinished jobs of one API key.',
  ),
  retentionDays: option('at_reload', wholeNumber(1, 36_500, 'days'), 90, 'Days a settled job is kept.'),
  idempotencyHours: option(
    'at_reload',
    wholeNumber(1, 8_760, 'hours'),
    24,
    'Hours an Idempotency-Key is remembered.',
  ),
  jobDeadlineMinutes: option(
    'at_reload',
    wholeNumber(1, 10_080, 'minutes'),
    30,
    'Minutes after its submit at which an unsettled job expires, unless its model sets another deadline.',
  ),
  resultDeadlineMinutes: option(
    'at_reload',
    wholeNumber(1, 10_080, 'minutes'),
    120,
    'Minutes after its provider has completed it at which a job fails whose result could not be read.',
  ),
};

export const CAPACITY_OPTIONS = {
  gateTimeLimitMs: option(
    'at_start',
    wholeNumber(100, 600_000, 'milliseconds'),
    5_000,
    'Time that a commit may take before the requests that wait for it are refused with 503, in milliseconds.',
  ),
  mailboxMax: option(
    'at_start',
    wholeNumber(10_000, 10_000_000, 'messages'),
    10_000,
    'Messages that may wait for one actor (a key, an account or a job) before the next is refused with 503; for all actors together, ten times as many.',
  ),
  queueDelayMaxMs: option(
    'at_start',
    wholeNumber(50, 60_000, 'milliseconds'),
    500,
    'Time that requests may wait for their turn before new jobs are refused with 503, in milliseconds. A shorter rush is waited out.',
  ),
  connectionsMax: option(
    'at_start',
    wholeNumber(1, 10_000_000, 'connections'),
    100_000,
    'Most open connections; a further one is closed at once. Never more than the limit of open files less 128, and less a quarter, at most 4096, if services are called.',
  ),
  memoryMaxMib: option(
    'at_start',
    wholeNumber(0, 16_777_216, 'MiB'),
    0,
    'Memory of the process, without mapped files, above which new jobs and long lists are refused with 503, in MiB. 0 stands for nine tenths of the limit of its control group, if that is less than the machine has. The heap of V8 has a bound of its own.',
  ),
  diskReserveMib: option(
    'at_start',
    wholeNumber(0, 16_777_216, 'MiB'),
    64,
    'Free space on the disk below which new jobs are refused with 503, so that those under way can be settled, in MiB; at most a fiftieth of the disk.',
  ),
  residentActorsMax: option(
    'at_start',
    wholeNumber(100, 100_000_000, 'actors'),
    100_000,
    'Actors in memory above which idle ones leave it early.',
  ),
  residentKeysMax: option(
    'at_start',
    wholeNumber(1, 10_000_000, 'keys'),
    1_000_000,
    'Most keys in memory, of those that were used since the start; some 400 bytes each.',
  ),
  passivateAfterMs: option(
    'at_start',
    wholeNumber(1_000, DAY_MS, 'milliseconds'),
    120_000,
    'Time an actor stays in memory after its last message, in milliseconds.',
  ),
  lmdbMapMib: option(
    'at_start',
    wholeNumber(16, 16_777_216, 'MiB'),
    65_536,
    'Address space set aside for the database from the start, in MiB. It takes neither memory nor disk, and grows if it is too small.',
  ),
};
