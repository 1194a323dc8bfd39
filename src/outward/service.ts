/** Calls to one service, as `outward.ts` promises them. */
import type { Answer } from './answer.js';
import type { Connections } from './connections.js';
import { EventReader } from './event-stream.js';
import { listenTo } from './events.js';
import { readText, retryAfterMs } from './json-answer.js';
import type { Service, ServiceAnswer, ServiceConfig, ServiceRequest } from './outward.js';
import { openRemoteFile } from './remote-file.js';
import { type BegunRequest, Requests, type Sent } from './requests.js';
import { Secrets } from './secrets.js';
import type { Traffic } from './traffic.js';

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';
/** Of a stream that is left before its end: what is read of it yet, and for how long. */
const REST_BYTES_MAX = 65_536;
const REST_MS = 1_000;
const ANSWER_BYTES_MAX = 1_048_576;
/** The longest that an operator may have calls wait: with less, callers give up by themselves. */
const CALL_MS_MAX = 600_000;

export function makeService(
  config: ServiceConfig,
  connections: () => Promise<Connections>,
  traffic: Traffic,
): Service {
  const secrets = new Secrets(config.secretHeaders);
  const requests = new Requests(config, secrets, connections, traffic);

  /** Sends a request, and has its answer read; what `read` throws is cleaned of secrets, and counted. */
  async function sent<T>(
    request: ServiceRequest,
    signal: AbortSignal,
    options: Pick<Sent, 'pauseMs'> & { readonly accept: string },
    read: (answer: Answer, begun: BegunRequest) => Promise<T>,
  ): Promise<T> {
    const { method, headers } = request;
    const url = at(config, request.path);
    const begun = requests.begun('api', method, url, signal);
    try {
      const { pauseMs, accept } = options;
      const body = await bodyOf(request.body);
      const answer = await requests.send({
        method,
        url,
        headers: { accept, ...body.headers, ...headers },
        withSecret: true,
        body: body.body,
        signal,
        pauseMs,
      });
      return await read(answer, begun);
    } catch (error) {
      throw begun.failed(error);
    }
  }

  async function readAnswer(answer: Answer, begun: BegunRequest): Promise<ServiceAnswer> {
    const text = await readText(answer.body, ANSWER_BYTES_MAX);
    begun.answered(answer.statusCode, text);
    return {
      status: answer.statusCode,
      body: secrets.parse(text),
      retryAfterMs: retryAfterMs(String(answer.headers['retry-after'] ?? ''), Date.now()),
    };
  }

  /** If the events are left, the end of the answer is read for a while: then its connection serves again. */
  async function* cleanEvents(
    { statusCode, body }: Answer,
    begun: BegunRequest,
    signal: AbortSignal,
  ): AsyncGenerator<readonly string[]> {
    const reader = new EventReader();
    let isTold = false;
    try {
      for (let next = await body.next(); next.done !== true; next = await body.next()) {
        const events = reader.read(next.value);
        if (events.length > 0) yield events.map((data) => secrets.removedFromData(data));
      }
    } catch (error) {
      isTold = true;
      throw begun.failed(error);
    } finally {
      // A reader may have all that it wants before the end.
      if (!isTold && signal.aborted) begun.failed(signal.reason);
      else if (!isTold) begun.answered(statusCode, '');
      if (!body.isOver) body.drop(REST_BYTES_MAX, AbortSignal.timeout(REST_MS));
    }
  }

  return {
    call: (request, signal) =>
      withinLimit(signal, (limited) => sent(request, limited, { accept: JSON_TYPE }, readAnswer)),
    stream: (request, signal) =>
      sent(request, signal, { accept: `${EVENTS_TYPE}, ${JSON_TYPE}`, pauseMs: 0 }, async (answer, begun) =>
        isEvents(answer)
          ? { status: answer.statusCode, events: cleanEvents(answer, begun, signal) }
          : readAnswer(answer, begun),
      ),
    openFile: (file, signal) => openRemoteFile(requests, file, signal),
    async listen(path, onMessage, signal) {
      const url = at(config, path);
      const begun = requests.begun('events', 'GET', url, signal);
      try {
        await listenTo({
          connections: await connections(),
          url,
          headers: config.secretHeaders,
          onMessage: (text) => onMessage(secrets.removedFromData(text)),
          signal,
        });
        begun.answered(101, '');
      } catch (error) {
        throw begun.failed(error);
      }
    },
  };
}

function isEvents({ statusCode, headers }: Answer): boolean {
  return statusCode < 300 && String(headers['content-type']).toLowerCase().startsWith(EVENTS_TYPE);
}

/** Behind the configured URL, and nowhere else. */
function at(config: ServiceConfig, path: string): URL {
  if (!path.startsWith('/')) throw new Error('the path of a call begins with a slash');
  return new URL(config.url + path);
}

async function bodyOf(body: unknown): Promise<Pick<Sent, 'body' | 'headers'>> {
  if (body === undefined) return { headers: {} };
  if (!(body instanceof FormData)) {
    return { body: JSON.stringify(body), headers: { 'content-type': JSON_TYPE } };
  }
  // The library knows its own class alone.
  const { FormData: FormOfLibrary } = await import('undici');
  const form = new FormOfLibrary();
  for (const [name, value] of body.entries()) form.append(name, value);
  return { body: form, headers: {} };
}

/** Has a call end after the longest time, too, whatever its caller does. */
async function withinLimit<T>(signal: AbortSignal, call: (limited: AbortSignal) => Promise<T>): Promise<T> {
  const limited = new AbortController();
  const end = () => limited.abort(signal.reason);
  const timer = setTimeout(() => limited.abort(new Error('no answer within ten minutes')), CALL_MS_MAX);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await call(limited.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
