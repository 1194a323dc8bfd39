import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../simulation/world/virtual-world.js';
import { PaymentCalls, type PaymentCallsOptions } from '../../src/payments/payment-calls.js';
import type { LookAnswer, PaymentProvider } from '../../src/payments/payment-provider.js';
import type { PaymentReport } from '../../src/payments/payment-report.js';

const UNKNOWN: LookAnswer = { outcome: 'unknown' };

/** Calls to a service that answers when the test says so. */
class Stage {
  readonly world = new VirtualWorld();
  readonly reports: (readonly [string, PaymentReport['outcome']])[] = [];
  readonly begun: string[] = [];
  readonly answers: ((answer: LookAnswer | Error) => void)[] = [];
  readonly signals: AbortSignal[] = [];
  readonly calls: PaymentCalls;

  constructor(options: Partial<PaymentCallsOptions> = {}) {
    this.calls = new PaymentCalls({
      world: this.world,
      onReport: (orderId, { outcome }) => void this.reports.push([orderId, outcome]),
      callsMax: 16,
      ...options,
    });
    const provider: PaymentProvider = {
      kind: 'simulated',
      isLive: false,
      createCheckout: () => {
        throw new Error('before the first wait');
      },
      look: (checkoutId, signal) => {
        this.begun.push(checkoutId);
        this.signals.push(signal);
        return new Promise((resolve, reject) => {
          this.answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
        });
      },
    };
    this.calls.configure(provider);
  }
}

describe('calls to the payment service', () => {
  it('are made a bounded number at a time, and the rest in order', async () => {
    const stage = new Stage({ callsMax: 2 });
    for (const id of ['a', 'b', 'c', 'd']) stage.calls.look(`order_${id}`, id);
    expect(stage.begun).toEqual(['a', 'b']);
    stage.answers[1]?.(UNKNOWN);
    await stage.world.settle();
    expect(stage.begun).toEqual(['a', 'b', 'c']);
    expect(stage.reports).toEqual([['order_b', 'unknown']]);
  });

  it('are one at a time for an order, and a look that is asked for meanwhile begins after it', async () => {
    const stage = new Stage();
    for (let asked = 0; asked < 3; asked++) stage.calls.look('order_a', 'a');
    expect(stage.begun).toEqual(['a']);
    stage.answers[0]?.(UNKNOWN);
    await stage.world.settle();
    expect(stage.begun).toEqual(['a', 'a']);
    stage.answers[1]?.(UNKNOWN);
    await stage.world.settle();
    expect(stage.begun).toHaveLength(2);
  });

  it('that were given up do not end the one after them', async () => {
    const stage = new Stage({ limitMs: 100 });
    stage.calls.look('order_a', 'a');
    stage.calls.look('order_a', 'a');
    await stage.world.advance(100);
    expect(stage.begun).toEqual(['a', 'a']);
    stage.answers[0]?.(new Error('aborted'));
    await stage.world.settle();
    stage.answers[1]?.(UNKNOWN);
    await stage.world.settle();
    expect(stage.reports).toEqual([
      ['order_a', 'failed'],
      ['order_a', 'unknown'],
    ]);
  });

  it('have failed if the payment service becomes another one, and nothing that waits is asked of that', async () => {
    const stage = new Stage({ callsMax: 1 });
    stage.calls.look('order_a', 'a');
    stage.calls.look('order_b', 'b');
    stage.calls.configure(undefined);
    expect(stage.signals[0]?.aborted).toBe(true);
    stage.answers[0]?.(UNKNOWN);
    await stage.world.settle();
    expect(stage.reports).toEqual([['order_a', 'failed']]);
    expect(stage.begun).toEqual(['a']);
  });

  it('end at the time limit, also if the service never settles', async () => {
    const stage = new Stage({ callsMax: 1, limitMs: 1_000 });
    stage.calls.look('order_a', 'a');
    stage.calls.look('order_b', 'b');
    await stage.world.advance(1_000);
    expect(stage.reports).toEqual([['order_a', 'failed']]);
    expect(stage.signals[0]?.aborted).toBe(true);
    expect(stage.begun).toEqual(['a', 'b']);
    stage.answers[0]?.(UNKNOWN);
    await stage.world.settle();
    expect(stage.reports).toHaveLength(1);
  });

  it('are reported as failed if the service fails, throws at once, or is not configured', async () => {
    const stage = new Stage();
    stage.calls.look('order_a', 'a');
    stage.answers[0]?.(new Error('502'));
    stage.calls.create({ orderId: 'order_b', amount: 100, returnUrl: '', noticeUrl: '' });
    await stage.world.settle();
    stage.calls.configure(undefined);
    stage.calls.look('order_c', 'c');
    await stage.world.settle();
    expect(stage.reports.map(([id, outcome]) => `${id} ${outcome}`).sort()).toEqual([
      'order_a failed',
      'order_b failed',
      'order_c failed',
    ]);
    expect(stage.calls.counts).toEqual({ create: 1, look: 2, failed: 3, dropped: 0 });
  });

  it('are dropped beyond the bound, and none is reported after closing', async () => {
    const stage = new Stage({ callsMax: 1, waitingMax: 1 });
    for (const id of ['a', 'b', 'c']) stage.calls.look(`order_${id}`, id);
    expect(stage.calls.counts.dropped).toBe(1);
    stage.calls.close();
    stage.answers[0]?.(UNKNOWN);
    await stage.world.advance(60_000);
    expect([stage.reports, stage.begun]).toEqual([[], ['a']]);
  });
});
