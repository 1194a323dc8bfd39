/**
 * `/v1/chat/completions` as OpenAI made it, for every server that speaks it: OpenAI's own, Ollama, vLLM,
 * llama.cpp, Groq, Mistral: https://platform.openai.com/docs/api-reference/chat
 *
 * Servers differ in small things, so an answer is read leniently: usage may come in any piece, once or twice,
 * or never; a stream may end without `[DONE]` once a choice has its `finish_reason`; choices may be empty.
 */
import * as z from 'zod';
import { NoConnectionError, type Service, type ServiceAnswer } from '../../../outward/outward.js';
import {
  ProviderSaidError,
  type TextAnswer,
  type TextFailure,
  type TextPiece,
  type TextRequest,
  type TokenUsage,
} from '../../text-provider.js';
import type { TextAdapter } from '../adapter.js';
import { listAt, numberAt, objectAt, textAt } from '../remote/answer-parts.js';
import { probed } from '../remote/probe.js';
import { cleanMessage } from '../remote/remote-answers.js';

const DONE = '[DONE]';
/** Statuses that say for sure that a request was not taken, and may be later. */
const NOT_NOW: ReadonlySet<number> = new Set([429, 503]);
/** `error.code` or `error.type` of a refusal for what the request says. */
const CONTENT: ReadonlySet<string> = new Set([
  'content_policy_violation',
  'content_filter',
  'content_rejected',
]);

const OPENAI_URL = 'https://api.openai.com/v1';
const CAP_FIELDS = ['max_tokens', 'max_completion_tokens'] as const;
const SETTINGS = {
  /** The field in which the server takes the bound on tokens: it must not pass over it. */
  'cap-field': z.enum(CAP_FIELDS, { error: `must be ${CAP_FIELDS.join(' or ')}` }).optional(),
};

export const openaiAdapter: TextAdapter<typeof SETTINGS> = {
  kind: 'openai',
  isReal: true,
  settings: SETTINGS,
  needsNoKey: true,
  defaultUrl: OPENAI_URL,
  createText({ name, key, makeService }, { url = OPENAI_URL, 'cap-field': given }) {
    // OpenAI's newer models refuse the old name, and many other servers do not know the new one.
    const capField = given ?? (url === OPENAI_URL ? 'max_completion_tokens' : 'max_tokens');
    const secretHeaders: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
    const service = makeService({ name, url, secretHeaders });
    return {
      name,
      models: [],
      bodyOf: ({ model, fields, outputTokensMax, isStreamed }) => ({
        ...fields,
        model,
        [capField]: outputTokensMax,
        ...(isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
      }),
      generate: (request, { signal }) => generate(service, request, signal),
      probe: ({ signal }) =>
        probed(service.call({ method: 'GET', path: '/models' }, signal), ({ body }) => {
          const models = listAt(body, 'data');
          return models && `it lists its models: ${models.length}`;
        }),
    };
  },
};

async function generate(service: Service, { body }: TextRequest, signal: AbortSignal): Promise<TextAnswer> {
  let answer: Awaited<ReturnType<Service['stream']>>;
  try {
    const request = { method: 'POST', path: '/chat/completions', body } as const;
    answer = await service.stream(request, signal);
  } catch (error) {
    if (error instanceof NoConnectionError) return { outcome: 'not_now', message: error.message };
    throw error;
  }
  if ('events' in answer) return { outcome: 'begun', pieces: piecesOf(answer.events) };
  if (answer.status >= 200 && answer.status <= 299) return { outcome: 'begun', pieces: wholeOf(answer) };
  return refused(answer);
}

function refused({ status, body, retryAfterMs }: ServiceAnswer): TextAnswer {
  const message = cleanMessage(messageIn(body) ?? `The provider answered ${status}.`);
  if (NOT_NOW.has(status)) {
    const later = retryAfterMs === undefined ? {} : { askAgainAfterMs: retryAfterMs };
    return { outcome: 'not_now', message, ...later };
  }
  return { outcome: 'rejected', failure: { code: codeOf(status, body), message } };
}

function codeOf(status: number, body: unknown): TextFailure['code'] {
  const words = [textAt(body, 'error', 'code'), textAt(body, 'error', 'type')];
  if (words.some((word) => word !== undefined && CONTENT.has(word))) return 'content_rejected';
  return status >= 500 ? 'provider_error' : 'provider_rejected';
}

/** A server that was asked for a stream and answers in whole is taken as it is. */
async function* wholeOf({ body }: ServiceAnswer): AsyncGenerator<TextPiece> {
  if (listAt(body, 'choices') === undefined) throw new Error('an answer without choices');
  yield pieceOf(body);
}

async function* piecesOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<TextPiece> {
  let isFinished = false;
  for await (const batch of batches) {
    for (const data of batch) {
      if (data === DONE) return;
      const body: unknown = JSON.parse(data);
      const failure = messageIn(body);
      if (failure !== undefined) throw new ProviderSaidError(cleanMessage(failure));
      const piece = pieceOf(body);
      isFinished ||= choicesOf(body).some((choice) => textAt(choice, 'finish_reason') !== undefined);
      yield piece;
    }
  }
  if (!isFinished) throw new Error('a stream that ended before its text did');
}

function pieceOf(body: unknown): TextPiece {
  const piece = objectAt(body);
  if (piece === undefined) throw new Error('a piece that is no object');
  const usage = usageIn(piece);
  return usage === undefined ? { body: piece } : { body: piece, usage };
}

/** Zero is a number of tokens; what is no number of them is none. */
function usageIn(body: unknown): TokenUsage | undefined {
  const promptTokens = numberAt(body, 'usage', 'prompt_tokens');
  const completionTokens = numberAt(body, 'usage', 'completion_tokens');
  const isUsage = isCount(promptTokens) && isCount(completionTokens);
  return isUsage ? { promptTokens, completionTokens } : undefined;
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0;
}

function choicesOf(body: unknown): readonly unknown[] {
  return listAt(body, 'choices') ?? [];
}

function messageIn(body: unknown): string | undefined {
  return textAt(body, 'error', 'message') ?? textAt(body, 'error');
}
