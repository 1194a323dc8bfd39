/** Makes transfers, debits and rotations of keys, and requests with secrets of before. */
import type { Random } from '../../world/random.js';
import type { ClientCall, MovementCall } from '../client-call.js';
import type { NodeStep, RequestStep } from '../node-history.js';

const MOVEMENTS_CHANCE = 0.5;
const SHORT_GRACE_S = 5;

export function generateMovements(random: Random, keys: number, durationMs: number): readonly NodeStep[] {
  if (!random.chance(MOVEMENTS_CHANCE)) return [];
  const made: MovementCall[] = [];
  const steps = Array.from({ length: random.between(3, 12) }, () =>
    request(random.between(0, durationMs), next(random, keys, made)),
  );
  return [...steps, ...steps.flatMap((step) => latecomers(random.fork(`late ${step.at}`), step))];
}

/** Once the grace of a rotation is over, somebody comes with the secret of before. */
function latecomers(random: Random, { at, call }: RequestStep): readonly NodeStep[] {
  if (call.op !== 'rotate' || call.graceSeconds > SHORT_GRACE_S) return [];
  const key = call.key;
  return [
    request(at + call.graceSeconds * 1_000 + random.between(200, 3_000), { op: 'credits', key, earlier: 1 }),
  ];
}

function request(at: number, call: ClientCall): RequestStep {
  return { id: 0, at, do: 'request', call, bodyAfterMs: 0, client: 5 };
}

function next(random: Random, keys: number, made: MovementCall[]): ClientCall {
  const key = random.below(keys);
  const again = made.at(-1);
  return random.weighted<() => ClientCall>([
    [3, () => moved(made, { op: 'transfer', to: random.below(keys), ...movement(random, key, made.length) })],
    [2, () => moved(made, { op: 'debit', ...movement(random, key, made.length) })],
    [again === undefined ? 0 : 1.5, () => repeated(random, again as MovementCall)],
    [2, () => ({ op: 'rotate', key, graceSeconds: random.pick([0, 0, 1, 5, 60, 3_600]) })],
    [3, () => ({ op: 'credits', key, earlier: random.between(1, 2) })],
  ])();
}

/** The same again; seldom another movement under the same reference. */
function repeated(random: Random, { key, amountMicroDa, reference, ...call }: MovementCall): MovementCall {
  const same = { key, amountMicroDa, reference };
  if (random.chance(0.7)) return { ...call, ...same };
  return random.chance(0.5)
    ? { op: 'debit', ...same }
    : { ...call, ...same, amountMicroDa: amountMicroDa + 1 };
}

function movement(random: Random, key: number, nth: number) {
  const amountMicroDa = random.pick([1, 500_000, 2_000_000, 100_000_000]);
  // References of credits are tried, too.
  const reference = random.chance(0.1) ? 'invoice 1' : `movement ${nth + 1}`;
  return { key, amountMicroDa, reference };
}

function moved(made: MovementCall[], call: MovementCall): MovementCall {
  made.push(call);
  return call;
}
