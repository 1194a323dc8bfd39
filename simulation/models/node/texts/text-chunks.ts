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

/** @param isRich whether it says all that servers say besides */
export function chunk(
  delta: Body,
  finish: string | null,
  usage: TextUsage | undefined,
  isRich = false,
): string {
  const said = isRich ? { ...SAID_BESIDES, ...delta } : delta;
  const choices = [{ index: 0, delta: said, finish_reason: finish, ...(isRich && OF_CHOICE) }];
  return JSON.stringify({
    object: 'chat.completion.chunk',
    ...(isRich && OF_TEXT),
    choices,
    ...(usage && { usage: printed(usage) }),
  });
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
export function wholeText(delta: Body, finish: string, usage: unknown, isRich: boolean): Body {
  const message = { role: 'assistant', content: null, ...delta };
  const choices = [{ index: 0, message, finish_reason: finish, ...(isRich && OF_CHOICE) }];
  const about = { object: 'chat.completion', ...(isRich && OF_TEXT) };
  return { ...about, choices, ...(usage !== undefined && { usage }) };
}

/** A delta that says this, to a tool or to everybody. */
export function deltaOf({ isToolCall }: TextScript, text: string, isRich: boolean): Body {
  if (isToolCall !== true) return { content: text };
  return { tool_calls: [{ index: 0, ...(isRich && OF_CALL), function: { arguments: text } }] };
}

/** A chunk that brings no text, of several forms. */
export function emptyChunk(nth: number): string {
  if (nth % 3 === 2) return JSON.stringify({ object: 'chat.completion.chunk', choices: [] });
  return chunk(nth % 3 === 0 ? {} : { content: '' }, null, undefined);
}

export function printed({ prompt, completion }: TextUsage): Body {
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
