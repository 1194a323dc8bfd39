/** One provider over its stand-in in virtual time, without sockets. */
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import type { MakeService, RemoteFile, ServiceAnswer, ServiceRequest } from '../../../src/outward/outward.js';
import type { Adapter } from '../../../src/providers/adapters/adapter.js';
import type { StandIn, StandInRequest } from '../../../src/providers/adapters/remote/stand-in.js';
import type { Provider, ProviderSubmit } from '../../../src/providers/provider.js';

const URL_OF_STAND_IN = 'http://127.0.0.1:1';
const KEY = 'stand-in-key-0123456789abcdef';

export interface StandInStage {
  readonly provider: Provider;
  readonly world: VirtualWorld;
  readonly standIn: StandIn;
  /** The requests up to now. */
  readonly requests: readonly ServiceRequest[];
  /** The next calls are answered so, and the stand-in sees none of them. */
  answerInstead(...answers: readonly Partial<ServiceAnswer>[]): void;
  /** How often the provider began to listen to events, and whether it does now. */
  readonly listening: { times: number; isOn: boolean; end(): void };
}

/** Never aborted. */
export const CALL = { signal: new AbortController().signal };

export function stageOf(
  adapter: Adapter,
  settings: Readonly<Record<string, unknown>> = {},
  files: ReadonlyMap<string, RemoteFile> = new Map(),
): StandInStage {
  const world = new VirtualWorld();
  const standIn = adapter.makeStandIn?.({
    nowMs: () => world.steadyMs(),
    key: KEY,
    baseUrl: () => URL_OF_STAND_IN,
    pendingMs: 1_000,
    runningMs: 10_000,
    clip: (lengthMs) => new Uint8Array(lengthMs),
  });
  if (standIn === undefined) throw new Error(`${adapter.kind} has no stand-in`);
  const requests: ServiceRequest[] = [];
  const instead: Partial<ServiceAnswer>[] = [];
  const listening = { times: 0, isOn: false, end: () => {} };
  const makeService: MakeService = ({ secretHeaders }) => ({
    async call(request) {
      requests.push(request);
      const planned = instead.shift();
      const { status, body } = planned ?? standIn.answer(asked(request, secretHeaders));
      return { status: status ?? 200, body, retryAfterMs: planned?.retryAfterMs };
    },
    stream: () => Promise.reject(new Error('this stand-in sends no events')),
    openFile: async ({ url }) => files.get(url),
    listen(path, onMessage, signal) {
      listening.times++;
      listening.isOn = true;
      const request = asked({ method: 'GET', path }, secretHeaders);
      const end = standIn.listen?.(request, onMessage);
      return new Promise((resolve) => {
        listening.end = () => {
          listening.isOn = false;
          end?.();
          resolve();
        };
        signal.addEventListener('abort', () => listening.end());
      });
    },
  });
  const parts = { name: adapter.kind, world, secret: new Uint8Array(32), deadlineAfterMs: 60_000, key: KEY };
  const provider = adapter.create({ ...parts, makeService }, { url: URL_OF_STAND_IN, ...settings });
  return { provider, world, standIn, requests, listening, answerInstead: (...all) => instead.push(...all) };
}

export function submitOf(given: Partial<ProviderSubmit> = {}): ProviderSubmit {
  return { jobId: 'video_1', model: 'a-model', prompt: 'a boat', lengthMs: 6_000, extra: {}, ...given };
}

/** A file of a few bytes. */
export function fileOf(contentType: string, bytes: Uint8Array): RemoteFile {
  return {
    contentType,
    size: bytes.length,
    takesRanges: false,
    async *read() {
      yield bytes;
    },
  };
}

function asked(
  { method, path, body, headers }: ServiceRequest,
  secretHeaders: Readonly<Record<string, string>>,
): StandInRequest {
  const { pathname, searchParams } = new URL(path, URL_OF_STAND_IN);
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: { ...headers, ...secretHeaders },
    body: body instanceof FormData ? Object.fromEntries(body) : body,
  };
}
