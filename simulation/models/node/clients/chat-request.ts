/** Requests for texts, put together; and the events of their answers, as a client reads them. */
import type { ClientCall } from '../../../history/client-call.js';
import { type ChatCall, type LookUpCall, USAGE_WORDS } from '../../../history/texts/chat-call.js';
import type { StreamItem } from '../../../history/texts/text-observation.js';
import { addsUp, isChunk, namesIn, restOf, saidIn, shortened } from '../../../history/texts/text-shape.js';
import { type KnownKey, type PreparedRequest, repeatable, withKey } from './prepared-request.js';

export function chatRequest(call: ChatCall, key: KnownKey): PreparedRequest {
  const { model, prompt, more = [], isStreamed, usageWords, cap, fields, idempotencyKey } = call;
  const body = {
    model,
    messages: [{ role: 'user', content: prompt }, ...more],
    ...(isStreamed ? { stream: true } : {}),
    ...(call.wantsUsage === true ? { stream_options: { include_usage: true } } : {}),
    // Written out for a text that is no stream, too.
    ...(usageWords !== undefined && !isStreamed ? { stream: usageWords === 'nothing' ? null : false } : {}),
    ...(usageWords !== undefined ? { stream_options: USAGE_WORDS[usageWords] } : {}),
    ...(cap === undefined ? {} : { [call.capField ?? 'max_tokens']: cap }),
    ...fields,
  };
  return repeatable(withKey(key, 'POST', '/v1/chat/completions', body), idempotencyKey);
}

/** Of the right form, and nobody's. */
const UNKNOWN_TEXT = `req_${'0'.repeat(28)}`;

/** The texts that answers told of, by the step that asked for each. */
export class KnownTexts {
  readonly #ids = new Map<number, string>();

  get steps(): readonly number[] {
    return [...this.#ids.keys()];
  }

  /** Learns from the head of an answer, whatever became of the text. */
  learn(step: number, headers: Readonly<Record<string, string>>): void {
    const id = headers['x-generation-id'] ?? headers['x-request-id'];
    if (id !== undefined) this.#ids.set(step, id);
  }

  /** Of the text that is looked up: an id that nobody has, if nobody was told of it. */
  of(call: ClientCall): string | undefined {
    return call.op === 'generation' ? (this.#ids.get(call.text) ?? UNKNOWN_TEXT) : undefined;
  }

  /** Undefined if nobody was told of that text. */
  lookUp({ text }: LookUpCall, key: KnownKey): PreparedRequest | undefined {
    const generation = text === 0 ? UNKNOWN_TEXT : this.#ids.get(text);
    if (generation === undefined) return undefined;
    return { ...withKey(key, 'GET', `/v1/generations/${generation}`), told: { generation } };
  }
}

/** Reads server-sent events, which may come in any pieces. */
export class StreamReader {
  #rest = '';
  /** Of the last chunk. */
  #names = '';

  /** The items that a further piece of text brings. */
  read(text: string): readonly StreamItem[] {
    const events = (this.#rest + text).split('\n\n');
    this.#rest = events.pop() ?? '';
    return events.flatMap((event) => this.#itemsOf(event));
  }

  #itemsOf(event: string): readonly StreamItem[] {
    if (event.startsWith(':')) return [{ is: 'comment' }];
    const data = event.replace(/^data: /, '');
    if (data === '[DONE]') return [{ is: 'done' }];
    const chunk = JSON.parse(data) as Chunk;
    if (chunk.error !== undefined) return [{ error: chunk.error.code }];
    if (!isChunk(chunk) || !addsUp(chunk.usage)) return [{ is: 'garbage' }];
    const named = namesIn(chunk);
    const isNamed = named === this.#names;
    this.#names = named;
    return isNamed ? itemsIn(chunk) : [{ named }, ...itemsIn(chunk)];
  }
}

interface Chunk {
  readonly error?: { readonly code: string };
  readonly choices: readonly {
    readonly delta: unknown;
    readonly finish_reason: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

function itemsIn(chunk: Chunk): readonly StreamItem[] {
  const { choices, usage } = chunk;
  const items: StreamItem[] = [];
  for (const { delta, finish_reason } of choices) {
    const said = saidIn(delta);
    if (said !== '')
      items.push({ delta: said.split(' ')[0] ?? '', text: shortened(said), rest: restOf(chunk) });
    if (finish_reason !== null) items.push({ finish: finish_reason });
  }
  if (usage !== undefined)
    items.push({ usage: { prompt: usage.prompt_tokens, completion: usage.completion_tokens } });
  return items.length === 0 ? [{ is: 'nothing' }] : items;
}
