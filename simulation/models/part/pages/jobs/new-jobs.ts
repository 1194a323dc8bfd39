/** The form of a new job: what stands in it, and what becomes of it. */
import { microDa } from '../../../../../src/money/micro-da.js';
import { createCatalogue } from '../../../../../src/routing/catalogue.js';
import { idOf } from '../orders/drawn-orders.js';
import type { Answer } from '../page-desk.js';
import type { ToldPage } from '../told-page.js';
import { KEYS, reaches, type Viewer, type ViewerName } from '../viewers.js';
import { accountOf } from './drawn-jobs.js';
import type { PlacedJob } from './shown-jobs.js';

export interface SubmitAct {
  readonly do: 'submit';
  readonly viewer: ViewerName;
  readonly key: number;
  readonly model: string;
  readonly prompt: string;
  readonly seconds: string;
  readonly once: string;
  /** Until the window of its key has room. */
  readonly waitMs: number;
  /** The actor's; null if nothing can be written now. */
  readonly reply: Answer | null;
}

const OFFERS = [
  { id: 'short', price: 1_000_000, minMs: 1_000, maxMs: 8_000, usualMs: 5_000 },
  { id: 'long/one', price: 333_333, minMs: 4_000, maxMs: 60_000, usualMs: 10_000 },
];
const STATUSES: Readonly<Record<string, string>> = {
  too_many_jobs: '429',
  insufficient_credits: '402',
  no_such_key: '401',
  idempotency_key_reused: '422',
  idempotency_key_in_use: '409',
};

export const MODELS = createCatalogue([
  {
    name: 'a',
    lostAnswer: { kind: 'unknown' },
    models: OFFERS.map(({ id, price, minMs, maxMs, usualMs }) => ({
      id,
      provider: 'a',
      pricePerSecondMicroDa: microDa(price),
      lengthMinMs: minMs,
      lengthMaxMs: maxMs,
      lengthDefaultMs: usualMs,
      deadlineAfterMs: 1_000,
      createdAt: 0,
    })),
  } as never,
]);

function usableBy(viewer: Viewer): readonly number[] {
  const own = KEYS.map((key, number) => ({ ...key, number })).filter((key) => key.account === viewer.account);
  const numbers = own.filter(({ isRevoked }) => !isRevoked).map(({ number }) => number);
  if (viewer.role !== 'member') return numbers.toReversed();
  return viewer.grants.filter((number) => numbers.includes(number));
}

export const firstFormDue = {
  told(page: ToldPage) {
    const { main, notices } = page;
    return {
      keys: page.field('key').values,
      key: page.field('key').chosen,
      model: page.field('model').chosen,
      seconds: page.field('seconds').values,
      prompt: /<textarea[^>]*>([^<]*)</.exec(main)?.[1]?.trim(),
      wrong: notices.wrong + notices.bad + notices.wait,
    };
  },
  /** As the job was that is to be made again. */
  due(viewer: Viewer, job: PlacedJob | undefined) {
    const isSeen = job !== undefined && reaches(viewer, accountOf(job));
    const isOwn = isSeen && accountOf(job) === viewer.account;
    return formDue(viewer, isSeen ? { ...job, prompt: isOwn ? (job.prompt ?? '') : '' } : undefined);
  },
};

function formDue(
  viewer: Viewer,
  typed:
    | { readonly key: number; readonly model: string; readonly lengthMs: number; readonly prompt: string }
    | undefined,
  seconds = typed === undefined ? '' : String(typed.lengthMs / 1_000),
  wrong = 0,
) {
  const keys = usableBy(viewer);
  if (keys.length === 0) return { keys: [], key: [], model: [], seconds: [], prompt: undefined, wrong: 0 };
  return {
    keys: keys.map((key) => idOf('key', key)),
    key: keys.filter((key) => key === typed?.key).map((key) => idOf('key', key)),
    model: OFFERS.filter(({ id }) => id === typed?.model).map(({ id }) => id),
    seconds: [seconds],
    prompt: (typed?.prompt ?? '').trim().replace('<', '&lt;'),
    wrong,
  };
}

/** @param made the id of the job that is accepted */
export function submitDue(viewer: Viewer, act: SubmitAct, made: string) {
  const { key, model, prompt, reply, waitMs } = act;
  const seconds = act.seconds.trim();
  const shows = formDue(viewer, { key, model, prompt, lengthMs: 0 }, seconds, 1);
  const refused = (result: string, run: readonly string[], sent: readonly (readonly unknown[])[] = []) => ({
    result,
    run,
    sent,
    shows,
  });
  if (!usableBy(viewer).includes(key)) return refused('400', []);
  const run = [idOf('key', key)];
  if (waitMs > 0) return refused('429', run);
  const lengthMs = seconds === '' ? undefined : Number(seconds) * 1_000;
  const isLength = lengthMs === undefined || lengthMs > 0;
  if (prompt.trim() === '' || !isLength) return refused('400', run);
  const offer = OFFERS.find(({ id }) => id === model);
  const wanted = lengthMs ?? offer?.usualMs ?? 0;
  const isFit = offer !== undefined && wanted >= offer.minMs && wanted <= offer.maxMs;
  const sent = isFit
    ? [[true, wanted, Math.ceil((offer.price * wanted) / 1_000), model]]
    : [[false, undefined, undefined, undefined]];
  if (reply === null) return refused('503', run, sent);
  if (!isFit) return refused(offer === undefined ? '404' : '400', run, sent);
  if (reply.outcome === 'accepted') return { result: `303 /jobs/${made}`, run, sent, shows: undefined };
  return refused(STATUSES[reply.outcome] ?? '', run, sent);
}
