/** How operations answer: JSON text, errors, and what becomes of a refused message. */
import type { Refusal } from '../../actors/runtime/behavior.js';
import type { Page } from '../../actors/storage/page.js';
import type { MicroDa } from '../../money/micro-da.js';
import type { ApiError } from '../errors.js';
import type { ApiCaller, Caller, ManagementCaller, OperationAnswer } from '../operation.js';

const OVERLOADED_RETRY_MS = 1_000;
const STORAGE_RETRY_MS = 5_000;
const RESTART_RETRY_MS = 5_000;

export function ok(body: string | Uint8Array): OperationAnswer {
  return { kind: 'json', status: 200, body };
}

/** As `ok`, and shows this balance: under `/api` the operation knows whose it is. */
export function okWithBalance(body: string, balance: MicroDa | bigint): OperationAnswer {
  return { kind: 'json', status: 200, body, balance };
}

export function failed(error: ApiError): OperationAnswer {
  return { kind: 'error', error };
}

export function notFound(message: string, param?: string): ApiError {
  return { code: 'not_found', message, ...(param === undefined ? {} : { param }) };
}

/** A page in the contract's form. `items` are JSON texts; `next` is the id of the last one. */
export function printPage(items: readonly string[], hasMore: boolean, lastId: string | undefined): string {
  const next = hasMore && lastId !== undefined ? JSON.stringify(lastId) : 'null';
  return `{"object":"list","data":[${items.join(',')}],"has_more":${hasMore},"next":${next}}`;
}

export function printListed<Item extends { readonly id: string }>(
  { items, hasMore }: Page<Item>,
  print: (item: Item) => string,
): string {
  return printPage(items.map(print), hasMore, items.at(-1)?.id);
}

/** The answer to a message that was not handled. */
export function refused(refusal: Refusal): OperationAnswer {
  switch (refusal) {
    case 'overloaded':
      return failed({
        code: 'overloaded',
        message: 'Too many requests are waiting; nothing was done. Try again after retry_after seconds.',
        retryAfterMs: OVERLOADED_RETRY_MS,
      });
    case 'storage_unavailable':
      return failed({
        code: 'storage_unavailable',
        message: 'The disk takes no writes right now; nothing was done. Try again after retry_after seconds.',
        retryAfterMs: STORAGE_RETRY_MS,
      });
    case 'shutting_down':
      return failed({
        code: 'shutting_down',
        message: 'The gateway is stopping; nothing was done. Try again after retry_after seconds.',
        retryAfterMs: RESTART_RETRY_MS,
      });
    case 'quarantined':
    case 'defect':
      return failed({
        code: 'internal_error',
        message: 'The gateway failed at this request. Try again; if it goes on, give support the request_id.',
      });
  }
}

/** The pipeline lets only the credential through that the operation names: another one is a defect. */
export function apiCaller(caller: Caller): ApiCaller {
  if (caller.kind !== 'api') throw new Error('an operation for API keys got another caller');
  return caller;
}

export function managementCaller(caller: Caller): ManagementCaller {
  if (caller.kind !== 'management') throw new Error('an operation for management keys got another caller');
  return caller;
}
