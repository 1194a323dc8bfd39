/** Calls a stand-in in the same process, in virtual time, with the faults of a network and of its service. */
import {
  ForbiddenFileError,
  NoConnectionError,
  type RemoteFile,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from '../../../../src/outward/outward.js';
import type {
  StandIn,
  StandInAnswer,
  StandInRequest,
} from '../../../../src/providers/adapters/remote/stand-in.js';
import type { World } from '../../../../src/time/world.js';

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
  /** Undefined for a call that goes well. */
  readonly nextFault: (request?: ServiceRequest) => ServiceFault | undefined;
  /** The stand-in has seen a request. */
  readonly acted: () => void;
}

const DELAY_MS = 20;
const LATE_MS = 3_000;
/** A call is given up after so long. */
const TIME_LIMIT_MS = 30_000;
const RETRY_AFTER_MS = 2_000;

export function memoryService(options: MemoryServiceOptions): Service {
  const { world, url, nextFault } = options;
  return {
    call: (request, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        const { answer, afterMs } = fated(nextFault(request), () => answerOf(ask(options, request)));
        world.after(afterMs, () => ('status' in answer ? resolve(answer) : reject(answer)));
      }),
    stream: () => Promise.reject(new Error('no service in memory sends events')),
    openFile: (file, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        const fault = nextFault();
        world.after(fault === 'silent' ? TIME_LIMIT_MS : DELAY_MS, () => {
          if (fault !== undefined) return reject(new Error('the connection was reset'));
          if (file.isForeign || !file.url.startsWith(url))
            return reject(new ForbiddenFileError('an address of nobody'));
          const answer = ask(options, { method: 'GET', path: file.url.slice(url.length) });
          if (answer.status === 404 || answer.status === 410) return resolve(undefined);
          return answer.body instanceof Uint8Array
            ? resolve(fileOf(answer.body))
            : reject(new Error('no file'));
        });
      }),
    // Progress comes by polls, too.
    listen: (_, __, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  };
}

function fated(
  fault: ServiceFault | undefined,
  act: () => ServiceAnswer,
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
      return soon({ status: 200, body: { unexpected: true }, retryAfterMs: undefined });
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
