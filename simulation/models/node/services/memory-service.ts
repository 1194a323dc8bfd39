/** Calls a stand-in in the same process, in virtual time, with the faults of a network and of its service. */
import {
  ForbiddenFileError,
  NoConnectionError,
  type RemoteFile,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from '../../../../src/outward/outward.js';
import { Secrets } from '../../../../src/outward/secrets.js';
import type {
  StandIn,
  StandInAnswer,
  StandInRequest,
} from '../../../../src/providers/adapters/remote/stand-in.js';
import type { World } from '../../../../src/time/world.js';
import { GARBAGE_FORMS, garbled } from '../../../world/garbage.js';
import { passed } from '../../../world/passed.js';
import type { Random } from '../../../world/random.js';
import { readGarbled } from '../../../world/read-garbled.js';
import { answerOf as saidBy } from './service-words.js';
import { type ServiceWord, UNDERSTOOD } from './word-forms.js';

/** The fate of one call. The first four never reach the service. */
export const SERVICE_FAULTS = [
  'no_connection',
  'reset_unseen',
  'too_many',
  'unavailable',
  /** The service acts, and this comes back. */
  'reset',
  'silent',
  'broken',
  'garbage',
  'late',
] as const;
export type ServiceFault = (typeof SERVICE_FAULTS)[number];

export interface MemoryServiceOptions {
  readonly world: World;
  readonly standIn: StandIn;
  readonly url: string;
  readonly secretHeaders: Readonly<Record<string, string>>;
  /** The key in those headers, which garbage may repeat. */
  readonly key: string;
  /** That garbage follows. */
  readonly random: Random;
  /** Undefined for a call that goes well. */
  readonly nextFault: (request?: ServiceRequest) => ServiceFault | undefined;
  /** Of a call that goes well otherwise: whether its answer is garbage. */
  readonly isGarbageNext: () => boolean;
  /** Undefined for a call that the stand-in answers. */
  readonly nextWord: (request: ServiceRequest) => ServiceWord | undefined;
  /** How much longer an answer takes than most: what the service said of a job may be over by then. */
  readonly nextPauseMs: () => number;
  /** The call with this signal hears a word, or a service that behaves; undefined amid faults. */
  readonly said: (signal: AbortSignal, word: ServiceWord | undefined) => void;
  /** The stand-in has seen a request. */
  readonly acted: () => void;
}

const DELAY_MS = 20;
const LATE_MS = 3_000;
/** A call is given up after so long. */
const TIME_LIMIT_MS = 30_000;
const RETRY_AFTER_MS = 2_000;

export function memoryService(options: MemoryServiceOptions): Service {
  const { world, url, nextFault, isGarbageNext, key, random } = options;
  const secrets = new Secrets(options.secretHeaders);
  const garbage = ({ path }: ServiceRequest, answer: ServiceAnswer) => {
    const made = garbled(random.pick(GARBAGE_FORMS), answer, random, key);
    // By an empty history ComfyUI says that it does not know a prompt: that is sound.
    const isSound = path.startsWith('/history/') && made.text === '{}';
    return readGarbled(isSound ? { ...made, text: '' } : made, secrets);
  };
  return {
    call: async (request, signal) => {
      const act = () => answerOf(ask(options, request));
      const fault = nextFault(request) ?? (isGarbageNext() ? 'garbage' : undefined);
      const word = fault === undefined ? options.nextWord(request) : undefined;
      if (word?.acts) act();
      const said = word === undefined ? act : () => saidBy(word);
      const { answer, afterMs } = fated(fault, said, (sound) => garbage(request, sound));
      options.said(signal, fault === undefined ? (word ?? soundly(answer)) : undefined);
      await passed(world, afterMs + options.nextPauseMs(), signal);
      if (!('status' in answer)) throw answer;
      return answer;
    },
    stream: () => Promise.reject(new Error('no service in memory sends events')),
    openFile: async (file, signal) => {
      const fault = nextFault();
      await passed(world, fault === 'silent' ? TIME_LIMIT_MS : DELAY_MS, signal);
      if (fault !== undefined) throw new Error('the connection was reset');
      if (file.isForeign || !file.url.startsWith(url)) throw new ForbiddenFileError('an address of nobody');
      const answer = ask(options, { method: 'GET', path: file.url.slice(url.length) });
      if (answer.status === 404 || answer.status === 410) return undefined;
      if (!(answer.body instanceof Uint8Array)) throw new Error('no file');
      return oddly(fileOf(answer.body), random);
    },
    // Progress comes by polls, too.
    listen: (_, __, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  };
}

function soundly(answer: ServiceAnswer | Error): ServiceWord | undefined {
  return 'status' in answer ? { status: answer.status, body: answer.body, means: UNDERSTOOD } : undefined;
}

function fated(
  fault: ServiceFault | undefined,
  act: () => ServiceAnswer,
  garbage: (answer: ServiceAnswer) => ServiceAnswer | Error,
): { readonly answer: ServiceAnswer | Error; readonly afterMs: number } {
  const soon = (answer: ServiceAnswer | Error) => ({ answer, afterMs: DELAY_MS });
  switch (fault) {
    case 'no_connection':
      return soon(new NoConnectionError('nobody listens there'));
    case 'reset_unseen':
      return soon(new Error('the connection was reset'));
    case 'too_many':
    case 'unavailable': {
      const status = fault === 'too_many' ? 429 : 503;
      return soon({ status, body: undefined, retryAfterMs: RETRY_AFTER_MS });
    }
  }
  const answer = act();
  switch (fault) {
    case 'reset':
      return soon(new Error('the connection was reset'));
    case 'silent':
      return { answer: new Error('no answer in time'), afterMs: TIME_LIMIT_MS };
    case 'broken':
      return soon({ status: 500, body: undefined, retryAfterMs: undefined });
    case 'garbage':
      return soon(garbage(answer));
    case 'late':
      return { answer, afterMs: LATE_MS };
    case undefined:
      return soon(answer);
  }
}

function ask(
  { standIn, url, secretHeaders, acted }: MemoryServiceOptions,
  request: ServiceRequest,
): StandInAnswer {
  const { pathname, searchParams } = new URL(url + request.path);
  const asked: StandInRequest = {
    method: request.method,
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: { ...request.headers, ...secretHeaders },
    body: bodyOf(request.body),
  };
  const answer = standIn.answer(asked);
  acted();
  return answer;
}

/** As it arrives. */
function bodyOf(body: unknown): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}

function answerOf({ status, body }: StandInAnswer): ServiceAnswer {
  return { status, body: bodyOf(body), retryAfterMs: undefined };
}

/** A file is what its bytes are, whatever is said of it. */
function oddly(file: RemoteFile, random: Random): RemoteFile {
  const contentType = random.pick(['video/mp4', '', 'text/html', 'video/mp4; codecs="x"', '\u0000']);
  return { ...file, contentType, ...(random.chance(0.2) ? { size: undefined } : {}) };
}

function fileOf(bytes: Uint8Array): RemoteFile {
  return {
    contentType: 'video/mp4',
    size: bytes.length,
    takesRanges: true,
    async *read(from, to = bytes.length) {
      yield bytes.subarray(from, to);
    },
  };
}
