/**
 * Takes a message of the chat: the request is that of `POST /v1/chat/completions` in the name of a key, and
 * goes its way from the reserve on. It counts on the chat's window of the account in the place of the key's.
 */
import type { ChatVerdict } from '../../../../actors/windows/chat-windows.js';
import type { ApiError } from '../../../errors.js';
import type { ApiCaller, OperationAnswer, OperationInput } from '../../../operation.js';
import { chatCompletions } from '../../../operations/v1/chat-completions.js';
import { readJson } from '../../../request/json-text.js';
import { type PageAnswer, PLAIN_FIELDS } from '../../page.js';
import type { DashboardPage, DashboardParts } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { SIGNED_OUT } from '../requests/signed-out.js';
import { usableKey } from '../requests/usable-keys.js';

const EVENTS = 'text/event-stream; charset=utf-8';

type Fields = readonly (readonly [name: string, value: string])[];

export const sendMessage: DashboardPage = {
  isFor: 'everybody',
  async post(request, form, parts) {
    const { signedIn } = request;
    if (signedIn === undefined) return SIGNED_OUT;
    const verdict = parts.chatWindows.admit(signedIn.account);
    const fields = windowFields(verdict, parts.deps.world.wallMs());
    if (!verdict.isAdmitted) return { kind: 'error', error: refusalOf(verdict), headers: fields };
    return shown(await run({ ...request, signedIn }, form, parts), fields);
  },
};

async function run(
  request: SignedInRequest,
  form: URLSearchParams,
  { deps, keyRequests }: DashboardParts,
): Promise<OperationAnswer> {
  const key = usableKey(request.signedIn, form.get('key') ?? '', deps);
  if (key === undefined) return failed('not_found', 'There is no such key for you to use.', 'key');
  const messages = readJson(Buffer.from(form.get('messages') ?? ''));
  if (!messages.ok) return failed('invalid_json', 'messages is no JSON.', 'messages');
  const body = { model: form.get('model'), messages: messages.value, stream: true };
  return keyRequests.runUncounted(key, (caller) =>
    chatCompletions.handle(inputFor(request, caller, body), deps),
  );
}

function inputFor(
  { query, baseUrl, signal, newRequestId }: SignedInRequest,
  caller: ApiCaller,
  body: unknown,
): OperationInput {
  const requestId = newRequestId();
  const header = () => undefined;
  return { caller, requestId, address: undefined, id: '', query, header, body, baseUrl, signal };
}

function shown(answer: OperationAnswer, fields: Fields): PageAnswer {
  if (answer.kind === 'error') return { kind: 'error', error: answer.error, headers: fields };
  if (answer.kind !== 'stream') throw new Error(`a text was answered with ${answer.kind}`);
  return {
    kind: 'stream',
    contentType: EVENTS,
    chunks: () => answer.chunks,
    headers: [...fields, ...answer.headers, ...PLAIN_FIELDS, ['X-Accel-Buffering', 'no']],
  };
}

/** As every answer of the API has them, of its own window. */
function windowFields({ limit, remaining, resetMs }: ChatVerdict, wallMs: number): Fields {
  return [
    ['X-RateLimit-Limit-RPM', String(limit)],
    ['X-RateLimit-Reset', String(Math.ceil((wallMs + resetMs) / 1_000))],
    ['X-RateLimit-Remaining-RPM', String(remaining)],
  ];
}

function refusalOf({ limit, resetMs }: ChatVerdict): ApiError {
  return {
    code: 'chat_limit_exceeded',
    message: `The account has sent ${limit} messages within a minute; send this one again after retry_after seconds.`,
    retryAfterMs: resetMs,
  };
}

function failed(code: ApiError['code'], message: string, param: string): OperationAnswer {
  return { kind: 'error', error: { code, message, param } };
}
