/**
 * Words of services: documented answers, each with the meaning that docs/providers.md gives it. They know no
 * adapter.
 */
import type { ServiceAnswer, ServiceRequest } from '../../../../src/outward/outward.js';
import type { ServiceName } from '../../../history/provider-kinds.js';
import type { Random } from '../../../world/random.js';
import { BOUNDARY_LOOKS, BOUNDARY_SUBMITS, FURTHER_WORDS } from './further-words.js';
import type { SecondLook } from './second-looks.js';
import { LANGUAGES } from './service-languages.js';
import { ASKED_AGAIN, JOB_REFUSED, refused, type ServiceWord } from './word-forms.js';

const WAITS_MS = [undefined, 200, 2_000, 15_000, 70_000];
/** Any of 500 to 599 but 503: a gateway before the service may have lost the answer, or the request. */
const OUTCOME_OPEN = [408, 500, 501, 502, 502, 504, 504, 507, 522];
const OF_THE_OPERATOR = [401, 402, 403, 404, 405];
const OF_THE_REQUEST = [400, 410, 413, 415, 422, 451];
/** Of the caller, or of the service. */
const LOOK_FAILED = [401, 402, 403, 408, 500, 501, 502, 504, 522];
const LOOK_REFUSED = [404, 405, 409, 410, 422];

/**
 * A word for a call, drawn by chance; undefined if it is neither a submit nor a look at a job.
 *
 * @param isSubmit whether the call carries a prompt
 */
export function wordFor(
  name: ServiceName,
  request: ServiceRequest,
  isSubmit: boolean,
  random: Random,
): ServiceWord | undefined {
  const { looks, submits } = LANGUAGES[name];
  const id = lookedAt(name, request);
  if (random.chance(0.4)) return aboutTheCall(name, request, isSubmit, random);
  const further = FURTHER_WORDS[name];
  if (isSubmit) {
    return random.pick([...submits(), ...refusals(name), ...further.submits(), ...BOUNDARY_SUBMITS]);
  }
  return id === undefined ? undefined : random.pick([...looks(id), ...further.looks(id), ...BOUNDARY_LOOKS]);
}

/** A word for the second look at a job. */
export function secondWordFor({ looks }: SecondLook, id: string, random: Random): ServiceWord {
  return random.pick([...looks(id), ...busy('busy', random), ...failedLooks()]);
}

/** A word that says nothing of the job itself, so that it is true of each. */
export function aboutTheCall(
  name: ServiceName,
  request: ServiceRequest,
  isSubmit: boolean,
  random: Random,
): ServiceWord | undefined {
  if (isSubmit) return random.pick([...busy('not now', random), ...open()]);
  return lookedAt(name, request) === undefined
    ? undefined
    : random.pick([...busy('busy', random), ...failedLooks()]);
}

/** The id of the job that a call looks at; undefined if it looks at none. */
export function lookedAt(name: ServiceName, { method, path }: ServiceRequest): string | undefined {
  return method === 'GET' ? LANGUAGES[name].look.exec(path)?.[1] : undefined;
}

export function answerOf({ status, body, retryAfterMs }: ServiceWord): ServiceAnswer {
  return { status, body, retryAfterMs };
}

function busy(means: string, random: Random): readonly ServiceWord[] {
  return [429, 503].map((status) => {
    const retryAfterMs = random.pick(WAITS_MS);
    return {
      status,
      means: `${means}, ${retryAfterMs ?? 'no'} ms`,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  });
}

function open(): readonly ServiceWord[] {
  return OUTCOME_OPEN.flatMap((status): ServiceWord[] => [
    { status, means: 'outcome unknown' },
    { status, means: 'outcome unknown', acts: true },
  ]);
}

function refusals(name: ServiceName): readonly ServiceWord[] {
  const conflict = name === 'openai-videos' ? 'outcome unknown' : refused('invalid_input');
  return [
    ...OF_THE_OPERATOR.map((status) => ({ status, means: refused('provider_rejected') })),
    ...OF_THE_REQUEST.map((status) => ({ status, means: refused('invalid_input') })),
    { status: 409, means: conflict },
  ];
}

function failedLooks(): readonly ServiceWord[] {
  return [
    ...LOOK_FAILED.map((status) => ({ status, means: ASKED_AGAIN })),
    ...LOOK_REFUSED.map((status) => ({ status, means: JOB_REFUSED })),
  ];
}
