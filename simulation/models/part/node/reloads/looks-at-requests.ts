/** Looks at the gateway: who may do what, how often, and how long it waits for a body. */
import { HOSTS, NETWORKS, OPERATOR_KEY, PAGES } from './drawn-options.js';
import { type Look, madeKey, parsed } from './look.js';

const LONGER_THAN_ALL_MS = 1_600;

/** Proxies that are believed, and networks that may read the figures. */
export async function metricsLook({ node, trial, inForce, random }: Look): Promise<void> {
  const [peer, named] = [random.pick(NETWORKS), random.pick(NETWORKS)];
  const fields = { 'x-forwarded-for': `${named}7` };
  const { status } = await node.ask({ method: 'GET', path: '/metrics', fields, address: `${peer}8` });
  const client = inForce.trustedProxies.startsWith(peer) ? named : peer;
  trial.same('metrics', status, inForce.metricsNetworks.startsWith(client) ? 200 : 403);
}

export async function originLook({ node, trial, inForce, random }: Look): Promise<void> {
  const origin = random.pick(PAGES);
  const path = random.pick(['/v1/models', '/results/none']);
  const { fields } = await node.ask({ method: 'GET', path, fields: { origin } });
  const isAllowed = ['*', origin].includes(inForce.corsOrigins);
  trial.same('cors', fields['access-control-allow-origin'] !== undefined, isAllowed);
}

/** Bodies up to the bound are taken, and those that do not come are not waited for. */
export async function bodyLook({ node, trial, inForce, random, nth, written }: Look): Promise<void> {
  const tooMany = random.pick([0, 1]);
  const text = JSON.stringify({ name: `body ${nth}` }).padEnd(inForce.bodyMaxBytes + tooMany);
  const key = { method: 'POST', path: '/api/keys', secret: OPERATOR_KEY } as const;
  trial.same('body-max', (await node.ask({ ...key, body: text })).status, tooMany === 1 ? 413 : 201);
  const beganAt = trial.now;
  const fields = { 'content-type': 'application/json', 'content-length': '9' };
  const answer = node.send({ ...key, fields });
  written();
  await trial.world.advance(LONGER_THAN_ALL_MS);
  trial.same('body-timeout', [answer.status, answer.at - beganAt], [408, inForce.bodyTimeoutMs]);
}

/** The usual limit of a key, that of management, and the keys that an account may have. */
export async function keysLook({ node, trial, inForce, nth }: Look): Promise<void> {
  const { id: account } = await node.manage('/api/accounts', { name: `account ${nth}` });
  for (let n = 0; n <= inForce.keysPerAccountMax; n++) {
    const answer = await node.ask({
      method: 'POST',
      path: '/api/keys',
      secret: OPERATOR_KEY,
      body: { account },
      fields: { 'idempotency-key': `own-key-${nth}-${n}` },
    });
    const isOneTooMany = n === inForce.keysPerAccountMax;
    const { error } = parsed(answer.body);
    trial.same('keys-max', error === undefined, !isOneTooMany);
    trial.same('management-rpm', Number(answer.fields['x-ratelimit-limit-rpm']), inForce.managementRpm);
    if (!isOneTooMany) trial.same('default-rpm', parsed(answer.body).rate_limit_rpm, inForce.defaultRpm);
  }
}

export async function strangerLook({ node, trial, inForce, nth }: Look): Promise<void> {
  const address = `10.1.${Math.floor(nth / 250)}.${nth % 250}`;
  for (let n = 0; n <= inForce.addressRpm; n++) {
    const asked = { method: 'GET', path: '/v1/credits', secret: 'nobody', address } as const;
    trial.same('address-rpm', (await node.ask(asked)).status, n === inForce.addressRpm ? 429 : 401);
  }
}

/** The payment service, and the addresses that it is told. */
export async function orderLook(look: Look): Promise<void> {
  const { node, trial, inForce, random, nth } = look;
  const { id: key } = await madeKey(look);
  const { topUpMin, topUpMax } = inForce;
  const amount = random.pick([topUpMin - 1, topUpMin, topUpMax, topUpMax + 1]);
  const { checkouts } = node.services;
  checkouts.length = 0;
  const fields = { 'idempotency-key': `order-${nth}` };
  const body = { key, amount };
  const answer = await node.ask({ method: 'POST', path: '/api/orders', secret: OPERATOR_KEY, body, fields });
  const isTaken = amount >= topUpMin && amount <= topUpMax;
  trial.same('top-up', answer.status, isTaken ? 201 : 400);
  if (!isTaken) return;
  const { id } = parsed(answer.body);
  const { publicUrl, service } = inForce;
  const [returnUrl, noticeUrl] = [`${publicUrl}/top-up/${id}`, `${publicUrl}/payment-notices/${id}`];
  const at = `https://service-${service}.test`;
  trial.same(
    'checkout',
    checkouts.map((one) => [one.returnUrl, one.noticeUrl, one.at]),
    [[returnUrl, noticeUrl, at]],
  );
  const order = parsed(
    (await node.ask({ method: 'GET', path: `/api/orders/${id}`, secret: OPERATOR_KEY })).body,
  );
  trial.same('payment-url', order.payment_url, `${publicUrl}/pay`);
}

/** An invitation: its link, in the answer and in the mail. */
export async function invitationLook({ node, trial, inForce, nth }: Look): Promise<void> {
  const { mails } = node.services;
  mails.length = 0;
  const invited = await node.manage('/api/accounts/acct_default/invitations', {
    name: `one${nth}@mail.test`,
  });
  const url = `${invited.url}`;
  trial.same('invitation', url.startsWith(`${inForce.publicUrl}/invitation/`), true);
  trial.same(
    'mail',
    mails.map((text) => text.includes(url)),
    [true],
  );
}

/** Strangers: under which host they find the dashboard, whether they may sign up, and as what. */
export async function signUpLook({ node, trial, inForce, random, nth }: Look): Promise<void> {
  const host = random.pick(HOSTS);
  const isOwn = inForce.publicUrl === `https://${host}`;
  const page = await node.ask({ method: 'GET', path: '/sign-up', fields: { host, accept: 'text/html' } });
  const isOpen = inForce.signUp === 'open';
  trial.same('sign-up', page.status, isOwn ? (isOpen ? 200 : 404) : 421);
  if (!isOpen) return;
  const { mails } = node.services;
  mails.length = 0;
  const own = inForce.publicUrl.slice('https://'.length);
  const fields = {
    host: own,
    accept: 'text/html',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const address = `10.2.0.${nth % 250}`;
  const sent = async (path: string, text: string) => {
    const length = { 'content-length': String(text.length) };
    return node.ask({ method: 'POST', path, fields: { ...fields, ...length }, body: text, address });
  };
  await sent('/sign-up', `name=stranger${nth}%40mail.test`);
  const path = mails.join().match(/https:\/\/([^/]+)(\/sign-up\/\S+)/);
  trial.same('sign-up-mail', path?.[1], own);
  await sent(path?.[2] ?? '', 'password=a+long+password&again=a+long+password');
  const accounts = await node.ask({ method: 'GET', path: '/api/accounts', secret: OPERATOR_KEY });
  const { data } = parsed(accounts.body);
  const found = (data as readonly Readonly<Record<string, unknown>>[]).find(
    ({ name }) => name === `stranger${nth}@mail.test`,
  );
  trial.same('verified', found?.verified, inForce.verify === 'email');
}
