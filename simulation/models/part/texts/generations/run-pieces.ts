/** The pieces of drawn texts as a provider sends them, and as a client is to see them. */
import { RepeatedPiece } from '../../../../../src/providers/repeated-piece.js';
import type { TextPiece } from '../../../../../src/providers/text-provider.js';
import type { DrawnPiece, DrawnRoute } from './drawn-runs.js';

export const CREATED_AT = 1_795_000_000;
export const MODEL = 'small';
/** Tokens that are asked for, and deltas of a text that are not yet too many. */
export const OUTPUT_TOKENS_MAX = 1;
export const DELTAS_MAX = 64 * (OUTPUT_TOKENS_MAX + 64);
export const PROMPT_TOKENS = 7;

type Body = Readonly<Record<string, unknown>>;

/** With as many pieces in the place of a flood as a text may have, or one more. */
export function batchesOf({ batches }: DrawnRoute): readonly (readonly DrawnPiece[])[] {
  let deltas = 0;
  return batches.map(({ pieces }) => {
    const all = pieces.flatMap((piece) => {
      if (piece.is !== 'flood') return [piece];
      const count = DELTAS_MAX - deltas + (piece.tokens % 2);
      return Array.from({ length: count }, () => ({ ...piece, is: 'repeat' as const, text: 'a' }));
    });
    deltas += all.filter(isDelta).length;
    return all;
  });
}

export function isDelta({ is }: DrawnPiece): boolean {
  return is !== 'role' && is !== 'end' && is !== 'usage';
}

/** A call has a name and its arguments. */
export function tokensIn(piece: DrawnPiece): number {
  if (!isDelta(piece)) return 0;
  const bytes = Buffer.byteLength(piece.text) + (piece.is === 'call' ? 'look'.length : 0);
  return Math.ceil(bytes / 4);
}

export function finishOf({ is }: DrawnPiece): string | undefined {
  return is === 'end' ? 'stop' : is === 'last' ? 'length' : undefined;
}

export function usageOf({ is, tokens }: DrawnPiece): Body | undefined {
  if (is !== 'usage' && is !== 'counted') return undefined;
  return {
    prompt_tokens: PROMPT_TOKENS,
    completion_tokens: tokens,
    prompt_tokens_details: { cached_tokens: 3 },
  };
}

/** As its provider sends it. */
export function pieceOf(piece: DrawnPiece, isStreamed: boolean): TextPiece {
  if (piece.is === 'repeat') return new RepeatedPiece(pieceOf({ ...piece, is: 'text' }, true), piece.text);
  const names = { id: 'theirs', object: 'theirs', created: 1, model: 'theirs', service_tier: 'plain' };
  const usage = usageOf(piece);
  const body = { ...names, choices: choicesOf(piece, isStreamed), ...(usage && { usage }) };
  if (usage === undefined) return { body };
  return { body, usage: { promptTokens: PROMPT_TOKENS, completionTokens: piece.tokens } };
}

/** As a client is to see it; undefined if it sees nothing of it. */
export function shownPiece(piece: DrawnPiece, id: string, isStreamed: boolean): Body | undefined {
  if (piece.is === 'usage') return undefined;
  const object = isStreamed ? 'chat.completion.chunk' : 'chat.completion';
  const names = { id, object, created: CREATED_AT, model: MODEL, service_tier: 'plain' };
  return { ...names, choices: choicesOf(piece, isStreamed) };
}

function choicesOf(piece: DrawnPiece, isStreamed: boolean): readonly Body[] {
  const { is, text } = piece;
  if (is === 'usage') return [];
  const said = {
    role: { role: 'assistant', content: '' },
    thought: { reasoning_content: text },
    call: {
      tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: text } }],
    },
    end: {},
  };
  const delta = is in said ? said[is as keyof typeof said] : { content: text };
  return [{ index: 0, [isStreamed ? 'delta' : 'message']: delta, finish_reason: finishOf(piece) ?? null }];
}
