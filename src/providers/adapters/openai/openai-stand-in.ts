/**
 * Speaks `/chat/completions` of OpenAI, as `openai-description.json` has it. A text follows from the last
 * message alone. Its first token comes when its work begins, its last when that is over.
 */
import { listAt, numberAt, textAt, valueAt } from '../remote/answer-parts.js';
import {
  type Fate,
  fateOf,
  type StandIn,
  type StandInAnswer,
  type StandInParts,
  type StandInRequest,
} from '../remote/stand-in.js';
import { type StandInPiece, StandInStream } from '../remote/stand-in-stream.js';
import { simulatedTokens, tokensOf } from '../simulated/text/simulated-text.js';

const EVENTS = { 'content-type': 'text/event-stream' };
const DONE = Buffer.from('data: [DONE]\n\n');

interface Text {
  readonly id: string;
  readonly model: string;
  readonly created: number;
  readonly fate: Fate;
  readonly tokens: readonly string[];
  readonly promptTokens: number;
  /** Of a text that its bound cut off, or its content. */
  readonly finishReason: string;
  readonly tokenMs: number;
}

export function makeOpenaiStandIn(parts: StandInParts): StandIn {
  const begun = new Map<string, number>();
  let texts = 0;

  function answer({ method, path, headers, body }: StandInRequest): StandInAnswer {
    if (headers.authorization !== `Bearer ${parts.key}`)
      return refused(401, 'invalid_api_key', 'Incorrect API key provided.');
    if (method === 'GET' && path === '/models') return { status: 200, body: { object: 'list', data: [] } };
    if (method === 'POST' && path === '/chat/completions') return completed(body);
    return refused(404, 'not_found', 'There is no such path.');
  }

  function completed(body: unknown): StandInAnswer {
    const prompt = textAt(listAt(body, 'messages')?.at(-1), 'content');
    const model = textAt(body, 'model');
    if (prompt === undefined || model === undefined)
      return refused(400, 'missing_required_parameter', 'A model and messages are required.');
    const text = textOf(prompt, model, body);
    if (text.fate === 'rejects') return refused(400, 'content_policy_violation', 'The prompt was blocked.');
    if (text.fate === 'fails') return refused(500, 'server_error', 'The server had an error.');
    begun.set(prompt, (begun.get(prompt) ?? 0) + 1);
    const begunAtMs = parts.nowMs();
    parts.begun?.({ prompt, begunAtMs, overAtMs: begunAtMs + parts.pendingMs + parts.runningMs });
    if (valueAt(body, ['stream']) !== true) return { status: 200, body: whole(text) };
    const hasUsage = valueAt(body, ['stream_options', 'include_usage']) === true;
    return { status: 200, headers: EVENTS, body: new StandInStream(() => events(text, hasUsage)) };
  }

  function textOf(prompt: string, model: string, body: unknown): Text {
    const fate = fateOf(prompt);
    const cap = numberAt(body, 'max_completion_tokens') ?? numberAt(body, 'max_tokens');
    const wanted = fate === 'fails_for_content' ? [] : simulatedTokens(prompt);
    const tokens = wanted.slice(0, cap);
    const whole = fate === 'fails_for_content' ? 'content_filter' : 'stop';
    texts += 1;
    return {
      id: `chatcmpl-${texts}`,
      model,
      created: Math.floor(parts.nowMs() / 1000),
      fate,
      tokens,
      promptTokens: tokensOf(prompt).length,
      finishReason: tokens.length < wanted.length ? 'length' : whole,
      tokenMs: parts.runningMs / Math.max(1, tokens.length),
    };
  }

  function* events(text: Text, hasUsage: boolean): Generator<StandInPiece> {
    const { fate, tokens, tokenMs, finishReason } = text;
    const piece = (afterMs: number, choices: readonly object[], usage: object | null = null) => {
      const chunk = { ...named(text, 'chat.completion.chunk'), choices, ...(hasUsage ? { usage } : {}) };
      return { afterMs, bytes: Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`) };
    };
    const choice = (delta: object, reason: string | null) => [{ index: 0, delta, finish_reason: reason }];
    yield piece(parts.pendingMs, choice({ role: 'assistant', content: '' }, null));
    for (let at = 0; at < tokens.length || fate === 'never_ends'; at++) {
      const content = tokens[at % tokens.length] ?? '';
      yield piece(at === 0 ? 0 : tokenMs, choice({ content }, null));
    }
    yield piece(0, choice({}, finishReason));
    if (hasUsage) yield piece(0, [], usageOf(text));
    yield { afterMs: 0, bytes: DONE };
  }

  return { answer, begun };
}

function whole(text: Text): object {
  const message = { role: 'assistant', content: text.tokens.join(''), refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: text.finishReason }];
  return { ...named(text, 'chat.completion'), choices, usage: usageOf(text) };
}

function named({ id, model, created }: Text, object: string): object {
  return { id, object, created, model };
}

function usageOf({ promptTokens, tokens }: Text): object {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: tokens.length,
    total_tokens: promptTokens + tokens.length,
  };
}

function refused(status: number, code: string, message: string): StandInAnswer {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code } } };
}
