/**
 * `POST /v1/chat/completions`: quotes the most that the text can cost, asks for a generation under the id of
 * the request, and hands on its text.
 *
 * The order of refusals is the contract's, as in `submit-video.ts`.
 */
import type {
  CreateGeneration,
  CreateGenerationReply,
} from '../../../actors/generations/generation-messages.js';
import { asked } from '../../../actors/partition.js';
import { printDa } from '../../../money/micro-da.js';
import { quoteText } from '../../../routing/text/text-catalogue.js';
import type { FailedText } from '../../../routing/text/text-desk.js';
import type { ApiError } from '../../errors.js';
import type { GatewayDeps, OperationAnswer, OperationInput } from '../../operation.js';
import { CHAT_REQUEST, type ChatRequest, parseChat } from '../../schemas/chat-request.js';
import { apiCaller, failed, refused } from '../answers.js';
import { type DocumentedOperation, IDEMPOTENCY_KEY_HEADER } from '../documented-operation.js';
import { EXAMPLE } from '../examples.js';
import { idempotencyRefused, parseIdempotency } from '../idempotency-key.js';

const PROVIDER_RETRY_MS = 5_000;
const GENERATION_ID = 'X-Generation-Id';

export const chatCompletions: DocumentedOperation = {
  method: 'POST',
  path: '/v1/chat/completions',
  credential: 'api',
  body: 'json',
  headers: ['idempotency-key'],
  isRead: false,
  shedAs: 'billable',
  hasOwnTimeLimit: true,
  handle(input, deps) {
    const request = parseChat(input.body);
    if (!request.ok) return failed(request.error);
    const idempotency = parseIdempotency(input.header('idempotency-key'), () => sameness(request.value));
    if (!idempotency.ok) return failed(idempotency.error);
    return complete(input, deps, request.value, idempotency.value);
  },
  doc: {
    operationId: 'createChatCompletion',
    tag: 'Text',
    summary: 'Have a text written',
    description:
      "OpenAI's wire format, with texts alone. Reserves the most that the text can cost; no provider is called before that is on disk. Charged are the tokens that the provider reports. With `stream` the answer comes as server-sent events, and its end only once it is charged.",
    requestHeaders: [IDEMPOTENCY_KEY_HEADER],
    request: {
      schema: CHAT_REQUEST,
      example: { model: 'sim/chat', messages: [{ role: 'user', content: 'Hello!' }] },
    },
    answers: [
      {
        status: 200,
        description:
          'The text; or, with `stream`, events whose data is a chunk of it each. The last one is `[DONE]`, or an error after what there was.',
        headers: [{ name: GENERATION_ID, description: 'Id of the generation, that of the request.' }],
        content: {
          schema: 'ChatCompletion',
          eventData: 'ChatCompletionChunk',
          example: {
            id: EXAMPLE.requestId,
            object: 'chat.completion',
            created: EXAMPLE.createdAt,
            model: 'sim/chat',
            choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
            usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
          },
        },
      },
    ],
    errors: [
      'idempotency_key_in_use',
      'idempotency_key_reused',
      'model_not_found',
      'too_many_generations',
      'insufficient_credits',
      'content_rejected',
      'provider_error',
      'provider_rejected',
      'provider_unavailable',
      'provider_timeout',
      'outcome_unknown',
      'storage_unavailable',
    ],
  },
};

/** The fields by which two requests are the same. Whether the text comes as a stream does not change it. */
function sameness(request: ChatRequest): Readonly<Record<string, unknown>> {
  const { model, fields, others, outputTokensMax } = request;
  return { model, fields, others: { ...others }, cap: outputTokensMax };
}

async function complete(
  input: OperationInput,
  deps: GatewayDeps,
  request: ChatRequest,
  idempotency: CreateGeneration['idempotency'],
): Promise<OperationAnswer> {
  const { textCatalogue, texts, generation: behavior } = deps;
  const { isStreamed, wantsUsage } = request;
  const quoted = quoteText(textCatalogue, request);
  const message: CreateGeneration = {
    type: 'create',
    key: apiCaller(input.caller).id,
    quote: quoted.quote,
    isStreamed,
    idempotency,
  };
  const outcome = await asked(deps, behavior, input.requestId, message);
  if (!outcome.ok) return refused(outcome.refusal);
  const reply = outcome.reply as CreateGenerationReply;
  if (reply.outcome !== 'accepted' || !('bodies' in quoted)) return refusalOf(reply);
  const { generation, balance } = reply;
  const headers = [[GENERATION_ID, generation.id]] as const;
  const { bodies, outputTokensMax } = quoted;
  const begun = await texts.run({ generation, bodies, outputTokensMax, wantsUsage }, input.signal);
  switch (begun.kind) {
    case 'stream':
      return { kind: 'stream', chunks: begun.chunks, headers, balance };
    case 'whole':
      return { kind: 'json', status: 200, body: begun.body, headers };
    case 'failed':
      return failed(errorOf(begun));
    case 'unsettled':
      return failed({
        code: 'outcome_unknown',
        message:
          'The text was made, and its end could not be stored yet: it may be charged. Ask GET /v1/activity before you repeat it.',
      });
  }
}

function refusalOf(reply: CreateGenerationReply): OperationAnswer {
  switch (reply.outcome) {
    case 'no_such_key':
      return failed({ code: 'invalid_api_key', message: 'This API key was revoked; use another one.' });
    case 'idempotency_key_in_use':
      return failed(idempotencyRefused(reply.outcome));
    case 'idempotency_key_reused':
      return failed(reusedBy(reply.generationId));
    case 'not_on_offer':
      return failed(reply.quote);
    case 'too_many_generations':
      return failed({
        code: 'too_many_generations',
        message: 'This key has as many open generations as it may; wait until one has ended.',
        retryAfterMs: PROVIDER_RETRY_MS,
      });
    case 'insufficient_credits':
      return failed({
        code: 'insufficient_credits',
        message: `The text would reserve ${printDa(reply.required)} DA and the balance is ${printDa(reply.balance)} DA; add credit to the key, or ask for fewer tokens.`,
        required: reply.required,
        balance: reply.balance,
      });
    case 'accepted':
      throw new Error('a generation was accepted without a quote');
  }
}

/** A text is not kept, so it cannot be told again. */
function reusedBy(generationId: string | undefined): ApiError {
  const error = idempotencyRefused('idempotency_key_reused');
  if (generationId === undefined) return error;
  return {
    ...error,
    message: `This Idempotency-Key was used for generation ${generationId}, whose text is not kept; use a new key.`,
  };
}

function errorOf({ failure: { code, message }, askAgainAfterMs }: FailedText): ApiError {
  if (code !== 'provider_unavailable') return { code, message };
  return { code, message, retryAfterMs: askAgainAfterMs ?? PROVIDER_RETRY_MS };
}
