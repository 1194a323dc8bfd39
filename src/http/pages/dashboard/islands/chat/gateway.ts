/** The gateway as the chat asks it: for an answer, piece by piece, and for the cost of one. */
import { createParser } from 'eventsource-parser';
import type { Message, Trouble } from './conversation.js';

export interface Question {
  readonly key: string;
  readonly model: string;
  readonly messages: readonly Message[];
}

export interface AnswerListener {
  /** The gateway has begun; `generation` is the answer's id. */
  begun(generation: string): void;
  text(piece: string): void;
  /** Why it ends, in the word of the API. */
  finished(reason: string): void;
}

export interface ToldCost {
  readonly status: string;
  readonly cost: number | null;
  readonly estimated: boolean;
  readonly key: string;
  readonly balance: number | null;
}

export interface ChatGateway {
  /** Resolves at the end of the answer, with what went wrong. An aborted signal rejects. */
  ask(question: Question, signal: AbortSignal, listener: AnswerListener): Promise<Trouble | undefined>;
  /** Undefined if it cannot be had. */
  costOf(generation: string): Promise<ToldCost | undefined>;
}

interface ErrorBody {
  readonly error?: { readonly code?: string; readonly message?: string; readonly param?: string | null };
  readonly required?: number;
  readonly balance?: number;
}

interface Chunk extends ErrorBody {
  readonly choices?: readonly {
    readonly delta?: { readonly content?: string | null; readonly refusal?: string | null };
    readonly finish_reason?: string | null;
  }[];
}

const WHY: Readonly<Record<string, Trouble['why']>> = {
  chat_limit_exceeded: 'limit',
  insufficient_credits: 'credit',
  not_found: 'keyGone',
  invalid_api_key: 'keyGone',
  model_not_found: 'modelGone',
  payload_too_large: 'tooLong',
  too_many_generations: 'busy',
  overloaded: 'busy',
  storage_unavailable: 'busy',
  shutting_down: 'busy',
  provider_unavailable: 'busy',
  provider_error: 'provider',
  provider_rejected: 'provider',
  provider_timeout: 'provider',
  content_rejected: 'rejected',
  outcome_unknown: 'unsettled',
};
/** Of answers that are no JSON. */
const WHY_BY_STATUS: Readonly<Record<number, Trouble['why']>> = {
  401: 'signedOut',
  413: 'tooLong',
  429: 'busy',
  503: 'busy',
};
const DONE = '[DONE]';

export const gateway: ChatGateway = {
  async ask({ key, model, messages }, signal, listener) {
    const body = new URLSearchParams({ key, model, messages: JSON.stringify(messages) });
    let answer: Response;
    try {
      answer = await fetch('/chat/messages', { method: 'POST', body, signal });
    } catch (error) {
      return lost(signal, error);
    }
    if (!answer.ok || answer.body === null) return troubleIn(answer);
    listener.begun(answer.headers.get('x-generation-id') ?? '');
    try {
      return await readEvents(answer.body, listener);
    } catch (error) {
      return lost(signal, error);
    }
  },
  async costOf(generation) {
    try {
      const answer = await fetch(`/chat/answers/${generation}`);
      return answer.ok ? ((await answer.json()) as ToldCost) : undefined;
    } catch {
      return undefined;
    }
  },
};

function lost(signal: AbortSignal, error: unknown): Trouble {
  if (signal.aborted) throw error;
  return { why: 'lost' };
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  listener: AnswerListener,
): Promise<Trouble | undefined> {
  let isDone = false;
  let trouble: Trouble | undefined;
  const parser = createParser({
    onEvent({ data }) {
      if (data === DONE) {
        isDone = true;
        return;
      }
      const chunk = JSON.parse(data) as Chunk;
      if (chunk.error !== undefined) trouble ??= troubleOf(chunk, undefined);
      for (const { delta, finish_reason: reason } of chunk.choices ?? []) {
        const piece = delta?.content ?? delta?.refusal ?? '';
        if (piece !== '') listener.text(piece);
        if (typeof reason === 'string') listener.finished(reason);
      }
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    parser.feed(decoder.decode(part.value, { stream: true }));
  return trouble ?? (isDone ? undefined : { why: 'lost' });
}

async function troubleIn(answer: Response): Promise<Trouble> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  if (!isJson) return { why: WHY_BY_STATUS[answer.status] ?? 'other', message: answer.statusText };
  const waitMs = answer.headers.get('retry-after-ms');
  return troubleOf((await answer.json()) as ErrorBody, waitMs === null ? undefined : Number(waitMs));
}

function troubleOf({ error, required, balance }: ErrorBody, waitMs: number | undefined): Trouble {
  return {
    why: WHY[error?.code ?? ''] ?? 'other',
    ...(error?.message === undefined ? {} : { message: error.message }),
    ...(waitMs === undefined ? {} : { againAt: Date.now() + waitMs }),
    ...(required === undefined ? {} : { required }),
    ...(balance === undefined ? {} : { balance }),
  };
}
