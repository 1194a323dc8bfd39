/** The answer to a look-up, held against what came of the text, and against its record. */
import type { TextUsage } from '../../history/texts/text-observation.js';
import type { GenerationRecord } from '../facts/disk-image.js';
import type { Exchange, JsonObject } from '../facts/requests.js';
import { microDaShown } from '../facts/shown-amounts.js';
import { type KnownCall, tokensOf } from './text-book.js';

/** A text whose request was answered. */
export interface LookedUp {
  readonly exchange: Exchange;
  /** `refused`: it never was. `doubtful`: it may be none. Absent if it was accepted. */
  is?: 'refused' | 'doubtful';
  /** As the client was told, and by when it had ended; undefined before that. */
  end: 'completed' | 'failed' | undefined;
  endAt: number | undefined;
  /** Not ended before this time, as far as it was seen. */
  openAt: number;
  /** Its provider did not begin it. */
  isFree?: true;
  usage?: TextUsage;
  /** As it was looked up first. */
  body?: string;
}

type Field = readonly [name: string, isRight: boolean];

/** The fields that do not go with what client and provider saw of the text. */
export function notAsItEnded(
  shown: JsonObject,
  { exchange: { sent }, end, isFree, usage }: LookedUp,
  calls: readonly KnownCall[],
  now: number,
): readonly string[] {
  if (sent.call.op !== 'chat') return [];
  const { model, isStreamed } = sent.call;
  const { status, latency_ms: latency, first_token_ms: first, cost } = shown;
  const fields: Field[] = [
    ['object', shown.object === 'generation'],
    ['model', shown.model === model],
    ['streamed', shown.streamed === isStreamed],
    ['status', end === undefined ? ENDS.includes(String(status)) : status === end],
    ['cost', isFree === true ? cost === 0 : typeof cost === 'number'],
    ['latency_ms', isTime(latency, now - sent.at)],
    ['first_token_ms', isTime(first, typeof latency === 'number' ? latency : 0)],
    ['prompt_tokens', usage === undefined || shown.prompt_tokens === usage.prompt],
    ['completion_tokens', usage === undefined || shown.completion_tokens === usage.completion],
  ];
  const last = calls.at(-1);
  if (status === 'completed' && last !== undefined) fields.push(...asTheProviderSaid(shown, last, sent.at));
  return wrongOf(shown, fields);
}

const ENDS: readonly string[] = ['completed', 'failed', 'interrupted'];

function isTime(value: unknown, most: number): boolean {
  return value === null || (typeof value === 'number' && value >= 0 && value <= most);
}

/** Of a completed text. */
function asTheProviderSaid(shown: JsonObject, call: KnownCall, sentAt: number): readonly Field[] {
  const { called, sent } = call;
  const { prompt, completion, isEstimated } = tokensOf(call, sent);
  const { latency_ms: latency, first_token_ms: first } = shown;
  const finish = sent.find((piece) => piece.finish !== undefined);
  const token = sent.find(({ delta }) => delta !== undefined);
  // The request began between its sending and the call for its text.
  const isSince = (ms: unknown, at: number) =>
    typeof ms === 'number' && ms >= at - called.at && ms <= at - sentAt;
  return [
    ['provider', shown.provider === called.provider],
    ['finish_reason', finish === undefined || shown.finish_reason === finish.finish],
    ['prompt_tokens', shown.prompt_tokens === prompt],
    ['completion_tokens', shown.completion_tokens === completion],
    ['estimated', shown.estimated === isEstimated],
    ['first_token_ms', token === undefined || isSince(first, token.at)],
    ['latency_ms', finish === undefined || (typeof latency === 'number' && latency >= finish.at - called.at)],
  ];
}

/** The fields that are not those of its record. */
export function notAsOnDisk(shown: JsonObject, record: GenerationRecord): readonly string[] {
  const { route, end } = record.machine.context;
  return wrongOf(shown, [
    ['model', shown.model === record.model],
    ['status', shown.status === record.status],
    ['provider', shown.provider === route.provider],
    ['streamed', shown.streamed === record.isStreamed],
    ['created_at', shown.created_at === record.createdAt],
    ['cost', microDaShown(shown.cost) === record.cost],
    ['finish_reason', shown.finish_reason === (end?.finishReason ?? null)],
    ['prompt_tokens', shown.prompt_tokens === (end?.promptTokens ?? 0)],
    ['completion_tokens', shown.completion_tokens === (end?.completionTokens ?? 0)],
    ['estimated', shown.estimated === (end?.isEstimated ?? false)],
    ['latency_ms', shown.latency_ms === (end?.latencyMs ?? null)],
    ['first_token_ms', shown.first_token_ms === (end?.firstTokenMs ?? null)],
  ]);
}

function wrongOf(shown: JsonObject, fields: readonly Field[]): readonly string[] {
  const wrong = fields.filter(([, isRight]) => !isRight).map(([name]) => name);
  return wrong.length === 0 ? [] : [`${wrong.join(', ')} wrong: ${JSON.stringify(shown)}`];
}
