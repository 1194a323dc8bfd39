/**
 * Makes a key whose life is nearly full of credit, or nearly empty, and on it movements of amounts in every
 * notation, the same reference with another movement, and jobs of any length.
 */
import type { FaultLevel } from '../../model.js';
import type { Random } from '../../world/random.js';
import type { ClientCall, SubmitCall } from '../client-call.js';
import { CHANCES, generateScript } from '../generate-scripts.js';
import type { ModelSetup, NodeStep } from '../node-history.js';
import { inWords, LIFETIME_MICRO_DA, writtenAmount } from './amount-texts.js';
import { edgeStep } from './edge-steps.js';

const AMOUNTS_CHANCE = 0.25;
/** No other step makes keys of these numbers. */
const RICH_KEY = 3_000;
const POOR_KEY = 3_001;
const EMPTY_KEY = 3_002;
const RPM = 600;
const REFERENCE_MAX = 200;
/** Two UTF-16 units and one character. */
const WIDE = '\u{1f4b3}';

type Movement = Extract<ClientCall, { readonly op: 'add_credit' | 'debit' | 'transfer' }>;

export interface AmountFacts {
  readonly faults: FaultLevel;
  readonly accounts: number;
  readonly models: readonly ModelSetup[];
  readonly durationMs: number;
}

export function generateAmounts(random: Random, facts: AmountFacts): readonly NodeStep[] {
  if (!random.chance(AMOUNTS_CHANCE)) return [];
  const account = random.below(facts.accounts);
  let at = random.between(0, facts.durationMs);
  const room = random.pick([0, 1, 5_000_000, 500_000_000]);
  const steps: NodeStep[] = keys(random, account, room).map((call) => edgeStep(at, call));
  at += random.between(20, 400);
  const made: Movement[] = [];
  if (room > 0 && random.chance(0.4)) {
    // A life that is full takes nothing more.
    for (const amountMicroDa of [room, 1]) {
      const reference = `room for ${amountMicroDa}`;
      steps.push(edgeStep(at, { op: 'add_credit', key: RICH_KEY, amountMicroDa, reference }));
    }
  }
  for (let n = random.between(3, 9); n > 0; n--) {
    steps.push(edgeStep(at, nextCall(random.fork(n), n, facts, made)));
    at += random.pick([0, 0, 5, 300, 2_000]);
  }
  return steps;
}

/** The amount of the second may be none: then it is not made, and nothing is done with it. */
function keys(random: Random, account: number, room: number): readonly ClientCall[] {
  const rich = inWords(random, LIFETIME_MICRO_DA - room);
  const poor = writtenAmount(random);
  return [
    [RICH_KEY, rich] as const,
    [POOR_KEY, poor.amountMicroDa > 10 ** 12 ? inWords(random, 1_000_000) : poor] as const,
    [EMPTY_KEY, { amountMicroDa: 0 }] as const,
  ].map(([newKey, { amountMicroDa: creditsMicroDa, ...text }]) => {
    return { op: 'create_key', newKey, account, rpm: RPM, creditsMicroDa, ...text };
  });
}

function nextCall(random: Random, nth: number, facts: AmountFacts, made: Movement[]): ClientCall {
  const again = made.length === 0 ? undefined : random.pick(made);
  return random.weighted<() => ClientCall>([
    [5, () => noted(made, movement(random, referenceOf(random, nth)))],
    [again === undefined ? 0 : 5, () => another(random, again as Movement)],
    [3, () => submit(random, nth, facts)],
  ])();
}

function noted(made: Movement[], call: Movement): Movement {
  made.push(call);
  return call;
}

function movement(random: Random, reference: string): Movement {
  const [key, to] = random.chance(0.5) ? [RICH_KEY, POOR_KEY] : [POOR_KEY, RICH_KEY];
  const amount = writtenAmount(random);
  return random.weighted<Movement>([
    [3, { op: 'add_credit', key, ...amount, reference }],
    [2, { op: 'debit', key, ...amount, reference }],
    [3, { op: 'transfer', key, to, ...amount, reference }],
  ]);
}

/** The same again, in other words; or another movement under the same reference, or a similar one. */
function another(random: Random, first: Movement): Movement {
  const { amountMicroDa, amountText: _, ...rest } = first;
  const { key, reference } = first;
  const other = key === RICH_KEY ? POOR_KEY : RICH_KEY;
  const same = { ...rest, ...(amountMicroDa === 0 ? writtenAmount(random) : inWords(random, amountMicroDa)) };
  const amount = { amountMicroDa: same.amountMicroDa };
  return random.weighted<() => Movement>([
    [3, () => same],
    [2, () => ({ ...rest, amountMicroDa: amountMicroDa + random.pick([1, 1_000_000]) })],
    [1, () => ({ ...same, key: other, ...(first.op === 'transfer' && { to: key }) })],
    [1, () => ({ ...same, reference: `${reference} ` })],
    [1, () => ({ ...same, reference: reference.toUpperCase() })],
    [1, () => ({ op: 'add_credit', key, ...amount, reference })],
    [1, () => ({ op: 'debit', key, ...amount, reference })],
    [first.op === 'transfer' ? 3 : 1, () => ({ op: 'transfer', key, to: EMPTY_KEY, ...amount, reference })],
    // To the key itself.
    [0.5, () => ({ op: 'transfer', key, to: key, ...amount, reference })],
  ])();
}

function referenceOf(random: Random, nth: number): string {
  const name = `amount ${nth}`;
  return random.weighted<() => string>([
    [6, () => name],
    [1, () => name.padEnd(REFERENCE_MAX, '.')],
    [1, () => name.padEnd(REFERENCE_MAX + 1, '.')],
    [1, () => name + WIDE.repeat(REFERENCE_MAX - name.length)],
    [1, () => name + WIDE.repeat(REFERENCE_MAX + 1 - name.length)],
    [1, () => ''],
    [1, () => `${random.pick(['chargily:', 'simulated:', 'import:'])}${name}`],
  ])();
}

/** Of the key that can pay for it, of any length within the bounds and just beyond. */
function submit(random: Random, nth: number, { faults, models }: AmountFacts): SubmitCall {
  const ms = random.weighted<() => number>([
    [6, () => random.between(1_000, 60_000)],
    [2, () => random.pick([1_000, 60_000])],
    [1, () => random.pick([999, 60_001])],
  ])();
  const seconds = ms / 1_000;
  const { saidMs: _, ...script } = generateScript(random.fork('script'), CHANCES[faults]);
  const end = random.chance(0.8)
    ? ({ how: 'completed', outputMs: random.below(62_000) } as const)
    : script.end;
  return {
    op: 'submit',
    key: RICH_KEY,
    model: random.pick(models).id,
    prompt: `Amount ${nth}`,
    ...(random.chance(0.15) ? { promptLength: 10_000 + random.below(2) } : {}),
    seconds: random.pick([seconds, String(seconds), seconds.toFixed(3)]),
    script: { ...script, end },
  };
}
