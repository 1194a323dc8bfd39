/** How submits come: traced or not, their key quoted or bare, as JSON or as a form, in all combinations. */
import type { Random } from '../../world/random.js';
import { FORM_SPELLINGS, type SubmitCall, type SubmitHead } from '../client-call.js';
import type { NodeStep } from '../node-history.js';

const HEADS_CHANCE = 0.5;
/** Of forms. */
const SPELLING_CHANCE = 0.6;
/** As a form it is the same text. */
const PLAIN_SECONDS = /^\d+(\.\d+)?$/;

/** In half of the histories, the submits of `steps` with heads of their own. */
export function withHeads(steps: readonly NodeStep[], random: Random): readonly NodeStep[] {
  if (!random.chance(HEADS_CHANCE)) return steps;
  return steps.map((step) => {
    if (step.do !== 'request' || step.call.op !== 'submit') return step;
    const head = { ...headOf(step.call, random), ...step.call.head };
    return Object.keys(head).length === 0 ? step : { ...step, call: { ...step.call, head } };
  });
}

function headOf({ fields, seconds, prompt, idempotencyKey }: SubmitCall, random: Random): SubmitHead {
  const [isTraced, isQuoted, isForm] = [0.5, 0.4, 0.4].map((chance) => random.chance(chance));
  const isPlain =
    Object.values(fields ?? {}).every((value) => typeof value !== 'object') &&
    (seconds === undefined || PLAIN_SECONDS.test(`${seconds}`));
  const hex = (bytes: number) => Buffer.from(random.bytes(bytes)).toString('hex');
  return {
    ...(isTraced && { trace: `00-${hex(16)}-${hex(8)}-01` }),
    ...(isQuoted && idempotencyKey !== undefined && { isQuoted: true }),
    ...(isForm && isPlain && { isForm: true, ...spellingOf(random.fork(`form of ${prompt}`)) }),
  };
}

function spellingOf(random: Random): Pick<SubmitHead, 'form'> {
  return random.chance(SPELLING_CHANCE) ? { form: random.pick(FORM_SPELLINGS) } : {};
}
