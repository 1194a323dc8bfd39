/** The figures of money, jobs, texts and orders: sums of the node, in DA and in seconds. */
import type { GenerationState } from '../../../../../src/actors/generations/generation-messages.js';
import { MISMATCHES } from '../../../../../src/machines/order-context.js';
import { addLedgerMetrics } from '../../../../../src/node/metrics/money/ledger-metrics.js';
import { addOrderMetrics } from '../../../../../src/node/metrics/money/order-metrics.js';
import { addTextMetrics, FirstTokenTimes } from '../../../../../src/node/metrics/money/text-metrics.js';
import type { PaymentCalls } from '../../../../../src/payments/payment-calls.js';
import type { TextCalls } from '../../../../../src/providers/calls/text-calls.js';
import { FAILURE_SLUGS } from '../../../../../src/providers/provider.js';
import type { Random } from '../../../../world/random.js';
import { byLabel, type DrawnFigures, Durations, type Samples } from './drawn-figures.js';
import type { Chapter } from './node-figures.js';

const MOVED = ['credit', 'reserve', 'charge', 'release', 'debit', 'transfer_out', 'transfer_in'] as const;
const JOBS = ['pending', 'in_progress', 'completed', 'failed'] as const;
const TEXTS = ['open', 'completed', 'failed', 'interrupted'] as const;
const ENDS = ['completed', 'failed', 'interrupted'] as const;
const ORDERS = ['made', 'awaiting_payment', 'paid', 'failed', 'canceled', 'expired'] as const;
const MICRO_DA = 6;
const MS = 3;

const tokens = { prompt: 'prompt_tokens', completion: 'completion_tokens' };

/** Sums of the node, each of its own; some of them are absent, and so are nothing. */
class DrawnSums {
  readonly tallies = new Map<string, number | bigint>();
  readonly #drawn: DrawnFigures;
  readonly #random: Random;

  constructor(drawn: DrawnFigures, random: Random) {
    this.#drawn = drawn;
    this.#random = random;
  }

  /** @param digits beyond those that a double holds, for sums over all keys */
  draw(name: string, digits = ''): bigint {
    if (this.#random.chance(0.1)) return 0n;
    const sum = BigInt(`${this.#drawn.next()}${digits}`);
    this.tallies.set(name, sum > BigInt(Number.MAX_SAFE_INTEGER) ? sum : Number(sum));
    return sum;
  }

  /** As much as is owed was credited, and as much as is held was reserved. */
  drawMoved(digits: string): (type: (typeof MOVED)[number]) => bigint {
    const moved = new Map(MOVED.map((type) => [type, this.draw(`moved/${type}`, digits)]));
    const of = (type: (typeof MOVED)[number]) => moved.get(type) ?? 0n;
    moved.set('reserve', of('reserve') + of('charge') + of('release'));
    moved.set('credit', of('credit') + of('debit') + of('reserve'));
    for (const type of ['reserve', 'credit'] as const) this.tallies.set(`moved/${type}`, of(type));
    return of;
  }

  byLabel(metric: string, label: string, names: Readonly<Record<string, string>>): Samples {
    const samples = Object.entries(names).map(([value, name]) => [
      `${metric}{${label}="${value}"}`,
      String(this.draw(name)),
    ]);
    return Object.fromEntries(samples);
  }
}

/** Exactly, without zeros at the end. */
function shifted(whole: bigint, digits: number): string {
  const text = String(whole).padStart(digits + 1, '0');
  const part = text.slice(-digits).replace(/0+$/, '');
  return `${text.slice(0, -digits)}${part === '' ? '' : `.${part}`}`;
}

function named(prefix: string, values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [value, prefix + value]));
}

export const ledger: Chapter = (page, drawn, random) => {
  const sums = new DrawnSums(drawn, random);
  const big = random.pick(['', '000', '123456789012']);
  const of = sums.drawMoved(big);
  const [output, marked, held] = [sums.draw('output_ms'), sums.draw('marked/balance'), 'marked/reserved'];
  const samples = {
    ...sums.byLabel('tollgate_jobs', 'state', named('jobs/', JOBS)),
    ...sums.byLabel('tollgate_jobs_failed_total', 'error', named('jobs_failed/', FAILURE_SLUGS)),
    ...sums.byLabel('tollgate_keys', 'state', named('keys/', ['active', 'revoked'])),
    tollgate_jobs_accepted_total: String(sums.draw('jobs_accepted')),
    tollgate_jobs_completed_total: String(sums.draw('jobs_completed')),
    tollgate_accounts: String(sums.draw('accounts')),
    tollgate_output_seconds_total: (Number(output) / 1_000).toFixed(MS),
    tollgate_marked_balance_da: shifted(marked, MICRO_DA),
    tollgate_marked_reserved_da: shifted(sums.draw(held), MICRO_DA),
  };
  addLedgerMetrics(page, sums.tallies);
  const reserved = of('reserve') - of('charge') - of('release');
  const balance = of('credit') - of('debit') - of('charge') - reserved;
  const amounts = MOVED.map((type) => [
    `tollgate_ledger_da_total{type="${type}"}`,
    shifted(of(type), MICRO_DA),
  ]);
  return {
    ...samples,
    ...Object.fromEntries(amounts),
    tollgate_reserved_da: shifted(reserved, MICRO_DA),
    tollgate_balance_da: shifted(balance, MICRO_DA),
  };
};

export const texts: Chapter = (page, drawn, random) => {
  const sums = new DrawnSums(drawn, random);
  const routes = [
    { provider: 'one', model: 'text' },
    { provider: 'one', model: 'other' },
    { provider: 'two', model: 'text' },
  ];
  const breaker = random.pick(['closed', 'half_open', 'open'] as const);
  const state = { closed: 0, half_open: 1, open: 2 }[breaker];
  const calls = routes.map((route) => ({
    ...{ ...route, breaker, underWay: drawn.next(), breakerOpenings: drawn.next() },
    outcomes: drawn.each('answered', 'not_now', 'left'),
  }));
  const settled = Array.from({ length: random.below(6) }, () => ({
    route: random.pick(routes),
    ms: random.chance(0.2) ? null : drawn.next() * random.pick([0.25, 1, 50]),
    hasEnd: random.chance(0.9),
  }));
  const times = new FirstTokenTimes();
  for (const { route, ms, hasEnd } of settled) {
    const end = hasEnd ? { firstTokenMs: ms, latencyMs: drawn.next() } : null;
    times.settled({ machine: { context: { route, end } } } as unknown as GenerationState);
  }
  const samples = {
    ...sums.byLabel('tollgate_generations', 'state', named('generations/', TEXTS)),
    ...sums.byLabel('tollgate_generations_ended_total', 'outcome', named('generations_ended/', ENDS)),
    ...sums.byLabel('tollgate_tokens_total', 'kind', tokens),
    tollgate_generations_accepted_total: String(sums.draw('generations_accepted')),
    tollgate_generations_estimated_total: String(sums.draw('generations_estimated')),
    tollgate_generations_beyond_reserve_total: String(sums.draw('generations_beyond_reserve')),
  };
  addTextMetrics(page, sums.tallies, { numbers: () => calls } as unknown as TextCalls, times);
  const ofRoutes = calls.map(({ provider, model, underWay, breakerOpenings, outcomes }) => {
    const own = `provider="${provider}",model="${model}"`;
    const first = settled.flatMap(({ route, ms, hasEnd }) =>
      route.provider === provider && route.model === model && ms !== null && hasEnd ? [ms] : [],
    );
    return {
      ...(first.length > 0 && new Durations(first).samples('tollgate_first_token_seconds', own)),
      ...byLabel('tollgate_provider_calls_total', `${own},kind="text",outcome`, outcomes),
      [`tollgate_provider_calls_in_flight{${own},kind="text"}`]: String(underWay),
      [`tollgate_provider_breaker_state{${own}}`]: String(state),
      [`tollgate_provider_breaker_opened_total{${own}}`]: String(breakerOpenings),
    };
  });
  return { ...samples, ...Object.assign({}, ...ofRoutes) };
};

export const orders: Chapter = (page, drawn, random) => {
  const sums = new DrawnSums(drawn, random);
  const counts = drawn.each('create', 'look', 'failed', 'dropped');
  const samples = {
    ...sums.byLabel('tollgate_orders', 'state', named('orders/', ORDERS)),
    ...sums.byLabel('tollgate_orders_set_aside_total', 'kind', named('orders_set_aside/', MISMATCHES)),
    tollgate_orders_set_aside: String(sums.draw('orders/set_aside')),
  };
  addOrderMetrics(page, sums.tallies, { counts } as unknown as PaymentCalls);
  return {
    ...samples,
    ...byLabel('tollgate_payment_calls_total', 'about', { create: counts.create, look: counts.look }),
    tollgate_payment_calls_failed_total: String(counts.failed),
  };
};
