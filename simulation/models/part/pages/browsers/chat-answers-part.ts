/** Answers of the gateway as the chat of a browser reads them: piece by piece, cut anywhere, or refused. */
import type { Random } from '../../../../world/random.js';
import type { Part } from '../../part.js';

interface AnswerAct {
  readonly do: 'answer';
  readonly pieces: readonly string[];
  readonly isRefusal: boolean;
  readonly reason?: 'stop' | 'length';
  /** An error is told in the stream. */
  readonly broken?: string;
  readonly isDone: boolean;
  /** Of the bytes of a chunk. */
  readonly cuts: readonly number[];
}

interface RefusalAct {
  readonly do: 'refuse';
  readonly status: number;
  /** Absent if it is no JSON. */
  readonly code?: string;
  readonly waitMs?: number;
  readonly amounts?: readonly [required: number, balance: number];
}

interface LossAct {
  readonly do: 'lose';
}

type Act = AnswerAct | RefusalAct | LossAct;

const PIECES = ['A boat', ' on the sea', 'é', 'مرحبا', '🚤', '\n\n', '"{}"', 'data: [DONE]'];
/** The words that people are told by. */
const WHY: Readonly<Record<string, string>> = {
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
  invalid_request: 'other',
};
const WHY_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'signedOut',
  413: 'tooLong',
  429: 'busy',
  503: 'busy',
  500: 'other',
};
const ID = 'gen-1';
const QUESTION = { key: 'key_1', model: 'sim/chat', messages: [] };

export function chatAnswersPart(): Part<undefined, Act> {
  return {
    name: 'chat-answers',
    limits: () => undefined,
    act: (random) =>
      random.weighted<() => Act>([
        [6, () => drawAnswer(random)],
        [3, () => drawRefusal(random)],
        [1, () => ({ do: 'lose' })],
      ])(),
    pauseMs: () => 0,
    begin: (trial) => ({
      async take(act) {
        // As all of the dashboard, it is loaded when it is first asked for.
        const { gateway } = await import('../../../../../src/http/pages/dashboard/islands/chat/gateway.js');
        const begun: string[] = [];
        const pieces: string[] = [];
        const reasons: string[] = [];
        const listener = {
          begun: (generation: string) => void begun.push(generation),
          text: (piece: string) => void pieces.push(piece),
          finished: (reason: string) => void reasons.push(reason),
        };
        const { fetch } = globalThis;
        const now = Date.now();
        globalThis.fetch = async () => answerTo(act);
        try {
          const trouble = await gateway.ask(QUESTION, new AbortController().signal, listener);
          const { againAt, ...rest } = trouble ?? { againAt: undefined };
          trial.same('told', [begun, pieces.join(''), reasons], toldOf(act));
          trial.sameFields('trouble', trouble && rest, troubleOf(act));
          const waitMs = act.do === 'refuse' && act.code !== undefined ? act.waitMs : undefined;
          trial.same('waits', againAt !== undefined, waitMs !== undefined);
          if (againAt !== undefined && waitMs !== undefined)
            trial.between('wait', againAt, now + waitMs, Date.now() + waitMs);
        } finally {
          globalThis.fetch = fetch;
        }
      },
      compare() {},
    }),
  };
}

function toldOf(act: Act): readonly unknown[] {
  if (act.do !== 'answer') return [[], '', []];
  return [[ID], act.pieces.join(''), act.reason === undefined ? [] : [act.reason]];
}

function troubleOf(act: Act): object | undefined {
  if (act.do === 'lose') return { why: 'lost' };
  if (act.do === 'answer') {
    if (act.broken !== undefined) return { why: WHY[act.broken], message: 'It broke off.' };
    return act.isDone ? undefined : { why: 'lost' };
  }
  const { status, code, amounts } = act;
  if (code === undefined) return { why: WHY_BY_STATUS[status], message: 'None' };
  const [required, balance] = amounts ?? [];
  return { why: WHY[code], message: 'No.', ...(amounts && { required, balance }) };
}

function answerTo(act: Act): Response {
  if (act.do === 'lose') throw new TypeError('no network');
  if (act.do === 'answer') return new Response(streamOf(act), { headers: { 'x-generation-id': ID } });
  const { status, code, waitMs, amounts } = act;
  if (code === undefined) return new Response('<p>No', { status, statusText: 'None' });
  const [required, balance] = amounts ?? [];
  return new Response(
    JSON.stringify({ error: { code, message: 'No.' }, ...(amounts && { required, balance }) }),
    {
      status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(waitMs === undefined ? {} : { 'retry-after-ms': String(waitMs) }),
      },
    },
  );
}

function streamOf({
  pieces,
  isRefusal,
  reason,
  broken,
  isDone,
  cuts,
}: AnswerAct): ReadableStream<Uint8Array> {
  const events = [
    { choices: [{ delta: { role: 'assistant', content: '' } }] },
    ...pieces.map((piece) => ({ choices: [{ delta: { [isRefusal ? 'refusal' : 'content']: piece } }] })),
    ...(reason === undefined ? [] : [{ choices: [{ delta: {}, finish_reason: reason }] }]),
    { choices: [], usage: { total_tokens: 9 } },
    ...(broken === undefined ? [] : [{ error: { code: broken, message: 'It broke off.' } }]),
  ];
  const lines = [': wait', ...events.map((event) => `data: ${JSON.stringify(event)}`)];
  if (isDone) lines.push('data: [DONE]');
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n\n`).join(''));
  return new ReadableStream({
    start(controller) {
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const length = cuts[n % cuts.length] ?? 1;
        controller.enqueue(bytes.slice(at, at + length));
        at += length;
      }
      controller.close();
    },
  });
}

function drawAnswer(random: Random): AnswerAct {
  return {
    do: 'answer',
    pieces: Array.from({ length: random.below(6) }, () => random.pick(PIECES)),
    isRefusal: random.chance(0.1),
    ...(random.chance(0.8) ? { reason: random.pick(['stop', 'length'] as const) } : {}),
    ...(random.chance(0.2) ? { broken: random.pick(Object.keys(WHY)) } : {}),
    isDone: random.chance(0.8),
    cuts: random.chance(0.3) ? [10_000] : Array.from({ length: 3 }, () => random.between(1, 40)),
  };
}

function drawRefusal(random: Random): RefusalAct {
  const hasAmounts = random.chance(0.2);
  return {
    do: 'refuse',
    status: Number(random.pick(Object.keys(WHY_BY_STATUS))),
    ...(random.chance(0.8) ? { code: random.pick(Object.keys(WHY)) } : {}),
    ...(random.chance(0.5) ? { waitMs: random.pick([0, 1, 2_500, 60_000]) } : {}),
    ...(hasAmounts ? { amounts: [random.below(100), random.below(100)] as const } : {}),
  };
}
