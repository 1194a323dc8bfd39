/** Requests that submit jobs. */
import type { SubmitCall } from '../../../history/client-call.js';
import { promptOf } from '../../../history/edges/prompt-of.js';
import { bearer, JSON_TYPE, type KnownKey, type PreparedRequest, withKey } from './prepared-request.js';

const BOUNDARY = 'part-of-a-submit';

export function submitRequest(call: SubmitCall, key: KnownKey): PreparedRequest {
  const { model, seconds, fields, idempotencyKey, head = {} } = call;
  const { trace, isQuoted = false, isForm = false } = head;
  const body = { model, prompt: promptOf(call), seconds, ...fields };
  const plain = withKey(key, 'POST', '/v1/videos', body);
  return {
    ...plain,
    fields: [
      bearer(key.text),
      isForm ? ['content-type', `multipart/form-data; boundary=${BOUNDARY}`] : JSON_TYPE,
      ...(idempotencyKey === undefined
        ? []
        : [['idempotency-key', isQuoted ? `"${idempotencyKey}"` : idempotencyKey] as const]),
      ...(trace === undefined ? [] : [['traceparent', trace] as const]),
    ],
    body: isForm ? formOf(body) : plain.body,
  };
}

function formOf(body: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(body).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`],
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}
