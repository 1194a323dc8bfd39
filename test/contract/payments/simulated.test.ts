import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, PATIENCE_MS } from '../support/client.js';
import {
  cleanUp,
  freePort,
  freshFolder,
  runTollgate,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';

const AMOUNT = 2_500;
const BROWSER = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };

/** One node as built, without a configuration. It is killed and started again. */
describe('a simulated payment', () => {
  let node: TollgateProcess;
  let data: string;
  let port: number;
  const start = () => startTollgate({ data, port });

  beforeAll(async () => {
    data = await freshFolder();
    port = await freePort();
    node = await start();
  });

  afterAll(cleanUp);

  const api = async (method: string, path: string, json?: unknown) =>
    (await node.call(method, path, { key: OPERATOR_KEY, ...(json === undefined ? {} : { json }) })).json;

  async function orderAt(id: string, status: string) {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const order = await api('GET', `/api/orders/${id}`);
      if (order.status === status) return order;
      if (Date.now() > until) throw new Error(`order ${id} is ${order.status}, not ${status}`);
      await node.pause(20);
    }
  }

  /** An order that waits for its payment, of a fresh key. */
  async function order(): Promise<{ id: string; key: string; text: string; page: string }> {
    const { id: key, key: text } = await node.createKey({ credits: 0 });
    const { id } = await api('POST', '/api/orders', { key, amount: AMOUNT });
    const { payment_url: page } = await orderAt(id, 'awaiting_payment');
    expect(page).toBe(`${node.url}/pay/${id}`);
    return { id, key, text, page: new URL(page).pathname };
  }

  /** Sends the form of the card page. */
  const press = (page: string, form: Readonly<Record<string, string>>) =>
    node.call('POST', page, {
      body: new URLSearchParams(form).toString(),
      headers: { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
    });

  const credits = async (key: string) =>
    (await api('GET', `/api/keys/${key}/ledger`)).data.map(
      ({ type, amount, marked, reference }: Record<string, unknown>) => [type, amount, marked, reference],
    );

  it.each(['pays', 'notice_twice'])(
    'with the card %s credits its key once, and the credit is marked',
    async (card) => {
      const { id, key, page } = await order();
      const answers = await Promise.all([press(page, { card }), press(page, { card })]);
      for (const { status, headers } of answers)
        expect([status, headers.location]).toEqual([303, `/top-up/${id}`]);
      await orderAt(id, 'paid');
      expect(await credits(key)).toEqual([['credit', AMOUNT, AMOUNT, `simulated:${id}`]]);
    },
  );

  it.each([
    ['with a card that is declined', { card: 'declined' }, 'failed'],
    ['that is canceled', { act: 'cancel' }, 'canceled'],
  ] as const)('%s brings nothing', async (_, form, status) => {
    const { id, key, page } = await order();
    await press(page, form);
    await orderAt(id, status);
    expect(await credits(key)).toEqual([]);
  });

  it('that is abandoned leaves its page open for another card', async () => {
    const { id, page } = await order();
    await press(page, { card: 'abandoned' });
    expect((await api('GET', `/api/orders/${id}`)).status).toBe('awaiting_payment');
    expect((await node.call('GET', page, { headers: BROWSER })).text).toContain('type="radio"');
    await press(page, { card: 'pays' });
    await orderAt(id, 'paid');
  });

  it('of a node that was killed after the card is credited after all, also if no notice comes', async () => {
    const told = await order();
    const untold = await order();
    await Promise.all([press(told.page, { card: 'pays' }), press(untold.page, { card: 'notice_never' })]);
    node.child.kill('SIGKILL');
    await node.exited;
    node = await start();
    for (const { id, key, page } of [told, untold]) {
      expect((await node.call('GET', page, { headers: BROWSER })).text).toContain('This payment is over');
      const until = Date.now() + PATIENCE_MS;
      while ((await api('GET', `/api/orders/${id}`)).status !== 'paid') {
        if (Date.now() > until) throw new Error(`order ${id} is not paid`);
        // The person looks at the order, which has the service asked: the bank takes some seconds.
        await node.call('GET', `/top-up/${id}`);
        await node.pause(200);
      }
      expect(await credits(key)).toEqual([['credit', AMOUNT, AMOUNT, `simulated:${id}`]]);
    }
  });

  it('keeps a node from real providers and live payments until its credit is taken back', async () => {
    const left = await order();
    const paid = await order();
    await press(paid.page, { card: 'pays' });
    await orderAt(paid.id, 'paid');
    const folder = await freshFolder();
    const file = join(folder, 'tollgate.yaml');
    const configured = (settings: unknown) => writeFileSync(file, JSON.stringify(settings));
    // Nothing listens there.
    const url = 'http://127.0.0.1:9';
    const live = {
      payments: { kind: 'chargily', 'key-env': 'CHARGILY_KEY', url },
      'public-url': `http://127.0.0.1:${port}`,
    };
    const real = { providers: { real: { kind: 'runway', 'key-env': 'RUNWAY_KEY', url } } };
    const env = { CHARGILY_KEY: 'live_sk_0', RUNWAY_KEY: 'key_0' };
    const tollgate = (...args: readonly string[]) => runTollgate(args, env);

    configured({});
    node.child.kill('SIGKILL');
    await node.exited;
    node = await startTollgate({ data, port, args: ['--config', file], env });
    configured(live);
    const reloaded = await node.reload();
    expect(JSON.stringify(reloaded)).toContain('credits void-simulated');
    const { service } = await api('POST', '/api/orders', { key: left.key, amount: AMOUNT });
    expect(service).toBe('simulated');

    node.child.kill('SIGTERM');
    await node.exited;
    for (const settings of [live, real]) {
      configured(settings);
      const refused = await tollgate('serve', '--config', file, '--data', data, '--port', String(port));
      expect(refused.code).toBe(2);
      expect(refused.stderr).toMatch(
        /\d DA of simulated credit can still be spent, and simulated orders are open \(\d/,
      );
      expect(refused.stderr).toContain('run "tollgate credits void-simulated"');
    }
    const voided = await tollgate('credits', 'void-simulated', '--data', data, '--yes');
    expect(voided.code).toBe(0);
    expect(voided.stdout).toMatch(/Taken back\s+[1-9][\d,]*00 DA/);
    expect(voided.stdout).toMatch(/Orders canceled\s+\d/);
    expect((await tollgate('verify', '--data', data)).code).toBe(0);
    configured({ ...live, ...real });
    node = await startTollgate({ data, port, args: ['--config', file], env });
    const { data: keys } = await api('GET', '/api/keys');
    expect(keys.map(({ balance }: { balance: number }) => balance)).toEqual(keys.map(() => 0));
    expect((await api('GET', `/api/orders/${left.id}`)).status).toBe('canceled');
  });
});
