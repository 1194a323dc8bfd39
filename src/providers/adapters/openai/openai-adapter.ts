/**
 * `/v1/chat/completions` as OpenAI made it, for every server that speaks it: OpenAI's own, Ollama, vLLM,
 * llama.cpp, Groq, Mistral: https://platform.openai.com/docs/api-reference/chat
 *
 * Checked against `ChatCompletion` and `ChatCompletionChunk` of OpenAI's own client for Node, `openai`
 * 6.10.0, in November 2026.
 *
 * Servers differ in small things, so an answer is read leniently: usage may come in any piece, once or twice,
 * or never; a stream may end without `[DONE]`, and in any way, once a choice has its `finish_reason`; choices
 * may be empty; an answer may come in whole although a stream was asked for. An error within a 200 is one.
 */
import * as z from 'zod';
import { NoConnectionError, type Service, type ServiceAnswer } from '../../../outward/outward.js';
import {
  ProviderSaidError,
  type TextAnswer,
  type TextFailure,
  type TextPiece,
  type TextRequest,
} from '../../text-provider.js';
import type { TextAdapter } from '../adapter.js';
import { listAt, objectAt, textAt } from '../remote/answer-parts.js';
import { probed } from '../remote/probe.js';
import { cleanMessage } from '../remote/remote-answers.js';
import { chunkPiece, saysEnd, wholePiece } from './openai-pieces.js';
import { makeOpenaiStandIn } from './openai-stand-in.js';
import { RepeatedChunks } from './repeated-chunks.js';

const DONE = '[DONE]';
/** Statuses that say for sure that a request was not taken, and may be later. */
const NOT_NOW: ReadonlySet<number> = new Set([429, 503]);
/** Statuses that say that the text was not made in time, by the server or by a proxy before it. */
const TOO_LATE: ReadonlySet<number> = new Set([408, 504]);
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
  exampleModel: 'gpt-5-mini',
  makeStandIn: makeOpenaiStandIn,
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

async function generate(
  service: Service,
  { body, isStreamed }: TextRequest,
  signal: AbortSignal,
): Promise<TextAnswer> {
  let answer: Awaited<ReturnType<Service['stream']>>;
  try {
    const request = { method: 'POST', path: '/chat/completions', body } as const;
    answer = await service.stream(request, signal);
  } catch (error) {
    if (error instanceof NoConnectionError) return { outcome: 'not_now', message: error.message };
    throw error;
  }
  if ('events' in answer) {
    if (!isStreamed) throw new Error('events, although the answer was to come in whole');
    return { outcome: 'begun', pieces: piecesOf(answer.events, signal) };
  }
  if (answer.status < 200 || answer.status > 299) return refused(answer);
  return { outcome: 'begun', pieces: wholeOf(answer, isStreamed) };
}

function refused({ status, body, retryAfterMs }: ServiceAnswer): TextAnswer {
  const { message = `The provider answered ${status}.` } = errorIn(body) ?? {};
  if (NOT_NOW.has(status)) {
    const later = retryAfterMs === undefined ? {} : { askAgainAfterMs: retryAfterMs };
    return { outcome: 'not_now', message, ...later };
  }
  return { outcome: 'rejected', failure: { code: refusalCode(status, body), message } };
}

function refusalCode(status: number, body: unknown): TextFailure['code'] {
  if (isForContent(body)) return 'content_rejected';
  if (TOO_LATE.has(status)) return 'provider_timeout';
  return status >= 400 && status <= 499 ? 'provider_rejected' : 'provider_error';
}

async function* wholeOf({ body }: ServiceAnswer, isStreamed: boolean): AsyncGenerator<readonly TextPiece[]> {
  throwErrorIn(body);
  yield [wholePiece(body, isStreamed)];
}

async function* piecesOf(
  batches: AsyncIterable<readonly string[]>,
  signal: AbortSignal,
): AsyncGenerator<readonly TextPiece[]> {
  const repeats = new RepeatedChunks();
  let isFinished = false;
  const read = (data: string): TextPiece => {
    const repeated = repeats.find(data);
    if (repeated !== undefined) return repeated;
    const body: unknown = JSON.parse(data);
    throwErrorIn(body);
    const piece = chunkPiece(body);
    isFinished ||= saysEnd(piece);
    repeats.learn(data, piece);
    return piece;
  };
  try {
    for await (const batch of batches) {
      const pieces: TextPiece[] = [];
      let isDone = false;
      let thrown: { readonly error: unknown } | undefined;
      try {
        for (const data of batch) {
          isDone = data === DONE;
          if (isDone) break;
          pieces.push(read(data));
        }
      } catch (error) {
        thrown = { error };
      }
      if (pieces.length > 0) yield pieces;
      if (thrown !== undefined) throw thrown.error;
      if (isDone) return;
    }
  } catch (error) {
    if (!isFinished || signal.aborted) throw error;
  }
  if (!isFinished) throw new Error('a stream that ended before its text did');
}

/** @throws ProviderSaidError if the body says an error */
function throwErrorIn(body: unknown): void {
  const error = errorIn(body);
  if (error === undefined) return;
  const code = isForContent(body) ? 'content_rejected' : 'provider_error';
  throw new ProviderSaidError({ code, message: error.message ?? 'The provider failed, and gave no reason.' });
}

/** With the words of the server, if it has any; those of some stand beside `"object": "error"`. */
function errorIn(body: unknown): { readonly message?: string } | undefined {
  const message =
    textAt(body, 'error', 'message') ??
    textAt(body, 'error') ??
    (textAt(body, 'object') === 'error' ? textAt(body, 'message') : undefined);
  if (message !== undefined) return { message: cleanMessage(message) };
  return objectAt(body, 'error') === undefined ? undefined : {};
}

function isForContent(body: unknown): boolean {
  const words = [textAt(body, 'error', 'code'), textAt(body, 'error', 'type')];
  return words.some((word) => word !== undefined && CONTENT.has(word));
}
