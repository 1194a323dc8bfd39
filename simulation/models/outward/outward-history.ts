/** Histories of calls to a service, each with a script of what the service does. */
import type { FaultLevel, History } from '../../model.js';
import { Random } from '../../world/random.js';
import { drawnAddress } from './addresses.js';

export const OUTWARD_MODEL = 'outward';

interface Stepped {
  readonly id: number;
  readonly at: number;
}

/** `in_head`: after half of the head; `in_body`: before the last byte. `never`: the caller gives up. */
export type AnswerEnd = 'whole' | 'before' | 'in_head' | 'in_body' | 'never';

/** In Base64, within a longer text in Base64, as a name, behind escapes. */
export type SecretBody =
  | 'secret'
  | 'escaped_secret'
  | 'base64_secret'
  | 'hidden_secret'
  | 'named_secret'
  | 'bearer_secret';

export interface AnswerScript {
  readonly status: number;
  /** `…secret`: JSON that repeats the key. `longest`: of 1 MiB; `long`: a byte more. */
  readonly body: 'json' | 'garbage' | SecretBody | 'longest' | 'long';
  readonly framing: 'length' | 'chunks' | 'close';
  readonly pieces: number;
  /** In seconds; as a date from now, or as it stands. */
  readonly retryAfter?: { readonly as: 'seconds' | 'date' | 'garbage'; readonly seconds: number };
  readonly isHinted: boolean;
  readonly end: AnswerEnd;
}

export interface CallStep extends Stepped {
  readonly do: 'call';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body: 'none' | 'json' | 'form';
  readonly answer: AnswerScript;
  /** The places that it is sent on to before that: a path of the service, or another origin. */
  readonly hops: readonly ('path' | 'url' | 'elsewhere')[];
}

export interface StreamStep extends Stepped {
  readonly do: 'stream';
  /** The data of each event. */
  readonly events: readonly string[];
  readonly newline: '\n' | '\r\n';
  readonly pieces: number;
  readonly end: 'whole' | 'in_body';
  /** Reads no more after the first. */
  readonly isLeft: boolean;
  /** They begin with the mark of the order of bytes. */
  readonly isMarked?: true;
  /** The service sends none, but this. */
  readonly refusal?: Pick<AnswerScript, 'status' | 'body'>;
}

export interface FileStep extends Stepped {
  readonly do: 'file';
  readonly size: number;
  /**
   * `part`: half of each range. `shifted`: ranges begin a byte late; `shifted_later`: all but those from the
   * beginning. `broken`: all but the last byte.
   */
  readonly serves: 'ranges' | 'part' | 'shifted' | 'shifted_later' | 'whole' | 'gone' | 'broken';
  readonly from: number;
  readonly to?: number;
  readonly withSecret: boolean;
  readonly isLeft: boolean;
}

/** A file at an address that a client named. */
export interface ForeignStep extends Stepped {
  readonly do: 'foreign';
  readonly scheme: 'http' | 'https';
  /** An address, or a name that has those addresses. */
  readonly host: string;
  readonly addresses: readonly string[];
}

export interface AddressStep extends Stepped {
  readonly do: 'address';
  readonly address: string;
  readonly isPublic: boolean;
}

export type OutwardStep = CallStep | StreamStep | FileStep | ForeignStep | AddressStep;
export type OutwardHistory = History<OutwardStep, null>;

/** No more of any text that is told apart. */
const EVENTS_MAX = 6;
const FILE_BYTES_MAX = 5_000;
/** The one address that the calls may lead to beside the service's own. */
export const ALLOWED_ADDRESS = '127.0.0.9';

export function generateOutwardHistory(seed: number, faults: FaultLevel): OutwardHistory {
  const random = new Random(seed);
  const steps = Array.from({ length: random.between(3, 14) }, (_, id): OutwardStep => {
    const make = random.weighted<(random: Random, faults: FaultLevel) => OutwardStep>([
      [6, callStep],
      [3, streamStep],
      [4, fileStep],
      [1, foreignStep],
      [1, addressStep],
    ]);
    const step = make(random, faults);
    return { ...step, ...further(step, random.fork(`further ${id}`)), id, at: id };
  });
  return { v: 1, model: OUTWARD_MODEL, seed, faults, setup: null, steps };
}

function callStep(random: Random, faults: FaultLevel): CallStep {
  const isFaulty = faults !== 'none' && random.chance(faults === 'light' ? 0.2 : 0.5);
  const method = random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const);
  const hopsMax = random.chance(0.3) ? 5 : 0;
  return {
    id: 0,
    at: 0,
    do: 'call',
    method,
    body: method === 'GET' ? 'none' : random.pick(['none', 'json', 'form'] as const),
    answer: {
      status: random.pick([200, 200, 201, 400, 401, 404, 429, 500, 503]),
      body: random.weighted([
        [6, 'json'],
        [1, 'garbage'],
        [2, 'secret'],
        [2, 'escaped_secret'],
        [0.3, 'longest'],
        [0.3, 'long'],
      ] as const),
      framing: random.pick(['length', 'chunks', 'close'] as const),
      pieces: random.between(1, 4),
      ...(random.chance(0.4)
        ? {
            retryAfter: {
              as: random.pick(['seconds', 'date', 'garbage'] as const),
              seconds: random.pick([0, 7, 3_600, 900_000]),
            },
          }
        : {}),
      isHinted: random.chance(0.1),
      end: isFaulty ? random.pick(['before', 'in_head', 'in_body', 'never'] as const) : 'whole',
    },
    hops: Array.from({ length: random.below(hopsMax + 1) }, () =>
      random.weighted([
        [4, 'path'],
        [4, 'url'],
        [1, 'elsewhere'],
      ] as const),
    ),
  };
}

/** Changes to a step, from draws of their own, so that those of all steps stay what they are. */
function further(step: OutwardStep, random: Random): object {
  const secret = () =>
    random.pick(['base64_secret', 'hidden_secret', 'named_secret', 'bearer_secret'] as const);
  if (step.do === 'stream') {
    if (random.chance(0.3)) {
      const [status, body] = [
        random.pick([200, 400, 404, 429, 500]),
        random.pick(['json', secret()] as const),
      ];
      return { events: [], end: 'whole', isLeft: false, refusal: { status, body } };
    }
    return random.chance(0.2) ? { isMarked: true } : {};
  }
  if (step.do !== 'call') return {};
  const { answer } = step;
  const isPast = answer.retryAfter?.as === 'date' && random.chance(0.3);
  return {
    answer: {
      ...answer,
      ...(answer.body !== 'long' && random.chance(0.3) && { body: secret() }),
      ...(random.chance(0.3) && { status: random.pick([299, 402, 408, 422, 502, 504, 599]) }),
      ...(isPast && { retryAfter: { as: 'date', seconds: -100 } }),
    },
  };
}

function streamStep(random: Random, faults: FaultLevel): StreamStep {
  const data = () =>
    random.pick(['one', 'two\nlines', '', 'é 中 🎈', '{"a":1}', 'the key SECRET again', '[DONE]']);
  return {
    id: 0,
    at: 0,
    do: 'stream',
    events: Array.from({ length: random.below(EVENTS_MAX + 1) }, data),
    newline: random.pick(['\n', '\r\n'] as const),
    pieces: random.between(1, 6),
    end: faults !== 'none' && random.chance(0.3) ? 'in_body' : 'whole',
    isLeft: random.chance(0.2),
  };
}

function fileStep(random: Random): FileStep {
  const serves = random.weighted([
    [4, 'ranges'],
    [2, 'part'],
    [1, 'shifted'],
    [1.5, 'shifted_later'],
    [3, 'whole'],
    [1, 'gone'],
    [1, 'broken'],
  ] as const);
  const shortest = serves === 'shifted' ? 2 : 0;
  const size = shortest + random.pick([0, 1, 2, random.between(3, FILE_BYTES_MAX)]);
  const from = random.below(size + 1);
  return {
    id: 0,
    at: 0,
    do: 'file',
    size,
    serves,
    from,
    ...(random.chance(0.7) ? { to: random.between(from, size + 2) } : {}),
    withSecret: random.chance(0.5),
    isLeft: random.chance(0.2),
  };
}

function foreignStep(random: Random): ForeignStep {
  const name = 'files.test';
  const [host, addresses] = random.pick<readonly [string, readonly string[]]>([
    ['127.0.0.1', []],
    ['10.1.2.3', []],
    ['[::1]', []],
    ['localhost', [ALLOWED_ADDRESS]],
    ['a.internal', [ALLOWED_ADDRESS]],
    [name, ['127.0.0.1']],
    [name, [ALLOWED_ADDRESS, '127.0.0.1']],
    [name, [ALLOWED_ADDRESS]],
    [ALLOWED_ADDRESS, []],
  ]);
  return { id: 0, at: 0, do: 'foreign', scheme: random.pick(['http', 'https'] as const), host, addresses };
}

function addressStep(random: Random): AddressStep {
  return { id: 0, at: 0, do: 'address', ...drawnAddress(random) };
}
