/** The answer that a request for a text has to have: the first of the refusals that apply, or the text. */
import type { Refusal } from '../../jobs/desk/judged-submits.js';
import { balanceOf, type Now } from '../../jobs/desk/plain-jobs.js';
import type { DrawnBody } from '../drawn-requests.js';
import { type NaiveQuote, naiveQuote } from '../naive-quote.js';
import type { AskAct, GenerationLimits } from './drawn-generations.js';
import { type PayingKey, type PlainGenerations, printOf } from './plain-generations.js';

type Bought = Exclude<NaiveQuote, { readonly refused: string }>;

export type AskVerdict =
  | { readonly is: 'accepted'; readonly bought: Bought }
  | {
      readonly is: 'refused';
      readonly refusal: Refusal;
      /** The fields any of which it may name. */
      readonly params?: readonly string[];
      /** True if no model could take it. */
      readonly isMalformed?: true;
      /** The message names it. */
      readonly generation?: string;
    };

const REPEAT = 'Idempotency-Key';

export function judgedAsk(
  body: DrawnBody,
  repeat: AskAct['repeat'],
  key: PayingKey,
  now: Now,
  { openGenerationsMax, offers }: GenerationLimits,
  plain: PlainGenerations,
): AskVerdict {
  const alone = naiveQuote([anyOffer(body)], body);
  if ('refused' in alone) return { ...misfit(alone), isMalformed: true };
  if (repeat !== undefined) {
    const known = plain.repeated(key, repeat.name, now);
    const isSame = known?.print === printOf(body);
    if (known !== undefined && isSame && known.generation.status === 'open') return IN_USE;
    if (known !== undefined) {
      const refused: AskVerdict = {
        is: 'refused',
        refusal: { code: 'idempotency_key_reused', status: 422, param: REPEAT },
      };
      return isSame ? { ...refused, generation: known.generation.id } : refused;
    }
  }
  const bought = naiveQuote(offers, body);
  if ('refused' in bought) return misfit(bought);
  if (plain.openOf(key).length >= openGenerationsMax)
    return { is: 'refused', refusal: { code: 'too_many_generations', status: 429, waitMs: 5_000 } };
  const balance = balanceOf(key);
  if (bought.reserve > balance || balance === 0) {
    const money = { required: bought.reserve / 1e6, balance: balance / 1e6 };
    return { is: 'refused', refusal: { code: 'insufficient_credits', status: 402, ...money } };
  }
  return { is: 'accepted', bought };
}

export const IN_USE: AskVerdict = {
  is: 'refused',
  refusal: { code: 'idempotency_key_in_use', status: 409, param: REPEAT, waitMs: 1_000 },
};

function misfit({
  refused,
  params,
}: Extract<NaiveQuote, { readonly refused: string }>): Extract<AskVerdict, { readonly is: 'refused' }> {
  const status = refused === 'model_not_found' ? 404 : 400;
  return { is: 'refused', refusal: { code: refused, status }, params };
}

/** A model that takes whatever makes sense. */
function anyOffer(body: DrawnBody) {
  const route = { provider: '', model: '', templateTokens: 0, passFields: Object.keys(body) };
  return {
    id: String(body.model),
    prices: { input: 0, output: 0 },
    contextTokens: 1_000_000,
    outputTokensMax: 100_000,
    outputTokensDefault: 1,
    createdAt: 0,
    routes: [route],
  };
}
