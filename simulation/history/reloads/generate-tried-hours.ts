/**
 * Makes reloads of times that are hours or minutes, and requests that show them once these are over: the same
 * request under its Idempotency-Key, and a job whose result cannot be read.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import { routesOf } from '../model-routes.js';
import type { ModelSetup, NodeStep, PaymentSetup } from '../node-history.js';
import { providerKind } from '../provider-kinds.js';
import type { TextSetup } from '../texts/text-setup.js';

interface HoursFacts {
  readonly models: readonly ModelSetup[];
  readonly durationMs: number;
  readonly payments: PaymentSetup | undefined;
  readonly texts: TextSetup | undefined;
}

const HOURS_CHANCE = 0.12;
/** No other step makes keys of these numbers, or has such an id or amount. */
const [KEY, MADE_KEY, UNREAD, AMOUNT_DA] = [31_002, 31_003, -201_100, 733];
const MINUTE_MS = 60_000;
/** Behind the shorter time that a repeat may have. */
const LATER_MS = 70 * MINUTE_MS;
/** Within those the result comes whole at last, if it is still asked for. */
const BROKEN_READS = 12;

export function generateTriedHours(random: Random, facts: HoursFacts): readonly NodeStep[] {
  const { models, durationMs, payments, texts } = facts;
  if (!random.chance(HOURS_CHANCE)) return [];
  const at = random.between(0, durationMs);
  const [text] = texts?.models ?? [];
  const prompt = 'Tried for hours';
  const repeated: ClientCall[] = [
    { op: 'submit', key: KEY, model: 'sim/video-instant', prompt, idempotencyKey: 'hours of a job' },
    { op: 'create_key', newKey: MADE_KEY, account: 0, idempotencyKey: 'hours of a key' },
  ];
  if (payments !== undefined)
    repeated.push({ op: 'order', key: KEY, amountDa: AMOUNT_DA, idempotencyKey: 'hours of an order' });
  if (text !== undefined)
    repeated.push({
      op: 'chat',
      key: KEY,
      model: text.id,
      prompt,
      isStreamed: false,
      idempotencyKey: 'hours of a text',
    });
  const unread = models.find((model) =>
    routesOf(model).every(({ provider }) => providerKind(provider)?.results === 'read'),
  );
  const options = {
    idempotencyHours: random.pick([1, 24]),
    resultDeadlineMinutes: random.pick([1, 3]),
  };
  return [
    edgeStep(at, richKey(KEY, 1_000_000_000)),
    { id: 0, at: at + 300, do: 'reload', isMistaken: false, options },
    ...(unread === undefined ? [] : unreadSteps(unread.id, at + 500)),
    ...[at + 700, at + 700 + LATER_MS].flatMap((from) =>
      repeated.map((call, n) => edgeStep(from + 200 * n, call)),
    ),
  ];
}

/** Of a job whose result breaks off until its time is over. */
function unreadSteps(model: string, at: number): readonly NodeStep[] {
  const script = {
    submits: [],
    polls: [],
    reads: Array.from({ length: BROKEN_READS }, () => ({ delayMs: 0, do: 'breaks_off' }) as const),
    pendingMs: 0,
    runningMs: 100,
    end: { how: 'completed', outputMs: 1_000 },
  } as const;
  const submit: ClientCall = { op: 'submit', key: KEY, model, prompt: 'Unread for minutes', script };
  const polls = [2, 4, 10].map((minutes): NodeStep => {
    return edgeStep(at + minutes * MINUTE_MS, { op: 'poll', key: KEY, job: UNREAD });
  });
  return [{ ...edgeStep(at, submit), id: UNREAD }, ...polls];
}
