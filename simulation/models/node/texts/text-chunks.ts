/** The words of a server of OpenAI's protocol: how many, how they end, and their usage. */
import type { TextUsage } from '../../../history/texts/text-observation.js';
import { EACH_SECOND, type TextScript } from '../../../history/texts/text-script.js';

export type Body = Readonly<Record<string, unknown>>;

/** Far more than any text of a history may cost. */
const HUGE: TextUsage = { prompt: 1_000_000, completion: 1_000_000 };
const ZERO: TextUsage = { prompt: 0, completion: 0 };
const BYTES_PER_TOKEN = 5;
const LAST: ReadonlySet<TextScript['usage']> = new Set(['last', 'zero', 'huge', 'twice', EACH_SECOND]);

/** The first usage of two says less than the last. */
export function firstOfTwo({ usage }: TextScript, { prompt, completion }: TextUsage): TextUsage {
  return usage === 'twice' ? { prompt, completion: Math.max(0, completion - 1) } : { prompt, completion };
}

/** If the nth delta brings the usage so far. */
export function isUsageBeside({ usage }: TextScript, nth: number): boolean {
  return usage === 'each' || (usage === EACH_SECOND && nth % 2 === 0);
}

/** If an event behind the last delta brings the usage. */
export function isUsageLast({ usage }: TextScript): boolean {
  return LAST.has(usage);
}

/** The deltas that are made: a server keeps to the bound that it is given. */
export function madeOf({ tokens }: TextScript, body: Body): number {
  return Math.min(tokens, capOf(body));
}

export function capOf(body: Body): number {
  return Number(body.max_tokens ?? Number.POSITIVE_INFINITY);
}

export function finishOf(script: TextScript, body: Body): string {
  if (script.tokens > capOf(body)) return 'length';
  return script.isToolCall === true ? 'tool_calls' : 'stop';
}

export function usageOf(
  { usage }: TextScript,
  body: Body,
  tokens: number,
  isLast: boolean,
): TextUsage | undefined {
  if (usage === 'never') return undefined;
  if (usage === 'zero') return ZERO;
  if (usage === 'huge' && isLast) return HUGE;
  return {
    prompt: Math.ceil(Buffer.byteLength(JSON.stringify(body)) / BYTES_PER_TOKEN),
    completion: tokens,
  };
}

/** `rich`: it says all that servers say besides; `poor`: it leaves out what some servers do. */
export type TextStyle = 'plain' | 'rich' | 'poor';
export const TEXT_STYLES: readonly TextStyle[] = ['plain', 'rich', 'poor'];

export function chunk(
  delta: Body,
  finish: string | null,
  usage: TextUsage | undefined,
  style: TextStyle = 'plain',
): string {
  return JSON.stringify({
    ...(style !== 'poor' && { object: 'chat.completion.chunk' }),
    ...(style === 'rich' && OF_TEXT),
    choices: [choiceOf(delta, finish, style)],
    ...(usage && { usage: printed(usage) }),
  });
}

function choiceOf(delta: Body, finish: string | null, style: TextStyle): Body {
  if (style === 'rich')
    return { index: 0, delta: { ...SAID_BESIDES, ...delta }, finish_reason: finish, ...OF_CHOICE };
  if (style === 'plain') return { index: 0, delta, finish_reason: finish };
  return { ...(Object.keys(delta).length > 0 && { delta }), finish_reason: finish ?? '' };
}

/** Names that no client is to see, and fields that each is. */
const OF_TEXT = {
  id: 'chatcmpl-of-the-server',
  created: 1_700_000_000,
  model: 'model-of-the-server',
  system_fingerprint: 'fp_44709d6fcb',
  service_tier: 'default',
};
const OF_CHOICE = { logprobs: { content: [{ token: 'A', bytes: [65] }], refusal: null } };
const SAID_BESIDES = { role: 'assistant', refusal: null };
const OF_CALL = { id: 'call_7', type: 'function' };

/** An answer without a stream. */
export function wholeText(delta: Body, finish: string, usage: unknown, style: TextStyle): Body {
  const message = style === 'poor' ? delta : { role: 'assistant', content: null, ...delta };
  const index = style === 'poor' ? {} : { index: 0 };
  const choice = { ...index, message, finish_reason: finish, ...(style === 'rich' && OF_CHOICE) };
  const about = { object: 'chat.completion', ...(style === 'rich' && OF_TEXT) };
  return { ...about, choices: [choice], ...(usage !== undefined && { usage }) };
}

/** A delta that says this, to a tool or to everybody. */
export function deltaOf({ isToolCall }: TextScript, text: string, style: TextStyle): Body {
  if (isToolCall !== true) return { content: text };
  return { tool_calls: [{ index: 0, ...(style === 'rich' && OF_CALL), function: { arguments: text } }] };
}

/** A chunk that brings no text, of several forms. */
export function emptyChunk(nth: number): string {
  if (nth % 3 === 2) return JSON.stringify({ object: 'chat.completion.chunk', choices: [] });
  return chunk(nth % 3 === 0 ? {} : { content: '' }, null, undefined);
}

export function printed({ prompt, completion }: TextUsage): Body {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
