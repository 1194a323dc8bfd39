/**
 * Makes people send the forms of the dashboard, those that their role allows and others, some in the moment
 * in which they are given another role; and an operator who deals with an order that was set aside.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep } from '../edges/edge-steps.js';
import type { FormCall } from '../forms/form-call.js';
import type { NodeStep, PaymentSetup } from '../node-history.js';
import { joinsWithKeys, keyNear, keysOf, type PeopleFacts, type PeopleSteps } from './people-steps.js';

const FORMS_CHANCE = 0.6;
/** Keys that pages make are named so; no client has their secret. */
const FIRST_KEY = 6_000;
const GRANTED_CHANCE = 0.4;
/** The acts of a member with grants count from here: keys that it makes are none of another's. */
const FIRST_OF_GRANTED = 3_200;
const DISPUTE_CHANCE = 0.7;
/** No other order has this amount. */
const DISPUTED_DA = 260;
const AMOUNT_LOOK = { do: 'amount', delayMs: 20 } as const;
/** When the service tells of another finding, or the truth. */
const OTHER_AFTER_MS = 7_000;
/** Names of steps of a dispute, which no other step has. */
const [INVITED, JUDGE, DISPUTED] = [-90_001, -90_002, -90_003];
/** And of a member with grants. */
const [WELCOMED, GRANTED] = [-94_001, -94_002];

type Act = FormCall extends infer One ? (One extends FormCall ? Omit<One, 'op' | 'session'> : never) : never;

export function generateForms(random: Random, made: PeopleSteps, facts: PeopleFacts): readonly NodeStep[] {
  const { sessions } = made;
  if (sessions.length === 0 || !random.chance(FORMS_CHANCE)) return [];
  return Array.from({ length: random.between(3, 12) }, (_, nth): readonly NodeStep[] => {
    const { step: session, person } = random.pick(sessions);
    const at = made.during(session, random);
    const pick = () => keyNear(person.account, facts.keys, random, 0.75);
    const call = { op: 'form', session, ...actOf(random, pick, nth, facts) } as FormCall;
    const steps = [edgeStep(at, call)];
    if (random.chance(0.3)) {
      const role = random.pick(['member', 'owner'] as const);
      steps.push(
        edgeStep(Math.max(0, at - random.pick([5, 40, 400])), { op: 'change_role', name: person.name, role }),
      );
    }
    if (random.chance(0.5)) steps.push(edgeStep(at + random.between(50, 500), { op: 'list_keys' }));
    if (random.chance(0.3))
      steps.push(edgeStep(at + random.between(0, 300), { op: 'list_users', account: person.account }));
    return steps;
  }).flat();
}

function actOf(random: Random, key: () => number, nth: number, { accounts }: PeopleFacts): Act {
  const rpm = random.chance(0.6) ? { rpm: random.pick([1, 2, 20, 60]) } : {};
  const movement = { key: key(), amountMicroDa: random.pick([1, 500_000]), reference: `page ${nth}` };
  return random.weighted<Act>([
    [
      4,
      {
        act: 'make_key',
        newKey: FIRST_KEY + nth,
        ...rpm,
        ...(random.chance(0.3) ? { account: random.below(accounts) } : {}),
      },
    ],
    [3, { act: 'change_key', key: key(), name: `Renamed ${nth}`, ...rpm }],
    [1, { act: 'revoke_key', key: key() }],
    [3, { act: 'transfer', ...movement, to: key() }],
    [1.5, { act: 'credit', ...movement }],
    [1.5, { act: 'debit', ...movement }],
  ]);
}

/** A member, to whom all keys of the account are granted, sends the forms about these. */
export function generateGranted(random: Random, facts: PeopleFacts): readonly NodeStep[] {
  const { keys, durationMs } = facts;
  const account = keys[0]?.account ?? 0;
  const granted = keysOf(account, keys);
  if (!random.chance(GRANTED_CHANCE)) return [];
  const from = random.between(0, durationMs);
  const step = (afterMs: number, call: ClientCall, id = 0) => ({ ...edgeStep(from + afterMs, call), id });
  const member = {
    account,
    name: 'granted@people.test',
    role: 'member',
    password: 'Password granted',
  } as const;
  const steps: NodeStep[] = [...joinsWithKeys(step, [WELCOMED, GRANTED], member, granted)];
  let afterMs = 1_200;
  for (let nth = random.between(4, 9); nth > 0; nth--) {
    const act = actOf(random, () => random.pick(granted), FIRST_OF_GRANTED + nth, facts);
    steps.push(step(afterMs, { op: 'form', session: GRANTED, ...act } as FormCall));
    afterMs += random.pick([0, 60, 300]);
  }
  return steps;
}

/**
 * The payment service tells of another amount than the order has; an operator compares, and dismisses it. It
 * may go on to say so, tell of something else, or tell the truth in the end.
 */
export function generateDispute(
  random: Random,
  payments: PaymentSetup | undefined,
  durationMs: number,
): readonly NodeStep[] {
  if (payments === undefined || !random.chance(DISPUTE_CHANCE)) return [];
  const at = random.between(0, durationMs / 2);
  const name = 'judge@people.test';
  const isNeverTrue = random.chance(0.5);
  const looks = random.between(1, 3);
  const other = random.fork('other finding').pick(['currency', 'livemode', undefined] as const);
  const script = {
    creates: [],
    looks: Array.from({ length: other === undefined ? looks : 1 }, () => AMOUNT_LOOK),
    ...(isNeverTrue ? { atLast: other ?? ('amount' as const) } : {}),
    ends: [{ status: 'paid', afterMs: 300 }] as const,
    notices: [
      { afterMs: 100, how: 'genuine' } as const,
      ...(other === undefined ? [] : [{ afterMs: OTHER_AFTER_MS, how: 'genuine' } as const]),
    ],
  };
  const dismissed = (kind: string, note: string): FormCall => ({
    op: 'form',
    act: 'dismiss',
    session: JUDGE,
    order: DISPUTED,
    kind,
    note,
  });
  const named = (id: number, step: ReturnType<typeof edgeStep>) => ({ ...step, id });
  const dismissedAt = at + 2_500 + random.between(0, 2_000);
  return [
    named(INVITED, edgeStep(at, { op: 'invite', account: 0, name, role: 'operator' })),
    named(JUDGE, edgeStep(at + 300, { op: 'accept', link: INVITED, password: 'Password judge' })),
    named(DISPUTED, edgeStep(at + 350, { op: 'order', key: 0, amountDa: DISPUTED_DA, script })),
    edgeStep(at + 900, { op: 'list_orders', limit: 100 }),
    ...(random.chance(0.3) ? [edgeStep(dismissedAt - 50, dismissed('amount', ''))] : []),
    ...(random.chance(0.3) ? [edgeStep(dismissedAt - 40, dismissed('currency', 'It is another one.'))] : []),
    edgeStep(dismissedAt, dismissed('amount', 'Compared, and paid by hand.')),
    edgeStep(dismissedAt + random.pick([0, 100]), dismissed('amount', 'Once more.')),
    ...(other === undefined
      ? []
      : [edgeStep(at + OTHER_AFTER_MS + 2_000, dismissed(other, 'Compared as well.'))]),
  ];
}
