/** The answer that a submit has to have: the first of the refusals that apply, or the job. */
import type { NaiveRoute } from '../told-jobs.js';
import type { DeskLimits, DrawnModel, ProviderName, SubmitAct } from './drawn-desk.js';
import { type Bought, balanceOf, type Now, type PlainJobs, type PlainKey, printOf } from './plain-jobs.js';
import { misfitOf, type ScriptedLine } from './scripted-line.js';

export interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly param?: string;
  readonly waitMs?: number;
  /** DA. */
  readonly required?: number;
  readonly balance?: number;
}

export type Verdict =
  | { readonly is: 'refused'; readonly refusal: Refusal }
  | { readonly is: 'repeated'; readonly job: string }
  | { readonly is: 'accepted'; readonly bought: Bought };

interface Surroundings {
  readonly limits: DeskLimits;
  readonly line: ScriptedLine;
  readonly hasNoRoom: ReadonlySet<ProviderName>;
  readonly plain: PlainJobs;
}

const REPEAT = 'Idempotency-Key';
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export function judged(act: SubmitAct, key: PlainKey, now: Now, around: Surroundings): Verdict {
  const { plain, limits } = around;
  if (act.prompt.trim() === '') return invalid('prompt');
  const lengthMs = act.length === undefined ? undefined : Math.round(Number(act.length) * SECOND_MS);
  if (lengthMs === 0) return invalid(act.lengthField);
  if (act.repeat !== undefined) {
    const known = plain.repeated(key, act.repeat.name, now);
    if (known?.print === printOf(act)) return { is: 'repeated', job: known.job };
    if (known !== undefined) return refused('idempotency_key_reused', 422, { param: REPEAT });
  }
  const model = limits.models[act.model];
  if (model === undefined) return refused('model_not_found', 404, { param: 'model' });
  const quote = quoted(act, model, lengthMs ?? model.defaultMs, around);
  if (!('routes' in quote)) return quote;
  const open = plain.openOf(key);
  if (open.length >= limits.openJobsMax) {
    const newsMs = around.line.polls.get(open[0]?.id ?? '')?.nextInMs ?? SECOND_MS;
    return refused('too_many_jobs', 429, { waitMs: Math.min(Math.max(newsMs, SECOND_MS), MINUTE_MS) });
  }
  const reserve = Math.ceil((quote.price * quote.lengthMs) / SECOND_MS);
  const balance = balanceOf(key);
  if (reserve > balance)
    return refused('insufficient_credits', 402, { required: reserve / 1e6, balance: balance / 1e6 });
  return { is: 'accepted', bought: quote };
}

/** The model's bounds, then the routes that can make it, in the order in which it takes them. */
function quoted(act: SubmitAct, model: DrawnModel, lengthMs: number, around: Surroundings): Bought | Verdict {
  const { limits, line, hasNoRoom } = around;
  const { allowedMs, minMs, maxMs } = model;
  const isWithin = allowedMs?.includes(lengthMs) ?? (lengthMs >= minMs && lengthMs <= maxMs);
  const lengthParam = act.length === undefined ? 'seconds' : act.lengthField;
  if (!isWithin) return invalid(lengthParam);
  const misfit = ([provider]: readonly [ProviderName, string]) =>
    misfitOf(limits.providers[provider].cannot, lengthMs, act.image);
  const able = model.routes.filter((route) => misfit(route) === undefined);
  const [first] = model.routes;
  if (able.length === 0 && first !== undefined) {
    const param = misfit(first) ?? '';
    return invalid(param === 'seconds' ? lengthParam : param);
  }
  const routes = able.map(([provider, name]): NaiveRoute => {
    return { name: `${provider}/${name}`, lost: limits.providers[provider].lost };
  });
  const standing = ({ name }: NaiveRoute) => line.routes.get(name);
  const taken =
    routes.find((route) => (standing(route)?.is ?? 'ready') !== 'not_ready') ??
    routes.find((route) => standing(route)?.fullForMs === undefined);
  if (taken === undefined) {
    const waitMs = Math.min(...routes.map((route) => standing(route)?.fullForMs ?? 0));
    return refused('overloaded', 503, { waitMs: Math.min(Math.max(waitMs, SECOND_MS), MINUTE_MS) });
  }
  if (hasNoRoom.has(taken.name.split('/')[0] as ProviderName))
    return refused('storage_unavailable', 503, { waitMs: 30_000 });
  const inOrder = [taken, ...routes.filter((route) => route !== taken)];
  return { model: model.id, lengthMs, price: model.pricePerSecond, routes: inOrder };
}

export function refused(code: string, status: number, more: Omit<Refusal, 'code' | 'status'> = {}): Verdict {
  return { is: 'refused', refusal: { code, status, ...more } };
}

function invalid(param: string): Verdict {
  return refused('invalid_request', 400, { param });
}
