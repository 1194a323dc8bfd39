/** The bound on bodies, by the contract: up to it none is too large, beyond it none is looked into. */
import type { Operation } from '../api-description.js';
import { type ReadRequest, valuesOf } from '../wire/request-reader.js';
import type { Flaw } from './answer-rules.js';

/** Statuses that only a body that was read can have. */
const AFTER_BODY = [400, 402, 408, 409, 422];

/** @param operation undefined if there is none, and so no body is asked for */
export function flawOfSize(
  request: ReadRequest,
  operation: Operation | undefined,
  status: number,
  bytesMax: number,
): Flaw {
  const [announced] = valuesOf(request, 'content-length');
  if (announced === undefined) return undefined;
  const isTooLarge = operation?.body !== undefined && Number(announced) > bytesMax;
  if (!isTooLarge) return status === 413 ? `413 for a body of ${announced} bytes` : undefined;
  const isRead = status < 300 || AFTER_BODY.includes(status);
  return isRead ? `a ${status} for a body of ${announced} bytes, and ${bytesMax} are taken` : undefined;
}
