/** Jobs that cost as much as a key can ever hold, or a trifle more, and keys that hold as much. */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { LIFETIME_MICRO_DA } from '../edges/amount-texts.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import { LIFE_KEY, type Life, lifeModel, MADE_MS, scripted } from './life-steps.js';

const [FULL_KEY, NEARLY_FULL_KEY, OTHER_KEY] = [LIFE_KEY + 1, LIFE_KEY + 2, LIFE_KEY + 3];
const DEADLINE_MS = 45_000;
/** A price a second, in micro-DA, and the length that costs a whole life. */
const PRICES = [
  [1_000_000_000_000_000, 1_000],
  [400_000_000_000_000, 2_500],
  [250_000_000_000_000, 4_000],
  [125_000_000_000_000, 8_000],
] as const;
const SETTLED_BY_MS = 6_000;

export function dear(random: Random): Life {
  const [pricePerSecondMicroDa, lengthMs] = random.pick(PRICES);
  const provider = random.pick(['idempotent', 'forgetful', 'lookup'] as const);
  const model = { ...lifeModel('dear', { provider }, DEADLINE_MS), pricePerSecondMicroDa };
  const outputMs = random.pick([lengthMs, lengthMs - 1, lengthMs / 2, lengthMs + 1_000]);
  const script = scripted([], { runningMs: 2_000, end: { how: 'completed', outputMs } });
  const submit = (afterMs: number, key: number, forMs: number) => {
    const prompt = `Dear scene ${afterMs}`;
    const call = { op: 'submit', key, model: model.id, prompt, seconds: forMs / 1_000, script } as const;
    return edgeStep(MADE_MS + afterMs, call);
  };
  const then = (afterMs: number, call: ClientCall) => edgeStep(MADE_MS + afterMs, call);
  const back = random.pick([1, 5_000_000, LIFETIME_MICRO_DA / 4]);
  const movement = { key: FULL_KEY, amountMicroDa: back } as const;
  return {
    models: [model],
    steps: [
      edgeStep(0, richKey(FULL_KEY, LIFETIME_MICRO_DA)),
      edgeStep(0, richKey(NEARLY_FULL_KEY, LIFETIME_MICRO_DA - 1)),
      edgeStep(0, richKey(OTHER_KEY, 0)),
      submit(0, NEARLY_FULL_KEY, lengthMs),
      submit(10, FULL_KEY, lengthMs + 1),
      submit(20, FULL_KEY, lengthMs),
      // Nothing is left.
      submit(200, FULL_KEY, lengthMs),
      then(210, { op: 'credits', key: FULL_KEY }),
      then(250, { op: 'add_credit', key: FULL_KEY, amountMicroDa: 1, reference: 'Beyond a life' }),
      then(260, { op: 'add_credit', key: NEARLY_FULL_KEY, amountMicroDa: 1, reference: 'To its end' }),
      then(600, { op: 'add_credit', key: NEARLY_FULL_KEY, amountMicroDa: 1, reference: 'Beyond its end' }),
      // An amount that was taken back makes no room.
      then(SETTLED_BY_MS, { op: 'debit', ...movement, reference: 'Taken back' }),
      then(SETTLED_BY_MS + 300, { op: 'add_credit', ...movement, reference: 'Given again' }),
      then(SETTLED_BY_MS + 600, { op: 'transfer', ...movement, to: OTHER_KEY, reference: 'Moved' }),
      then(SETTLED_BY_MS + 900, {
        op: 'transfer',
        ...movement,
        key: OTHER_KEY,
        to: FULL_KEY,
        reference: 'Back',
      }),
      then(SETTLED_BY_MS + 1_200, { op: 'ledger', key: FULL_KEY, limit: 20 }),
    ],
  };
}
