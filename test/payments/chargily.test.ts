import { describe, expect, it, onTestFinished } from 'vitest';
import { Services } from '../../src/outward/services.js';
import { CHARGILY_URLS, createChargily } from '../../src/payments/chargily/chargily.js';
import { type ChargilyStandIn, makeChargilyStandIn } from '../../src/payments/chargily/chargily-stand-in.js';
import { isSignedBy, signatureOf } from '../../src/payments/notice-signature.js';
import type { PaymentProvider } from '../../src/payments/payment-provider.js';
import type { StandInAnswer } from '../../src/providers/adapters/remote/stand-in.js';
import type { FaultPlan, StandInFault } from '../../src/providers/adapters/remote/stand-in-faults.js';
import { serveStandIn } from '../../src/providers/adapters/remote/stand-in-server.js';

const KEY = 'test_sk_0123456789abcdef';
const NEVER = new AbortController().signal;
const REQUEST = {
  orderId: 'order_1',
  amount: 2_500,
  returnUrl: 'https://gateway.example/top-up/order_1',
  noticeUrl: 'https://gateway.example/payment-notices/order_1',
};

interface Stage {
  readonly provider: PaymentProvider;
  readonly standIn: ChargilyStandIn;
  /** For the next request. */
  fault: StandInFault | undefined;
}

/** Chargily's client before its stand-in, over sockets. */
async function stageOf(options: { readonly isLive?: boolean; readonly key?: string } = {}): Promise<Stage> {
  const { isLive = false, key = KEY } = options;
  let standIn: ChargilyStandIn | undefined;
  const faultOf: FaultPlan = () => {
    const { fault } = stage;
    stage.fault = undefined;
    return fault;
  };
  const server = await serveStandIn(
    ({ baseUrl }) => {
      standIn = makeChargilyStandIn({ key: KEY, baseUrl, isLive });
      return standIn;
    },
    { nowMs: () => 0, key: KEY, pendingMs: 0, runningMs: 0, clip: () => new Uint8Array(), faultOf },
  );
  const services = new Services();
  onTestFinished(async () => {
    await services.close();
    await server.close();
  });
  if (standIn === undefined) throw new Error('the stand-in was not made');
  const url = `${server.url}/test/api/v2`;
  const provider = createChargily({ makeService: services.make, key, mode: isLive ? 'live' : 'test', url });
  const stage: Stage = { provider, standIn, fault: undefined };
  return stage;
}

async function checkoutOn({ provider }: Stage): Promise<string> {
  const answer = await provider.createCheckout(REQUEST, NEVER);
  if (answer.outcome !== 'created') throw new Error(answer.message);
  return answer.checkout.id;
}

function instead(answer: StandInAnswer): StandInFault {
  return { kind: 'instead', answer };
}

function changed(fields: Readonly<Record<string, unknown>>): StandInFault {
  return {
    kind: 'changed',
    change: ({ status, body }) => ({ status, body: { ...(body as object), ...fields } }),
  };
}

describe("Chargily's client", () => {
  it('has a checkout made over exactly the amount, in dinars, at its own cost, with both of our addresses', async () => {
    const stage = await stageOf();
    const answer = await stage.provider.createCheckout(REQUEST, NEVER);
    const [made] = stage.standIn.checkouts.values();
    expect(answer).toEqual({ outcome: 'created', checkout: { id: made?.id, url: made?.checkout_url } });
    expect(made).toMatchObject({ amount: 2_500, currency: 'dzd', webhook_endpoint: REQUEST.noticeUrl });
  });

  it('sends the fields that it names and no other', async () => {
    let sent: unknown;
    const provider = createChargily({
      key: KEY,
      mode: 'live',
      makeService: ({ url, secretHeaders }) => {
        expect([url, secretHeaders]).toEqual([CHARGILY_URLS.live, { authorization: `Bearer ${KEY}` }]);
        const refuse = () => Promise.reject(new Error('not in this test'));
        const call = (request: unknown) => {
          sent = request;
          return refuse();
        };
        return { call, stream: refuse, openFile: refuse, listen: refuse };
      },
    });
    await expect(provider.createCheckout(REQUEST, NEVER)).rejects.toThrow();
    expect(sent).toEqual({
      method: 'POST',
      path: '/checkouts',
      body: {
        amount: 2_500,
        currency: 'dzd',
        chargily_pay_fees_allocation: 'merchant',
        description: 'order_1',
        success_url: REQUEST.returnUrl,
        failure_url: REQUEST.returnUrl,
        webhook_endpoint: REQUEST.noticeUrl,
      },
    });
  });

  it('tells of the amount without the fees that the customer bears', async () => {
    const stage = await stageOf();
    const id = await checkoutOn(stage);
    stage.standIn.change(id, { fees_on_merchant: 0, fees_on_customer: 50 });
    expect(await stage.provider.look(id, NEVER)).toMatchObject({ checkout: { amount: 2_500 } });
  });

  it.each([
    ['pending', 'open'],
    ['processing', 'open'],
    ['paid', 'paid'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['expired', 'expired'],
    ['refunded', 'unknown'],
    ['constructor', 'unknown'],
    ['', 'unknown'],
  ])('reads the status %j as %s', async (statusText, status) => {
    const stage = await stageOf();
    const id = await checkoutOn(stage);
    stage.standIn.change(id, { status: statusText });
    expect(await stage.provider.look(id, NEVER)).toEqual({
      outcome: 'seen',
      checkout: { id, status, statusText, amount: 2_500, currency: 'dzd', isLive: false },
    });
  });

  it('tells of whatever the service says, without believing it', async () => {
    const stage = await stageOf({ isLive: true });
    const id = await checkoutOn(stage);
    stage.fault = changed({ id: 'another', amount: 1, currency: 'eur', livemode: false, status: 'paid' });
    expect(await stage.provider.look(id, NEVER)).toMatchObject({
      checkout: { id: 'another', status: 'paid', amount: 1, currency: 'eur', isLive: false },
    });
  });

  it('does not ask again for what the service refuses, and says why', async () => {
    const stage = await stageOf();
    expect(await stage.provider.createCheckout({ ...REQUEST, amount: 10 }, NEVER)).toEqual({
      outcome: 'refused',
      message: 'The amount field must be at least 75.',
    });
  });

  it.each([
    ['a page', '<html>Bad Request</html>'],
    ['nothing', undefined],
    ['null', null],
    ['no message', { errors: {} }],
    ['an odd message', { message: ['no'] }],
  ])('takes %s with the status of a refusal for none', async (_, body) => {
    const stage = await stageOf();
    stage.fault = instead({ status: 400, body });
    await expect(stage.provider.createCheckout(REQUEST, NEVER)).rejects.toThrow('with 400');
  });

  it('knows a checkout that the service does not have', async () => {
    const { provider } = await stageOf();
    expect(await provider.look('01hj-unknown/../..', NEVER)).toEqual({ outcome: 'unknown' });
  });

  const NO_ANSWER: readonly (readonly [string, StandInFault])[] = [
    ['a 500', instead({ status: 500, body: { message: 'Server Error' } })],
    ['a 404 without JSON', instead({ status: 404, body: undefined })],
    ['a 503 without JSON', instead({ status: 503, body: undefined })],
    ['a 401', instead({ status: 401, body: { message: 'Unauthenticated.' } })],
    ['a 429', instead({ status: 429, body: { message: 'Too Many Attempts.' } })],
    ['another object', instead({ status: 200, body: { entity: 'balance', id: 'x' } })],
    ['a list', instead({ status: 200, body: [] })],
    ['an amount that is a text', changed({ amount: '2500' })],
    ['half an answer', { kind: 'halved' }],
    ['a reset before it', { kind: 'reset_unseen' }],
    ['a reset within it', { kind: 'reset_after', bytes: 40 }],
  ];

  it.each(NO_ANSWER)('takes %s for no answer, to either question', async (_, fault) => {
    const stage = await stageOf();
    const id = await checkoutOn(stage);
    stage.fault = fault;
    await expect(stage.provider.look(id, NEVER)).rejects.toThrow();
    stage.fault = fault;
    await expect(stage.provider.createCheckout(REQUEST, NEVER)).rejects.toThrow();
  });

  it.each([
    ['a smaller amount', { amount: 100 }],
    ['another currency', { currency: 'eur' }],
    ['the other mode', { livemode: true }],
    ['no link', { checkout_url: undefined }],
    ['a link that is a script', { checkout_url: 'javascript:alert(1)' }],
    ['a link over http to elsewhere', { checkout_url: 'http://evil.example/pay' }],
  ])('gives nobody the link of a checkout with %s', async (_, fields) => {
    const stage = await stageOf();
    stage.fault = changed(fields);
    await expect(stage.provider.createCheckout(REQUEST, NEVER)).rejects.toThrow();
  });

  it('ends with its signal if the answer is slow', async () => {
    const stage = await stageOf();
    const id = await checkoutOn(stage);
    stage.fault = { kind: 'late', ms: 60_000 };
    const aborting = new AbortController();
    const looked = stage.provider.look(id, aborting.signal);
    aborting.abort(new Error('too slow'));
    await expect(looked).rejects.toThrow();
  });

  it('says nothing of its key, whatever the service answers', async () => {
    const stage = await stageOf();
    stage.fault = instead({ status: 422, body: { message: `the key ${KEY} is not for this` } });
    const answer = await stage.provider.createCheckout(REQUEST, NEVER);
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  it('gets no answer with another key', async () => {
    const { provider } = await stageOf({ key: 'test_sk_another' });
    await expect(provider.look('x', NEVER)).rejects.toThrow('401');
  });
});

describe('a notice of Chargily', () => {
  it('is genuine if its bytes are signed with the API secret, and else never', async () => {
    const stage = await stageOf();
    const id = await checkoutOn(stage);
    const { url, body, signature } = stage.standIn.noticeOf(id);
    expect(url).toBe(REQUEST.noticeUrl);
    const bytes = Buffer.from(body);
    expect(stage.provider.isGenuine?.(bytes, signature)).toBe(true);
    expect(isSignedBy(KEY, Buffer.from(body.replace('2500', '9500')), signature)).toBe(false);
    expect(isSignedBy(KEY, bytes, signatureOf('another', bytes))).toBe(false);
    for (const wrong of ['', signature.slice(1), signature.toUpperCase(), `${signature}0`, 'é'.repeat(32)]) {
      expect(isSignedBy(KEY, bytes, wrong)).toBe(false);
    }
  });
});
