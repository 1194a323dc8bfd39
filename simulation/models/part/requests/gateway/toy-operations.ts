/** Operations that do nothing but say how they were called, and answer as each request wants it. */
import type { ApiError } from '../../../../../src/http/errors.js';
import type { Operation, OperationAnswer, OperationInput } from '../../../../../src/http/operation.js';
import type { MicroDa } from '../../../../../src/money/micro-da.js';
import type { Given, Script } from './gateway-acts.js';

export const CONTENT_BYTES = 100;
const FROZEN: ApiError = { code: 'operator_only', message: 'This is for operators.' };
const OVER: ApiError = { code: 'provider_timeout', message: 'No text came in time.' };

/** A call as an operation sees it. */
export interface ToyCall {
  readonly seen: object;
  readonly signal: () => AbortSignal;
  /** Settles the promise that it was answered with. */
  readonly finish: () => void;
}

export interface ToyDesk {
  scriptOf(n: number): Script;
  called(n: number, call: ToyCall): void;
  isFrozen: boolean;
}

type ToyParts = Pick<Operation, 'method' | 'path' | 'isRead'> & Partial<Operation>;

export function toyOperations(desk: ToyDesk): readonly Operation[] {
  const toy = (parts: ToyParts): Operation => ({
    credential: parts.path.startsWith('/v1') ? 'api' : 'management',
    body: 'none',
    headers: ['idempotency-key'],
    handle: (input) => handled(input, desk),
    ...parts,
  });
  const validateRights: Operation['validateRights'] = ({ caller }) =>
    desk.isFrozen || (caller.kind === 'management' && caller.role !== 'operator') ? FROZEN : undefined;
  return [
    toy({ method: 'GET', path: '/v1/things', isRead: true }),
    toy({ method: 'POST', path: '/v1/things', isRead: false, body: 'json_or_multipart', shedAs: 'billable' }),
    toy({ method: 'GET', path: '/v1/things/{id}', isRead: true }),
    toy({ method: 'GET', path: '/v1/things/{id}/content', isRead: true }),
    toy({
      ...{ method: 'POST', path: '/v1/texts', isRead: false, body: 'json', shedAs: 'billable' },
      tookTooLong: OVER,
      bodyOptional: true,
    }),
    toy({ method: 'GET', path: '/v1/walks', isRead: true, shedAs: 'walk' }),
    toy({ method: 'GET', path: '/v1/slow', isRead: true, hasOwnTimeLimit: true }),
    toy({ method: 'GET', path: '/api/notes', isRead: true }),
    toy({ method: 'PATCH', path: '/api/notes/{id}', isRead: false, body: 'json', validateRights }),
    toy({ method: 'DELETE', path: '/api/notes/{id}', isRead: false }),
  ];
}

function handled(input: OperationInput, desk: ToyDesk): OperationAnswer | Promise<OperationAnswer> {
  const n = Number(input.query.get('n'));
  const { when, given, takesSignal } = desk.scriptOf(n);
  const taken = takesSignal ? input.signal : undefined;
  let settle: Parameters<ConstructorParameters<typeof Promise<OperationAnswer>>[0]> | undefined;
  const later = new Promise<OperationAnswer>((...both) => {
    settle = both;
  });
  const finish = () =>
    when === 'fails' ? settle?.[1](new Error('a toy fails')) : settle?.[0](answerOf(given));
  desk.called(n, { seen: seenOf(input), signal: () => taken ?? input.signal, finish });
  if (when === 'throws') throw new Error('a toy throws');
  return when === 'now' ? answerOf(given) : later;
}

function seenOf({ caller, id, address, header, body, baseUrl }: OperationInput): object {
  return {
    caller: caller.id,
    kind: caller.kind,
    account: caller.account,
    role: caller.kind === 'management' ? caller.role : undefined,
    id,
    address,
    repeat: header('idempotency-key'),
    body,
    baseUrl,
  };
}

function answerOf(given: Given): OperationAnswer {
  if (given.kind === 'error') return given;
  if (given.kind === 'json') {
    const headers = given.status === 202 ? [['Location', '/v1/things/t_1'] as const] : undefined;
    const balance = given.balance as MicroDa | undefined;
    return {
      ...{ kind: 'json', status: given.status, body: '{"toy":true}' },
      ...(headers && { headers }),
      ...(balance !== undefined && { balance }),
    };
  }
  if (given.kind === 'content') return { kind: 'content', fileName: 'toy.mp4', content: CONTENT };
  if (given.kind === 'stream')
    return { kind: 'stream', chunks: eventsOf(), headers: [['X-Toy', 'yes']], balance: 7 as MicroDa };
  return {
    kind: 'upgrade',
    watcher: { by: { kind: 'session', id: 'session_1' }, account: undefined },
    otherwise: { code: 'invalid_request', message: 'This is for WebSockets.' },
    refusal: given.isRefused ? { code: 'overloaded', message: 'There is no room.' } : undefined,
  };
}

const CONTENT = {
  contentType: 'video/mp4',
  size: CONTENT_BYTES,
  takesRanges: true,
  async *read(from: number, to = CONTENT_BYTES) {
    yield Buffer.from('c'.repeat(to - from));
  },
};

async function* eventsOf() {
  yield Buffer.from('data: 1\n\n');
}
