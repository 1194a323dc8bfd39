/** Requests that submit jobs. */
import type { SubmitCall } from '../../../history/client-call.js';
import { promptOf } from '../../../history/edges/prompt-of.js';
import { formOf, formType } from './form-spellings.js';
import {
  bearer,
  JSON_TYPE,
  type KnownKey,
  type PreparedRequest,
  repeatable,
  withKey,
} from './prepared-request.js';

export function submitRequest(call: SubmitCall, key: KnownKey): PreparedRequest {
  const { model, seconds, fields, idempotencyKey, head = {} } = call;
  const { trace, isQuoted = false, isForm = false, form } = head;
  const body = { model, prompt: promptOf(call), seconds, ...fields };
  const plain = withKey(key, 'POST', '/v1/videos', body);
  const request = {
    ...plain,
    fields: [
      bearer(key.text),
      isForm ? formType(form) : JSON_TYPE,
      ...(trace === undefined ? [] : [['traceparent', trace] as const]),
    ],
    body: isForm ? formOf(body, form) : plain.body,
  };
  return repeatable(
    request,
    isQuoted && idempotencyKey !== undefined ? `"${idempotencyKey}"` : idempotencyKey,
  );
}
