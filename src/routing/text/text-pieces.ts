/** The pieces of an answer as a client sees them: OpenAI's wire format, under the gateway's own names. */
import type { GenerationState } from '../../actors/generations/generation-messages.js';
import type { TextPiece, TokenUsage } from '../../providers/text-provider.js';

type Body = TextPiece['body'];
export type Named = Pick<GenerationState, 'id' | 'model' | 'createdAt'>;

export const KEEP_ALIVE = ': keep-alive\n\n';
export const DONE = 'data: [DONE]\n\n';
const UNSETTLED =
  'The text is whole, and whether it was charged is not known yet; GET /v1/generations tells, or GET /v1/activity.';

/** An event with a chunk; undefined for one that only says usage, which comes at the end. */
export function chunkEvent(generation: Named, { body }: TextPiece): string | undefined {
  const { choices } = body;
  if (!Array.isArray(choices) || choices.length === 0) return undefined;
  // There is one for each token: spreads and rests would take as long as all else here.
  const chunk: Record<string, unknown> = {};
  for (const name in body) if (name !== 'usage') chunk[name] = body[name];
  chunk.id = generation.id;
  chunk.object = 'chat.completion.chunk';
  chunk.created = generation.createdAt;
  chunk.model = generation.model;
  return eventOf(chunk);
}

/** The chunk with which OpenAI ends a stream whose client asked for its usage. */
export function usageEvent(generation: Named, usage: Body): string {
  return eventOf({ ...namesOf(generation, 'chat.completion.chunk'), choices: [], usage });
}

/** An error after the status was sent: the stream ends with it. */
export function errorEvent(code: string, message: string, requestId: string): string {
  return eventOf({ error: { type: 'api_error', code, message, param: null, request_id: requestId } });
}

/** In the place of the end of a stream whose charge is not on disk. */
export function unsettledEvent(requestId: string): string {
  return errorEvent('outcome_unknown', UNSETTLED, requestId);
}

/** The answer to a request without a stream. */
export function wholeAnswer(generation: Named, { body }: TextPiece, usage: Body): string {
  // There are clients that refuse an answer without this field.
  const fingerprint = { system_fingerprint: null };
  return JSON.stringify({ ...fingerprint, ...body, ...namesOf(generation, 'chat.completion'), usage });
}

/** Whether a piece says how a choice ended. */
export function finishReasonOf({ body }: TextPiece): string | undefined {
  const { choices } = body;
  for (const choice of Array.isArray(choices) ? choices : []) {
    if (typeof choice?.finish_reason === 'string') return choice.finish_reason;
  }
  return undefined;
}

/** With the provider's details, if it gave some. */
export function printedUsage({ promptTokens, completionTokens }: TokenUsage, reported: unknown): Body {
  const details = typeof reported === 'object' && reported !== null ? reported : {};
  return {
    ...details,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

function namesOf({ id, model, createdAt }: Named, object: string): Body {
  return { id, object, created: createdAt, model };
}

function eventOf(body: Body): string {
  return `data: ${JSON.stringify(body)}\n\n`;
}
