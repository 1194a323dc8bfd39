/**
 * Makes requests under an Idempotency-Key or a reference, and repeats each of them with one thing changed,
 * for all that it says, and with what means the same.
 */
import type { Random } from '../../../world/random.js';
import type { ClientCall, MovementCall, OrderCall } from '../../client-call.js';
import type { ModelSetup, NodeStep, PaymentSetup } from '../../node-history.js';
import { providerKind } from '../../provider-kinds.js';
import type { ChatCall } from '../../texts/chat-call.js';
import type { TextSetup } from '../../texts/text-setup.js';
import { edgeStep } from '../edge-steps.js';

const SAMENESS_CHANCE = 0.25;
/** No other step makes keys of these numbers. */
const [KEY, OTHER_KEY, THIRD_KEY, MADE_KEY] = [9_000, 9_001, 9_002, 9_010];
const [RPM, CREDITS_MICRO_DA] = [10_000, 1_000_000_000_000];
const MADE_MS = 1_000;
/** No other order has these amounts. */
const [AMOUNT_DA, OTHER_AMOUNT_DA] = [310, 311];
const PAYMENT = { creates: [], looks: [], ends: [], notices: [] } as const;
const WELL = { submits: [], polls: [], pendingMs: 0, runningMs: 300 } as const;
const TEXT = {
  begins: [{ do: 'write', delayMs: 0 }],
  tokens: 2,
  tokenMs: 0,
  usage: 'last',
  tailMs: 0,
} as const;

export interface SamenessFacts {
  readonly accounts: number;
  readonly models: readonly ModelSetup[];
  readonly payments?: PaymentSetup | undefined;
  readonly texts?: TextSetup | undefined;
  readonly durationMs: number;
}

/** A request, and others that are not the same. */
type Family = readonly [first: ClientCall, ...others: ClientCall[]];

export function generateSameness(random: Random, facts: SamenessFacts): readonly NodeStep[] {
  if (!random.chance(SAMENESS_CHANCE)) return [];
  const from = random.between(0, facts.durationMs);
  const keys = [KEY, OTHER_KEY, THIRD_KEY].map((key) =>
    edgeStep(from, { op: 'create_key', newKey: key, account: 0, rpm: RPM, creditsMicroDa: CREDITS_MICRO_DA }),
  );
  return [...keys, ...familiesOf(random, facts).flatMap((family) => told(random, family, from + 500))];
}

/** Each comes once or twice, mostly behind the first one's answer, which is asked for in the end. */
function told(random: Random, [first, ...others]: Family, from: number): readonly NodeStep[] {
  const again = [...others, ...others, first].map((call) =>
    edgeStep(from + (random.chance(0.15) ? 0 : random.between(MADE_MS, 3 * MADE_MS)), call),
  );
  return [edgeStep(from, first), ...again, edgeStep(from + 4 * MADE_MS, first)];
}

function familiesOf(random: Random, { accounts, models, payments, texts }: SamenessFacts): readonly Family[] {
  const text = texts && random.pick(texts.models).id;
  return [
    keyFamily(accounts),
    submitFamily(random.pick(models)),
    ...movementFamilies(),
    ...(payments === undefined ? [] : [orderFamily()]),
    ...(text === undefined ? [] : [textFamily(text)]),
  ];
}

function keyFamily(accounts: number): Family {
  const [creditsMicroDa, rpm] = [2_500_000, 120];
  const plain = { op: 'create_key', newKey: MADE_KEY, account: 0, idempotencyKey: 'the same key' } as const;
  const first = { ...plain, rpm, creditsMicroDa };
  return [
    first,
    { ...first, newKey: MADE_KEY + 1 },
    { ...first, rpm: 121 },
    { ...first, creditsMicroDa: creditsMicroDa + 1 },
    { ...plain, creditsMicroDa },
    { ...plain, rpm },
    { ...first, amountText: '2.5' },
    ...(accounts > 1 ? [{ ...first, account: 1 }] : []),
  ];
}

function submitFamily({ id: model, provider }: ModelSetup): Family {
  const [least = 1_000, next = 2_000] = providerKind(provider)?.lengthsMs ?? [];
  const script = { ...WELL, end: { how: 'completed', outputMs: least } } as const;
  const named = { op: 'submit', key: KEY, model, idempotencyKey: 'the same scene', script } as const;
  const first = {
    ...named,
    prompt: 'The same scene',
    seconds: least / 1_000,
    fields: { user: 'a', seed: 7, loop: true },
  };
  const { fields } = first;
  return [
    first,
    { ...first, prompt: 'Another scene' },
    { ...first, seconds: next / 1_000 },
    { ...first, seconds: `${least / 1_000}` },
    { ...first, model: 'sim/video' },
    { ...first, fields: { ...fields, seed: 8 } },
    { ...first, fields: { user: 'a', seed: 7 } },
    { ...first, fields: { loop: true, seed: 7, user: 'a' } },
    { ...first, fields: { ...fields, n: 1 } },
    { ...first, fields: { ...fields, seed: '7', loop: 'true' } },
    { ...first, fields: { ...fields, loop: false } },
    { ...first, fields: { ...fields, loop: null } },
    { ...first, head: { isForm: true } },
    { ...first, fields: { ...fields, loop: false }, head: { isForm: true } },
    { ...first, key: OTHER_KEY },
  ];
}

/** Under a reference, which is one of all kinds. */
function movementFamilies(): readonly Family[] {
  const moved = { key: KEY, amountMicroDa: 1_500_000 };
  const kinds: readonly MovementCall[] = [
    { ...moved, op: 'debit', reference: 'the same debit' },
    { ...moved, op: 'transfer', to: OTHER_KEY, reference: 'the same transfer' },
  ];
  const credit: ClientCall = { ...moved, op: 'add_credit', reference: 'the same credit' };
  return [credit, ...kinds].map((first) => [
    first,
    { ...first, key: THIRD_KEY },
    { ...first, amountMicroDa: 1_500_001 },
    { ...first, amountText: '1.5' },
    ...(first.op === 'transfer' ? [{ ...first, to: THIRD_KEY }] : []),
    ...[credit, ...kinds]
      .filter(({ op }) => op !== first.op)
      .map((other) => ({ ...other, reference: first.reference })),
  ]);
}

function orderFamily(): Family {
  const first: OrderCall = {
    op: 'order',
    key: KEY,
    amountDa: AMOUNT_DA,
    idempotencyKey: 'the same order',
    script: PAYMENT,
  };
  return [first, { ...first, key: OTHER_KEY }, { ...first, amountDa: OTHER_AMOUNT_DA }];
}

function textFamily(model: string): Family {
  const first: ChatCall = {
    op: 'chat',
    key: KEY,
    model,
    prompt: 'The same text',
    isStreamed: false,
    cap: 1,
    fields: { user: 'a', seed: 7 },
    idempotencyKey: 'the same text',
    script: TEXT,
  };
  const { cap: _, ...capless } = first;
  return [
    first,
    { ...first, prompt: 'Another text' },
    { ...first, cap: 2 },
    capless,
    { ...first, fields: { user: 'a', seed: 8 } },
    { ...first, fields: { user: 'a' } },
    { ...first, key: OTHER_KEY },
  ];
}
