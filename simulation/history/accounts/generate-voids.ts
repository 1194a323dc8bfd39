/**
 * Makes an operator take back the credit without money, and have the node go over to live payments or try to:
 * at any time, or around an order and what its credit pays for.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { richKey } from '../edges/edge-steps.js';
import { scripted } from '../lives/life-steps.js';
import type { NodeStep } from '../node-history.js';
import type { PaymentEnd } from '../payment-script.js';

/** No other order of a history has this amount. */
const AMOUNT_DA = 190;
const VOID: ClientCall = { op: 'void_simulated' };
/** A person who sees an order opens the page of its payment. */
const SHOW: ClientCall = { op: 'list_orders', limit: 100 };
/** No other step makes a key of this number, nor is another order's step named so. */
const [PAYING_KEY, PAYING_ORDER] = [39_000, -208_000];
/** Every history has this model. The job still holds its reserve when the node is to go live. */
const LONG_JOB = {
  op: 'submit',
  key: PAYING_KEY,
  model: 'model/0',
  prompt: 'A long scene',
  seconds: 4,
  script: scripted([], { runningMs: 60_000 }),
} as const;

export function generateVoids(random: Random, keys: number, durationMs: number): readonly NodeStep[] {
  const at = random.between(0, durationMs);
  const key = random.below(keys);
  const again = at + random.pick([0, 10, 1_000, 30_000]);
  return random.weighted<() => readonly NodeStep[]>([
    [2, () => []],
    [2, () => [request(at, VOID)]],
    [3, () => [request(at, VOID), live(again)]],
    [2, () => [live(at), request(again, VOID)]],
    [4, () => besideHeldCredit(at)],
    [2, () => [...ordered(at, key, random.pick([2_000, 30_000])), ...voided(at + 1_000)]],
  ])();
}

/** A void leaves what a job has reserved. */
function besideHeldCredit(at: number): readonly NodeStep[] {
  const [order, look] = ordered(at + 500, PAYING_KEY, 10);
  return [
    request(at, richKey(PAYING_KEY, 0)),
    { ...order, id: PAYING_ORDER },
    look,
    request(at + 1_500, { op: 'use_card', order: PAYING_ORDER, card: 'pays' }),
    request(at + 2_500, LONG_JOB),
    ...voided(at + 3_000),
    // The first may have met a process that is gone.
    live(at + 8_000),
  ];
}

/** Paid so long after the person has opened the page. */
function ordered(at: number, key: number, paidAfterMs: number): readonly [order: NodeStep, look: NodeStep] {
  const ends: readonly PaymentEnd[] = [{ status: 'paid', afterMs: paidAfterMs }];
  const script = { creates: [], looks: [], ends, notices: [{ afterMs: 100, how: 'genuine' }] } as const;
  return [request(at, { op: 'order', key, amountDa: AMOUNT_DA, script }), request(at + 500, SHOW)];
}

function voided(at: number): readonly NodeStep[] {
  return [request(at, VOID), live(at + 500)];
}

function live(at: number): NodeStep {
  return { id: 0, at, do: 'restart', downMs: 50, goesLive: true };
}

function request(at: number, call: ClientCall): NodeStep {
  return { id: 0, at, do: 'request', call, bodyAfterMs: 0, client: 4 };
}
