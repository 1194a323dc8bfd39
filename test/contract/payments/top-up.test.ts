import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChargilyStandIn,
  makeChargilyStandIn,
} from '../../../src/payments/chargily/chargily-stand-in.js';
import type { StandInFault } from '../../../src/providers/adapters/remote/stand-in-faults.js';
import { type StandInServer, serveStandIn } from '../../../src/providers/adapters/remote/stand-in-server.js';
import { OPERATOR_KEY, PATIENCE_MS } from '../support/client.js';
import { expectError } from '../support/expected-answers.js';
import {
  cleanUp,
  freePort,
  freshFolder,
  runTollgate,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';

const KEY = 'live_sk_0123456789abcdef';

/** One node as built, before a stand-in of Chargily over sockets. It is killed and started again once. */
describe('a top-up', () => {
  let server: StandInServer;
  let standIn: ChargilyStandIn;
  let fault: StandInFault | undefined;
  let node: TollgateProcess;
  let start: () => Promise<TollgateProcess>;
  let data: string;

  beforeAll(async () => {
    server = await serveStandIn(
      ({ baseUrl }) => {
        standIn = makeChargilyStandIn({ key: KEY, baseUrl, isLive: true });
        return standIn;
      },
      {
        nowMs: Date.now,
        key: KEY,
        pendingMs: 0,
        runningMs: 0,
        clip: () => new Uint8Array(),
        faultOf: () => fault,
      },
    );
    const port = await freePort();
    data = await freshFolder();
    const config = join(await freshFolder(), 'tollgate.yaml');
    const payments = { kind: 'chargily', 'key-env': 'CHARGILY_KEY', url: `${server.url}/api/v2` };
    writeFileSync(config, JSON.stringify({ payments, 'public-url': `http://127.0.0.1:${port}` }));
    const args = ['--config', config];
    start = () => startTollgate({ data, port, args, env: { CHARGILY_KEY: KEY } });
    node = await start();
  });

  afterAll(async () => {
    await cleanUp();
    await server.close();
  });

  const api = (method: string, path: string, json?: unknown) =>
    node.call(method, path, { key: OPERATOR_KEY, ...(json === undefined ? {} : { json }) });

  async function order(): Promise<{ id: string; key: string }> {
    const { id: key } = await node.createKey({ credits: 0 });
    const { status, json } = await api('POST', '/api/orders', { key, amount: 2_500 });
    expect(status).toBe(201);
    return { id: json.id, key };
  }

  /** The order as soon as it has this status. */
  async function orderAt(id: string, status: string) {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const { json } = await api('GET', `/api/orders/${id}`);
      if (json.status === status) return json;
      if (Date.now() > until) throw new Error(`order ${id} is ${json.status}, not ${status}`);
      await node.pause(20);
    }
  }

  function checkoutOf(paymentUrl: string): string {
    return paymentUrl.split('/').at(-2) ?? '';
  }

  async function credits(key: string): Promise<readonly number[]> {
    const { json } = await api('GET', `/api/keys/${key}/ledger`);
    return json.data.map(({ amount }: { amount: number }) => amount);
  }

  const notify = (url: string, body: string, signature: string) =>
    node.call('POST', url, { body, headers: { 'content-type': 'application/json', signature } });

  it('is credited once when its notice comes, however often that comes, and also if the node is killed', async () => {
    const { id, key } = await order();
    const checkout = checkoutOf((await orderAt(id, 'awaiting_payment')).payment_url);
    standIn.change(checkout, { status: 'paid' });
    const { url, body, signature } = standIn.noticeOf(checkout);
    const answers = await Promise.all([1, 2, 3].map(() => notify(url, body, signature)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    node.child.kill('SIGKILL');
    await node.exited;
    node = await start();
    await notify(url, body, signature);
    expect(await orderAt(id, 'paid')).not.toHaveProperty('payment_url');
    await notify(url, body, signature);
    expect(await credits(key)).toEqual([2_500]);
  });

  it('is not moved by a notice with a wrong signature, and a genuine one of another order is no payment', async () => {
    const { id, key } = await order();
    const checkout = checkoutOf((await orderAt(id, 'awaiting_payment')).payment_url);
    const other = [...standIn.checkouts.keys()][0] ?? '';
    const { url } = standIn.noticeOf(checkout);
    const { body, signature } = standIn.noticeOf(other);
    expect((await notify(url, `${body} `, signature)).status).toBe(403);
    expect((await notify(url, body, '')).status).toBe(403);
    expect((await notify(url, body, signature)).status).toBe(200);
    expect((await notify('/payment-notices/order_none', body, signature)).status).toBe(200);
    standIn.change(checkout, { status: 'canceled' });
    const own = standIn.noticeOf(checkout);
    await notify(own.url, own.body, own.signature);
    await orderAt(id, 'canceled');
    expect(await credits(key)).toEqual([]);
  });

  it('whose notice is lost is credited when the person comes back', async () => {
    const { id, key } = await order();
    const checkout = checkoutOf((await orderAt(id, 'awaiting_payment')).payment_url);
    standIn.change(checkout, { status: 'paid' });
    expect((await node.call('GET', `/top-up/${id}`)).text).toContain('being looked up');
    await orderAt(id, 'paid');
    expect((await node.call('GET', `/top-up/${id}`)).text).toContain('has arrived');
    expect(await credits(key)).toEqual([2_500]);
  });

  it('gets its checkout in spite of a service that fails', async () => {
    fault = { kind: 'instead', answer: { status: 502, body: undefined } };
    const { id } = await order();
    expect((await api('GET', `/api/orders/${id}`)).json.status).toBe('made');
    fault = undefined;
    await orderAt(id, 'awaiting_payment');
  });

  it('of another account is as one that does not exist, and no order is made for a key of that account', async () => {
    const { id, key } = await order();
    const { managementKey } = await node.createAccount();
    const asked = (path: string) => node.call('GET', path, { key: managementKey });
    expectError(await asked(`/api/orders/${id}`), 404, 'not_found');
    expect((await asked('/api/orders')).json.data).toEqual([]);
    const json = { key, amount: 2_500 };
    expectError(await node.call('POST', '/api/orders', { key: managementKey, json }), 404, 'not_found');
  });

  it('of another amount is set aside, told in log and metrics, and not credited', async () => {
    const { id, key } = await order();
    const checkout = checkoutOf((await orderAt(id, 'awaiting_payment')).payment_url);
    standIn.change(checkout, { status: 'paid', amount: 100 });
    const { url, body, signature } = standIn.noticeOf(checkout);
    await notify(url, body, signature);
    const until = Date.now() + PATIENCE_MS;
    while ((await api('GET', `/api/orders/${id}`)).json.set_aside !== 'amount') {
      expect(Date.now()).toBeLessThan(until);
      await node.pause(20);
    }
    expect(await credits(key)).toEqual([]);
    expect((await node.call('GET', '/metrics')).text).toContain(
      'tollgate_orders_set_aside_total{kind="amount"} 1\n',
    );
    expect(node.stderr + node.stdout).toContain('a payment was set aside');
    expect(node.stderr + node.stdout).not.toContain(KEY);
  });

  it('leaves a folder in which everything adds up', async () => {
    node.child.kill('SIGTERM');
    await node.exited;
    const verified = await runTollgate(['verify', '--data', data]);
    expect([verified.code, verified.stderr]).toEqual([0, '']);
  });
});
