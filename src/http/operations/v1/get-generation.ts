/**
 * `GET /v1/generations/{id}`: what became of a text. Served only if the configuration says so.
 *
 * A generation settles before its client sees the end of the answer, so it is here by then.
 */
import { endOf, type GenerationState, routeOf } from '../../../actors/generations/generation-messages.js';
import { type MicroDa, printDa } from '../../../money/micro-da.js';
import type { ApiError } from '../../errors.js';
import { REQUEST_ID } from '../../schemas/identifiers.js';
import { apiCaller, failed, notFound, ok } from '../answers.js';
import type { DocumentedOperation } from '../documented-operation.js';
import { EXAMPLE } from '../examples.js';

const NO_SUCH_GENERATION = notFound(
  'There is no such generation, or it is no longer kept; its id is in X-Generation-Id of the answer.',
);
const UNDER_WAY: ApiError = {
  code: 'not_ready',
  message: 'The answer of this generation has not ended yet; ask again when it has.',
  retryAfterMs: 1_000,
};

export const getGeneration: DocumentedOperation = {
  method: 'GET',
  path: '/v1/generations/{id}',
  credential: 'api',
  body: 'none',
  isRead: true,
  handle({ caller, id }, { system, generation: behavior }) {
    const generation = REQUEST_ID.test(id) ? system.view(behavior, id) : undefined;
    if (generation?.account !== apiCaller(caller).account) return failed(NO_SUCH_GENERATION);
    return generation.cost === null ? failed(UNDER_WAY) : ok(printGeneration(generation, generation.cost));
  },
  doc: {
    operationId: 'getGeneration',
    tag: 'Text',
    summary: 'Look a generation up',
    description:
      'Tokens, cost and times of a text that has ended, by the id of its request. Any key of the account that asked for it may look. The text itself is not kept.',
    pathParameters: { id: 'The generation: that of `X-Generation-Id`.' },
    answers: [
      {
        status: 200,
        description: 'The generation.',
        content: {
          schema: 'Generation',
          example: {
            id: EXAMPLE.requestId,
            object: 'generation',
            model: 'sim/chat',
            provider: 'simulated',
            created_at: EXAMPLE.createdAt,
            status: 'completed',
            finish_reason: 'stop',
            streamed: true,
            prompt_tokens: 5,
            completion_tokens: 24,
            estimated: false,
            cost: 0.00308,
            latency_ms: 812,
            first_token_ms: 95,
          },
        },
      },
    ],
    errors: ['not_found', 'not_ready'],
  },
};

function printGeneration(generation: GenerationState, cost: MicroDa): string {
  const { id, model, createdAt, status, isStreamed } = generation;
  const end = endOf(generation);
  const provider = JSON.stringify(routeOf(generation).provider);
  const tokens = `"prompt_tokens":${end?.promptTokens ?? 0},"completion_tokens":${end?.completionTokens ?? 0},"estimated":${end?.isEstimated ?? false}`;
  const times = `"latency_ms":${end?.latencyMs ?? null},"first_token_ms":${end?.firstTokenMs ?? null}`;
  return `{"id":"${id}","object":"generation","model":${JSON.stringify(model)},"provider":${provider},"created_at":${createdAt},"status":"${status}","finish_reason":${JSON.stringify(end?.finishReason ?? null)},"streamed":${isStreamed},${tokens},"cost":${printDa(cost)},${times}}`;
}
