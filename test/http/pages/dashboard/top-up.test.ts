import { beforeEach, describe, expect, it } from 'vitest';
import { listAllOrders } from '../../../../src/actors/orders/order-lists.js';
import type { OrderState } from '../../../../src/actors/orders/order-messages.js';
import { microDa } from '../../../../src/money/micro-da.js';
import { ask } from '../../../../src/node/assembly/ask.js';
import { DashboardUnderTest, OTHER, STUDIO } from './dashboard-under-test.js';
import { BY, LIVE, ONCE, Ordering } from './ordering.js';

let dashboard: DashboardUnderTest;
let ordering: Ordering;
/** Of the owner, and of the stranger. */
let key: string;
let strangersKey: string;

const owner = { as: 'owner' };

beforeEach(async () => {
  dashboard = await DashboardUnderTest.start();
  ordering = new Ordering(dashboard);
  key = await ordering.newKey(STUDIO, 'Video editor');
  strangersKey = await ordering.newKey(OTHER, 'Of a stranger');
});

function orders(): readonly OrderState[] {
  return listAllOrders(dashboard.stage.actors.system.records, { limit: 100, after: undefined }).items;
}

const shown = async (path: string, as = 'owner') => (await dashboard.get(path, { as })).text;

describe('a gateway that takes no payments', () => {
  beforeEach(() => {
    dashboard.payments.service = undefined;
  });

  it('says so, and what to do', async () => {
    expect(await shown('/top-up')).toContain('Ask the operator of this gateway');
    expect(await shown('/top-up', 'operator')).toContain('add a section “payments”');
    expect(await shown('/top-up')).not.toContain('name="once"');
  });

  it('makes no order of a form that is sent nevertheless', async () => {
    const sent = { once: ONCE, key, choice: '2000' };
    const answer = await dashboard.post('/top-up', sent, owner);
    expect([answer.text.includes('No payments are taken here'), orders()]).toEqual([true, []]);
  });
});

describe('the form that orders credit', () => {
  it('makes an order, and leads to its page', async () => {
    const answer = await ordering.order({ key });
    const [made] = orders();
    expect([answer.status, answer.headers.location]).toEqual([303, `/top-up/${made?.id}`]);
    expect(made).toMatchObject({ account: STUDIO, key, amount: 2_000_000_000, service: LIVE });
  });

  it('takes an amount of one’s own', async () => {
    await ordering.order({ key, choice: 'other', amount: ' 1234 ' });
    expect(orders()[0]?.amount).toBe(1_234_000_000);
  });

  it('makes one order of two clicks, and of a reload', async () => {
    const form = { once: await ordering.once(), key, choice: '2000' };
    const clicks = Promise.all([1, 2].map(() => dashboard.post('/top-up', form, owner)));
    await dashboard.world.advance(1_000);
    const reload = await dashboard.post('/top-up', form, owner);
    const answers = [...(await clicks), reload].map(({ status, headers }) => [status, headers.location]);
    expect(orders()).toHaveLength(1);
    expect(answers).toEqual(new Array(3).fill([303, `/top-up/${orders()[0]?.id}`]));
  });

  it('orders nothing if it comes again with something else in it, and says so', async () => {
    const form = { once: await ordering.once(), key, choice: '2000' };
    await dashboard.post('/top-up', form, owner);
    const again = await dashboard.post('/top-up', { ...form, choice: '5000' }, owner);
    expect([again.status, orders().length]).toEqual([400, 1]);
    expect(again.text).toContain('Nothing was ordered now');
    expect(again.text).not.toContain(form.once);
    expect(again.text).toMatch(/value="5000" checked/);
  });

  it.each(['99', '1000001', '12.5', '-500', '1e3', '', 'much'])(
    'refuses an amount of %s beside its field, and keeps what was typed',
    async (amount) => {
      const { status, text } = await ordering.order({ key, choice: 'other', amount });
      expect([status, orders()]).toEqual([400, []]);
      expect(text).toContain('Choose a whole amount within these bounds.');
      expect(text).toContain(amount === '' ? 'value min' : `value="${amount}"`);
    },
  );

  it('refuses an order without its hidden field', async () => {
    expect((await ordering.order({ key, once: '' })).status).toBe(400);
    expect(orders()).toEqual([]);
  });

  it('takes no key of another account, and none that is revoked', async () => {
    const { system, apiKey } = dashboard.stage.actors;
    const foreign = await ordering.order({ key: strangersKey });
    const none = await ordering.order({ key: 'key_00000000000000000000000000' });
    for (const { status, text } of [foreign, none]) {
      expect([status, text.includes('cannot be credited any more')]).toEqual([400, true]);
      expect(text).not.toContain('Of a stranger');
    }
    await dashboard.settled(ask(system, apiKey, key, { type: 'revoke', by: BY }));
    expect(await shown('/top-up')).toContain('There is no key to credit yet');
    const sent = { once: ONCE, key, choice: '2000' };
    expect((await dashboard.post('/top-up', sent, owner)).status).toBe(400);
    expect(orders()).toEqual([]);
  });

  it('says how much room is left in the life of a key', async () => {
    const { system, apiKey } = dashboard.stage.actors;
    const credit = { amount: microDa(999_999_000_000_000), reference: 'much', referenceHash: 'much' };
    await dashboard.settled(ask(system, apiKey, key, { type: 'credit', by: BY, ...credit }));
    expect(await shown('/top-up')).toContain('takes at most 1,000.00 DA');
    const { status, text } = await ordering.order({ key });
    expect([status, text.includes('This one still takes: 1,000.00 DA')]).toEqual([400, true]);
    await ordering.order({ key, choice: '1000' });
    expect(orders()).toHaveLength(1);
    expect(await shown('/top-up')).toContain('takes at most 0.00 DA');
  });

  it('says so if a key has too many unpaid orders', async () => {
    let answer = await ordering.order({ key });
    for (let n = 0; answer.status === 303; n++) {
      expect(n).toBeLessThan(100);
      answer = await ordering.order({ key });
    }
    expect([answer.status, answer.text.includes('too many unpaid orders')]).toEqual([400, true]);
  });

  it('is there for owners, and for members the list alone', async () => {
    const id = await ordering.ordered({ key });
    const text = await shown('/top-up', 'member');
    expect([text.includes('name="once"'), text.includes(id)]).toEqual([false, true]);
    const sent = { once: ONCE, key, choice: '2000' };
    expect((await dashboard.post('/top-up', sent, { as: 'member' })).status).toBe(403);
    expect(orders()).toHaveLength(1);
  });

  it('marks plainly that no money moves', async () => {
    expect(await shown('/top-up')).not.toContain('no card is charged');
    dashboard.payments.service = { kind: 'simulated', isLive: false };
    expect(await shown('/top-up')).toContain('Payments are simulated here');
    dashboard.payments.service = { kind: 'chargily', isLive: false };
    expect(await shown('/top-up')).toContain('The payment service is in test mode');
    expect(await shown(`/top-up/${await ordering.ordered({ key })}`)).toContain('No money moves.');
  });
});

describe('the page of an order', () => {
  it('loads itself again while it is under way, but not for ever', async () => {
    const path = `/top-up/${await ordering.ordered({ key })}`;
    const text = await shown(path);
    expect(text).toContain('Being prepared');
    expect(text).toContain(
      `<noscript><meta http-equiv="refresh" content="2; url=${path}?look=1"/></noscript>`,
    );
    expect(await shown(`${path}?look=39`)).toContain(`content="15; url=${path}?look=40"`);
    for (const look of ['40', '-1', 'x', '1e9']) {
      const later = await shown(`${path}?look=${look}`);
      expect([later.includes('http-equiv'), later.includes('Look again')]).toEqual([false, true]);
    }
  });

  it('links to the payment page for those who may pay', async () => {
    const id = await ordering.ordered({ key });
    await ordering.ready(id);
    const link = 'href="https://pay.example/checkout?a=1&amp;b=2" rel="noreferrer"';
    expect(await shown(`/top-up/${id}`)).toContain(link);
    expect(await shown(`/top-up/${id}`, 'operator')).toContain(link);
    for (const text of [await shown(`/top-up/${id}`, 'member'), await shown(`/top-up/${id}`, 'nobody')])
      expect(text).not.toContain('pay.example');
  });

  it('has the payment service asked until it is paid', async () => {
    const id = await ordering.ordered({ key });
    await ordering.ready(id);
    for (const as of ['owner', 'nobody']) await shown(`/top-up/${id}`, as);
    expect(dashboard.payments.noticed).toEqual([id, id]);
    await ordering.seen(id, 'paid');
    await shown(`/top-up/${id}`);
    expect(dashboard.payments.noticed).toEqual([id, id]);
  });

  it('is a receipt once it is paid', async () => {
    const id = await ordering.ordered({ key });
    await ordering.ready(id);
    await ordering.seen(id, 'paid');
    const text = await shown(`/top-up/${id}`);
    const entry = `le_${key.slice('key_'.length)}_1`;
    for (const part of ['Receipt', id, key, 'Video editor', STUDIO, entry, `chargily:of-${id}`])
      expect(text).toContain(part);
    expect(text.match(/2,000\.00/g)?.length).toBeGreaterThanOrEqual(2);
    expect([text.includes('http-equiv'), text.includes('pay.example')]).toEqual([false, false]);
  });

  it.each(['failed', 'canceled', 'expired'] as const)(
    'that is %s leads to a new order of the same amount',
    async (status) => {
      const id = await ordering.ordered({ key, choice: 'other', amount: '1234' });
      await ordering.ready(id);
      await ordering.seen(id, status, 1_234);
      const text = await shown(`/top-up/${id}`);
      const again = `/top-up?key=${key}&amount=1234`;
      expect([text.includes(again.replace('&', '&amp;')), text.includes('http-equiv')]).toEqual([
        true,
        false,
      ]);
      const form = await shown(again);
      expect(form).toMatch(/value="other" checked/);
      expect(form).toMatch(/name="amount"[^>]*value="1234"/);
    },
  );

  it('says why the payment service did not take the order', async () => {
    const id = await ordering.ordered({ key });
    const report = { about: 'create', outcome: 'refused', message: 'the <amount> is wrong' } as const;
    await ordering.tell(id, { type: 'report', report });
    expect(await shown(`/top-up/${id}`)).toContain('the &lt;amount> is wrong');
  });

  it('tells somebody without its account’s session how it is, and nothing else', async () => {
    const id = await ordering.ordered({ key });
    await ordering.ready(id);
    const nobody = await shown(`/top-up/${id}`, 'nobody');
    expect(nobody).toContain(`href="/sign-in?next=/top-up/${id}"`);
    for (const text of [nobody, await shown(`/top-up/${id}`, 'stranger')]) {
      expect(text).toContain('The payment is being looked up.');
      for (const part of [key, 'Video editor', STUDIO, '2,000', '2000', 'pay.example'])
        expect(text).not.toContain(part);
    }
  });

  it.each(['/top-up/order_00000000000000000000000000', '/top-up/', '/top-up/none'])(
    'is not there for an id that no order has (%s)',
    async (path) => {
      for (const as of ['owner', 'nobody']) expect((await dashboard.get(path, { as })).status).toBe(404);
      expect(dashboard.payments.noticed).toEqual([]);
    },
  );
});

describe('the list of orders', () => {
  it('shows those of the account alone, a page at a time', async () => {
    const theirs = await ordering.ordered({ key: strangersKey }, 'stranger');
    const ids: string[] = [];
    for (let n = 0; n < 26; n++) {
      const id = await ordering.ordered({ key });
      await ordering.ready(id);
      await ordering.seen(id, 'paid');
      ids.push(id);
    }
    const first = await shown('/top-up');
    expect(first).toContain(ids[25]);
    for (const id of [ids[0] ?? '', theirs]) expect(first).not.toContain(id);
    const older = /href="(\/top-up\?after=order_\w+)"/.exec(first)?.[1] ?? '';
    expect(await shown(older)).toContain(ids[0]);
    expect(await shown(`/top-up?account=${OTHER}`)).not.toContain(theirs);
  });

  it('is of all accounts for an operator, or of one, by its id or that of a key', async () => {
    const first = await ordering.ordered({ key });
    const other = await ordering.ordered({ key: strangersKey }, 'operator');
    const all = await shown('/top-up', 'operator');
    for (const id of [first, other]) expect(all).toContain(id);
    for (const sought of [`account=${OTHER}`, `account=${strangersKey}`, `key=${strangersKey}`]) {
      const text = await shown(`/top-up?${sought}`, 'operator');
      expect([text.includes(other), text.includes(first)]).toEqual([true, false]);
      expect(text).toContain(`<option value="${strangersKey}"`);
    }
    expect(await shown('/top-up?account=acct_none', 'operator')).toContain('no such account or key');
  });

  it('names for an operator what was set aside, and for whom it is told that it was', async () => {
    const id = await ordering.ordered({ key });
    await ordering.ready(id);
    await ordering.seen(id, 'paid', 1_999);
    for (const path of ['/top-up', '/top-up?set-aside', `/top-up/${id}`]) {
      const text = await shown(path, 'operator');
      expect(text).toContain('Another amount');
      expect(text).toContain('amount is 1999 at the payment service, and 2000 in the order');
    }
    const text = await shown(`/top-up/${id}`);
    expect(text).toContain('The operator of this gateway looks into it.');
    for (const part of [text, await shown('/top-up'), await shown('/top-up?set-aside')])
      expect(part).not.toContain('1999');
    await ordering.seen(id, 'paid');
    expect(await shown('/top-up?set-aside', 'operator')).toContain('No order is set aside.');
  });
});

describe('an order that was set aside', () => {
  let path: string;
  const operator = { as: 'operator' };
  const dismiss = (form: Readonly<Record<string, string>>) =>
    dashboard.post(path, { act: 'dismiss', kind: 'amount', ...form }, operator);

  beforeEach(async () => {
    const id = await ordering.ordered({ key });
    await ordering.ready(id);
    await ordering.seen(id, 'paid', 1_999);
    path = `/top-up/${id}`;
  });

  it('is dealt with by an operator: it leaves the list, and its page shows what was found, and who noted what', async () => {
    const done = await dismiss({ note: ' <i>invoice</i> 118 ' });
    expect([done.status, done.headers.location]).toEqual([303, path]);
    for (const list of ['/top-up', '/top-up?set-aside'])
      expect(await shown(list, 'operator')).not.toContain('Another amount');
    const text = await shown(path, 'operator');
    for (const part of ['Another amount', 'amount is 1999', '&lt;i>invoice&lt;/i> 118', 'user_operator'])
      expect(text).toContain(part);
    expect(text).not.toContain('name="note"');
    const told = await shown(path);
    expect(told).toContain('The operator of this gateway has dealt with it.');
    for (const part of ['1999', 'invoice', 'user_operator']) expect(told).not.toContain(part);
    const trail = await shown(`/people/audit?account=${STUDIO}`, 'operator');
    expect(trail).toMatch(new RegExp(`Top-up dealt with.*${path}.*invoice`, 's'));
  });

  it('needs a note, and one about what it was set aside for now; what was typed is kept', async () => {
    const long = 'n'.repeat(501);
    for (const [form, error] of [
      [{ note: '  ' }, 'A note has 1 to 500 characters.'],
      [{ note: long }, 'A note has 1 to 500 characters.'],
      [{ note: 'seen', kind: 'currency' }, 'has told something else meanwhile'],
      [{ note: 'seen', kind: 'none' }, 'has told something else meanwhile'],
    ] as const) {
      const { status, text } = await dismiss(form);
      expect([status, text.includes(error), text.includes(`value="${form.note.trim()}"`)]).toEqual([
        400,
        true,
        form.note.trim() !== '',
      ]);
    }
    expect(await shown('/top-up?set-aside', 'operator')).toContain('Another amount');
  });

  it('is an operator’s matter alone', async () => {
    const form = { act: 'dismiss', kind: 'amount', note: 'n' };
    for (const as of ['owner', 'member', 'stranger'])
      expect((await dashboard.post(path, form, { as })).status).toBe(404);
    expect((await dashboard.post(path, form, { as: 'nobody' })).headers.location).toBe('/sign-in');
    expect(await shown('/top-up?set-aside', 'operator')).toContain('Another amount');
  });
});

it('a key’s page leads to an order for it, if it can be credited', async () => {
  const link = `href="/top-up?key=${key}"`;
  expect(await shown(`/keys/${key}`)).toContain(link);
  expect(await shown(`/keys/${key}`, 'member')).not.toContain(link);
  dashboard.payments.service = undefined;
  expect(await shown(`/keys/${key}`)).not.toContain(link);
});
