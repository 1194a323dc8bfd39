import { SERVICE_KEY } from '../../../../simulation/history/provider-kinds.js';
import { SERVICE_ANSWERS } from '../../../../simulation/rules/providers/service-answers.js';
import { checkBreaches } from '../check-breaches.js';
import { answered, at, JOB, type Moment } from '../told-history.js';

const FAILED = { state: 'failed', slug: 'provider_error', message: 'no state' } as const;
const REFUSED = { outcome: 'rejected', slug: 'invalid_input', message: 'no sense' } as const;
const about = { provider: 'fal', model: 'model/0@fal', jobId: JOB };

function polled(answer: Extract<Moment, { what: 'provider_answered' }>['answer']): readonly Moment[] {
  return [
    { what: 'provider_called', call: 90, kind: 'poll', ...about },
    { what: 'provider_answered', call: 90, answer },
  ];
}

/** A clip of this length is made of a job of 4 s. */
function read(lengthMs: number): readonly Moment[] {
  return [
    { what: 'provider_called', call: 86, kind: 'submit', prompt: 'a boat', lengthMs: 4_000, ...about },
    { what: 'provider_called', call: 87, kind: 'read', ...about },
    {
      what: 'provider_answered',
      call: 87,
      answer: { kind: 'file', bytes: 17, lengthMs, isWhole: true },
    },
  ];
}

const NEVER_ENDS = {
  submits: [],
  polls: [],
  pendingMs: 0,
  runningMs: 0,
  end: { how: 'never' },
} as const;
const submit: Moment = {
  what: 'sent',
  request: 900,
  step: 0,
  call: { op: 'submit', key: 0, model: 'model/0', prompt: 'endless', script: NEVER_ENDS },
  arrivesBy: 0,
  keyId: '',
  jobId: '',
  credential: 'api',
  address: '',
  hasBody: true,
};

checkBreaches(
  SERVICE_ANSWERS,
  [
    [
      'a poll fails a job that does not fail',
      { more: at(300, ...polled({ kind: 'state', state: FAILED })) },
      /fails .*it does not fail there/,
    ],
    [
      'a submit is refused that is taken',
      { more: at(300, ...polled({ kind: 'submit', answer: REFUSED })) },
      /is said to refuse/,
    ],
    [
      'a job is made that never ends',
      {
        more: at(
          300,
          submit,
          { what: 'provider_called', call: 89, kind: 'submit', prompt: 'endless', ...about },
          ...polled({ kind: 'state', state: { state: 'made', location: 'there' } }),
        ),
      },
      /which never ends there/,
    ],
    [
      'a clip is longer than the one that is paid for',
      { more: at(300, ...read(6_000)) },
      /fal was asked for 6000 ms of video_1, which is for 4000 ms/,
    ],
    [
      'a job is not found that was begun before it was looked for',
      {
        more: at(
          300,
          { what: 'provider_began', ...about, nth: 1 },
          { what: 'provider_called', call: 88, kind: 'find', ...about },
          { what: 'provider_answered', call: 88, answer: { kind: 'not_found' } },
        ),
      },
      /fal is said not to know video_1, which it has begun/,
    ],
    [
      'an answer holds the key of a service',
      { more: at(300, answered(901, 200, { error_message: `wrong key ${SERVICE_KEY}` })) },
      /holds the key of a service/,
    ],
  ],
  [
    [
      'a job fails that was given up',
      {
        more: at(
          300,
          { what: 'provider_called', call: 88, kind: 'cancel', ...about },
          ...polled({ kind: 'state', state: FAILED }),
        ),
      },
    ],
    ['a clip ends within a frame of the length that is paid for', { more: at(300, ...read(4_020)) }],
    [
      'a job is not found that begins while it is looked for',
      {
        more: at(
          300,
          { what: 'provider_called', call: 88, kind: 'find', ...about },
          { what: 'provider_began', ...about, nth: 1 },
          { what: 'provider_answered', call: 88, answer: { kind: 'not_found' } },
        ),
      },
    ],
    ['a poll brings no answer', { more: at(300, ...polled({ kind: 'error' })) }],
  ],
);
