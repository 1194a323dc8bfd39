/**
 * Makes an operator who deals with accounts at their pages, and chats at the cost of their keys if that is
 * possible.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { FormCall } from '../forms/form-call.js';
import type { NodeStep } from '../node-history.js';
import { keysOf, type PeopleFacts } from './people-steps.js';

const CHANCE = 0.5;
/** Names of steps that no other step has. */
const [INVITED, CLERK] = [-152_000, -152_001];

export function generateAccountForms(
  random: Random,
  { accounts, keys, durationMs }: PeopleFacts,
): readonly NodeStep[] {
  if (!random.chance(CHANCE)) return [];
  const name = 'clerk@people.test';
  let at = random.between(0, durationMs);
  const named = (id: number, step: ReturnType<typeof edgeStep>) => ({ ...step, id });
  const steps: NodeStep[] = [
    named(INVITED, edgeStep(at, { op: 'invite', account: 0, name, role: 'operator' })),
    named(CLERK, edgeStep(at + 300, { op: 'accept', link: INVITED, password: 'Password clerk' })),
  ];
  at += 700;
  const list: ClientCall = { op: 'page', list: 'accounts', key: 0, limit: random.pick([1, 3, 100]) };
  for (let nth = random.between(4, 10); nth > 0; nth--) {
    const account = random.below(accounts);
    const form: FormCall = { op: 'form', session: CLERK, ...actOf(random, account, nth, keys) };
    steps.push(edgeStep(at, form));
    const key = keysOf(account, keys)[0];
    if (random.chance(0.8)) steps.push(edgeStep(at + random.pick([5, 300]), list));
    if (random.chance(0.4) && key !== undefined)
      steps.push(edgeStep(at + 30, { op: 'chat_message', session: CLERK, key }));
    at += random.pick([0, 100, 400, 2_000]);
  }
  return [...steps, edgeStep(at + 500, list)];
}

function actOf(random: Random, account: number, nth: number, keys: PeopleFacts['keys']) {
  const [key = 0] = keysOf(account, keys);
  const movement = { key, amountMicroDa: 500_000, reference: `account ${nth}`, isAtAccount: true as const };
  return random.weighted([
    [2, { act: 'rename_account' as const, account, name: `Renamed ${nth}` }],
    [1, { act: 'credit' as const, ...movement }],
    [1, { act: 'debit' as const, ...movement }],
  ]);
}
