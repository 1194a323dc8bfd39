/** The OpenAPI document against the gateway itself: every real answer is one that the document describes. */
import { existsSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../test-set.js';
import { CONTRACT_ERRORS, statusOf } from '../support/answers.js';
import { PATIENCE_MS } from '../support/client.js';
import {
  type Answer,
  cleanUp,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { multipartBody } from '../support/multipart-body.js';
import { ERROR_PRONE, PROVOKED } from '../support/provoked-errors.js';

const CHROMIUM = '/usr/bin/chromium';

/** The endpoints of the contract, and those that operators have beside it. */
const ENDPOINTS = [
  'get /api/accounts',
  'get /api/accounts/{id}/audit',
  'get /api/accounts/{id}/invitations',
  'post /api/accounts/{id}/invitations',
  'delete /api/invitations/{id}',
  'get /api/accounts/{id}/users',
  'patch /api/users/{id}',
  'delete /api/users/{id}',
  'get /api/jobs',
  'get /api/jobs/{id}',
  'get /api/keys/{id}/balance',
  'get /api/keys',
  'get /api/keys/{id}',
  'get /api/keys/{id}/ledger',
  'get /api/orders',
  'get /api/orders/{id}',
  'get /v1/activity',
  'get /v1/credits',
  'get /v1/models',
  'get /v1/videos',
  'get /v1/videos/{id}',
  'get /v1/videos/{id}/content',
  'delete /api/keys/{id}',
  'patch /api/accounts/{id}',
  'patch /api/keys/{id}',
  'post /api/accounts',
  'post /api/jobs/{id}/fail',
  'post /api/keys',
  'post /api/keys/{id}/credits',
  'post /api/keys/{id}/debits',
  'post /api/keys/{id}/rotate',
  'post /api/keys/{id}/transfers',
  'post /api/orders',
  'post /api/simulated-credit/void',
  'post /v1/chat/completions',
  'post /v1/videos',
].sort();

// biome-ignore lint/suspicious/noExplicitAny: the document is what is judged here
type Part = any;

let node: TollgateProcess;
let document: Part;
let ajv: Ajv2020;

beforeAll(async () => {
  node = await startTollgate(ERROR_PRONE);
  document = (await node.call('GET', '/openapi.json')).json;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
});
afterAll(cleanUp);

/** The part that a reference inside the document points at, or the part itself if it is no reference. */
function resolved(part: Part): Part {
  if (typeof part?.$ref !== 'string') return part;
  const steps = part.$ref.slice(2).split('/');
  return steps.reduce(
    (at: Part, step: string) => at?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

const compiled = new Map<string, ValidateFunction>();

/** The judge of the schema at a place in the document. */
function judgeAt(...steps: string[]): ValidateFunction {
  const pointer = steps
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` });
  compiled.set(pointer, known);
  return known;
}

/** Holds an answer against what the document says of that operation and status. */
function expectDocumented(method: string, path: string, answer: Answer): void {
  const place = `${method} ${path} ${answer.status}`;
  const operation = document.paths[path]?.[method.toLowerCase()];
  const response = resolved(operation?.responses[String(answer.status)]);
  expect(response, `${place} is not in the document: ${answer.text}`).toBeDefined();
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    const value = answer.headers[name.toLowerCase()];
    const { required, schema } = resolved(header);
    if (required === true) expect(value, `${name} of ${place}`).toBeDefined();
    if (value !== undefined && resolved(schema).type === 'integer') expect(value, name).toMatch(/^\d+$/);
  }
  const media = (answer.headers['content-type'] ?? '').split(';')[0] ?? '';
  expect(Object.keys(response.content), place).toContain(media);
  if (answer.json === undefined) return;
  const judge = judgeAt(
    ...['paths', path, method.toLowerCase(), 'responses', String(answer.status)],
    ...['content', media, 'schema'],
  );
  expect(judge(answer.json), `${place}: ${ajv.errorsText(judge.errors)} in ${answer.text}`).toBe(true);
}

describe('the document', () => {
  test('is OpenAPI 3.1, with the name of the product', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).toBe('Tollgate');
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('describes exactly the endpoints of the contract, and none that is planned', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method} ${path}`),
    );
    const api = described.filter((each) => / \/(v1|api)\//.test(each));
    expect(api.sort()).toEqual(ENDPOINTS);
    expect(JSON.stringify(document.paths)).not.toMatch(/\/generations|webhook/);
  });

  test('has no reference that leads nowhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, at]) => at ?? '');
    expect(references.length).toBeGreaterThan(10);
    for (const reference of new Set(references)) {
      expect(reference.startsWith('#/'), reference).toBe(true);
      expect(resolved({ $ref: reference }), reference).toBeDefined();
    }
  });

  test('has schemas that are JSON Schema 2020-12', () => {
    for (const name of Object.keys(document.components.schemas)) judgeAt('components', 'schemas', name);
  });

  test('describes each operation whole: its id, its parameters, its answers, its credential', () => {
    const ids = new Set<string>();
    for (const endpoint of ENDPOINTS) {
      const [method = '', path = ''] = endpoint.split(' ');
      const operation = document.paths[path][method];
      expect(ids.has(operation.operationId), `operationId of ${endpoint}`).toBe(false);
      ids.add(operation.operationId);
      const parameters = [...(operation.parameters ?? []), ...(document.paths[path].parameters ?? [])].map(
        resolved,
      ) as Part[];
      const inPath = parameters.filter((each) => each.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const parameter of inPath) expect(parameter.required).toBe(true);
      for (const parameter of parameters) expect(parameter.schema ?? parameter.content).toBeDefined();
      expectAnswersDescribed(endpoint, operation);
      expectCredential(path, operation);
    }
  });
  function expectAnswersDescribed(endpoint: string, operation: Part): void {
    const statuses = Object.keys(operation.responses);
    expect(
      statuses.some((status) => status.startsWith('2')),
      endpoint,
    ).toBe(true);
    for (const status of ['401', '403', '429', '500']) expect(statuses, endpoint).toContain(status);
    for (const response of Object.values(operation.responses).map(resolved)) {
      expect(response.description.length).toBeGreaterThan(3);
      const names = Object.keys(response.headers).map((name) => name.toLowerCase());
      for (const name of [
        'x-request-id',
        'x-ratelimit-limit-rpm',
        'x-ratelimit-remaining-rpm',
        'x-ratelimit-reset',
      ]) {
        expect(names, endpoint).toContain(name);
      }
    }
  }
  function expectCredential(path: string, operation: Part): void {
    const schemes = (operation.security ?? document.security).flatMap((each: object) => Object.keys(each));
    expect(schemes.length, path).toBe(1);
    expect(document.components.securitySchemes[schemes[0]]).toMatchObject({ type: 'http', scheme: 'bearer' });
  }

  test('has examples that its own schemas allow', () => {
    for (const endpoint of ENDPOINTS) {
      const [method = '', path = ''] = endpoint.split(' ');
      for (const [status, response] of Object.entries(document.paths[path][method].responses)) {
        const { content } = resolved(response);
        for (const [media, described] of Object.entries(content)) {
          const { example, examples = {} } = described as { example?: unknown; examples?: object };
          const all = [example, ...Object.values(examples).map((each) => resolved(each).value)];
          const judge = judgeAt('paths', path, method, 'responses', status, 'content', media, 'schema');
          for (const value of all.filter((each) => each !== undefined)) {
            expect(judge(value), `${endpoint} ${status}: ${ajv.errorsText(judge.errors)}`).toBe(true);
          }
        }
      }
    }
  });
});

describe('the errors of the document', () => {
  test('are those of the contract, no more and no fewer', () => {
    const { code } = resolved(resolved(document.components.schemas.Error).properties.error).properties;
    expect([...resolved(code).enum].sort()).toEqual(CONTRACT_ERRORS.map(([known]) => known).sort());
  });

  test('each stand under their status, in some operation', () => {
    // That of the chat, which is a page, stands in no operation.
    const named = new Set<string>(['chat_limit_exceeded']);
    for (const endpoint of ENDPOINTS) {
      const [method = '', path = ''] = endpoint.split(' ');
      for (const [status, response] of Object.entries(document.paths[path][method].responses)) {
        if (Number(status) < 400) continue;
        for (const [code] of CONTRACT_ERRORS) {
          if (!new RegExp(`\\b${code}\\b`).test(JSON.stringify(response))) continue;
          named.add(code);
          expect(statusOf(code), `${code} of ${endpoint}`).toBe(Number(status));
        }
      }
    }
    expect([...named].sort()).toEqual(CONTRACT_ERRORS.map(([code]) => code).sort());
  });
});

describe('every real answer is one that the document describes', () => {
  test('which is more than nothing: a field too many or too few is refused', async () => {
    const answer = await node.call('GET', '/v1/credits', { key: (await node.createKey()).key });
    const { balance, ...fewer } = answer.json;
    for (const json of [{ ...answer.json, foreign: 1 }, fewer, { ...fewer, balance: String(balance) }]) {
      expect(() => expectDocumented('GET', '/v1/credits', { ...answer, json })).toThrow();
    }
  });

  test.each(PROVOKED.filter(({ path, method }) => path !== '/v1/nothing' && method !== 'PUT'))(
    '$code of $method $path, for $how',
    async ({ method, path, code, provoke }) => {
      const answer = await provoke(node);
      expectDocumented(method, path, answer);
      expect(JSON.stringify(document.paths[path][method.toLowerCase()].responses[answer.status])).toContain(
        code,
      );
    },
  );

  test('an error of no operation has the shape of all errors', async () => {
    const judge = judgeAt('components', 'schemas', 'Error');
    for (const [method, path] of [
      ['GET', '/v1/nothing'],
      ['PUT', '/v1/videos'],
    ] as const) {
      const { json } = await node.call(method, path, { key: (await node.createKey()).key });
      expect(judge(json), ajv.errorsText(judge.errors)).toBe(true);
    }
  });

  test('the life of a job of each model', async () => {
    for (const model of [
      'sim/video',
      'sim/video-instant',
      'sim/video-half',
      'sim/video-reject',
      'sim/video-flaky',
    ]) {
      const own = await node.createKey();
      const submitted = await node.submit(own.key, { model, seconds: 3 }, { 'idempotency-key': model });
      expectDocumented('POST', '/v1/videos', submitted);
      expectDocumented(
        'POST',
        '/v1/videos',
        await node.submit(own.key, { model, seconds: 3 }, { 'idempotency-key': model }),
      );
      const { id } = submitted.json;
      for (let polls = 0; polls < 400; polls++) {
        const polled = await node.call('GET', `/v1/videos/${id}`, { key: own.key });
        expectDocumented('GET', '/v1/videos/{id}', polled);
        expectDocumented('GET', '/v1/videos', await node.call('GET', '/v1/videos', { key: own.key }));
        if (['completed', 'failed'].includes(polled.json.status)) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      for (const headers of [{}, { range: 'bytes=0-10' }]) {
        const content = await node.call('GET', `/v1/videos/${id}/content`, { key: own.key, headers });
        expectDocumented('GET', '/v1/videos/{id}/content', content);
      }
      for (const path of ['/v1/credits', '/v1/activity', '/v1/models']) {
        expectDocumented('GET', path, await node.call('GET', path, { key: own.key }));
      }
      const ledger = await node.call('GET', `/api/keys/${own.id}/ledger`, { key: OPERATOR_KEY });
      expectDocumented('GET', '/api/keys/{id}/ledger', ledger);
    }
  });

  test('a submit as a form', async () => {
    const own = await node.createKey();
    const { body, contentType } = multipartBody([
      ['model', 'sim/video-instant'],
      ['prompt', 'x'],
    ]);
    const headers = { 'content-type': contentType };
    expectDocumented(
      'POST',
      '/v1/videos',
      await node.call('POST', '/v1/videos', { key: own.key, body, headers }),
    );
  });

  test('the life of accounts and keys', async () => {
    const manage = async (
      method: string,
      template: string,
      path: string,
      json?: unknown,
      by = OPERATOR_KEY,
    ) => {
      const headers = { 'idempotency-key': `${method} ${path}` };
      const answer = await node.call(method, path, {
        key: by,
        headers,
        ...(json === undefined ? {} : { json }),
      });
      expectDocumented(method, template, answer);
      return answer;
    };
    const account = await manage('POST', '/api/accounts', '/api/accounts', {
      name: 'a tenant',
      verified: false,
    });
    await manage('PATCH', '/api/accounts/{id}', `/api/accounts/${account.json.id}`, { verified: true });
    const tenant = account.json.management_key.key;
    await manage('GET', '/api/accounts', '/api/accounts');
    await manage('GET', '/api/accounts', '/api/accounts', undefined, tenant);
    const trail = `/api/accounts/${account.json.id}/audit`;
    await manage('GET', '/api/accounts/{id}/audit', trail, undefined, tenant);
    const [invitations, users] = ['invitations', 'users'].map(
      (list) => `/api/accounts/${account.json.id}/${list}`,
    );
    const person = { name: 'amel@example.dz' };
    const invited = await manage('POST', '/api/accounts/{id}/invitations', invitations ?? '', person, tenant);
    await manage('GET', '/api/accounts/{id}/invitations', invitations ?? '', undefined, tenant);
    const invitation = `/api/invitations/${invited.json.id}`;
    await manage('DELETE', '/api/invitations/{id}', invitation, undefined, tenant);
    await manage('GET', '/api/accounts/{id}/users', users ?? '', undefined, tenant);
    const key = await manage('POST', '/api/keys', '/api/keys', { name: 'a key', rate_limit_rpm: 5 }, tenant);
    const fields = { name: 'a key', rate_limit_rpm: 5 };
    const second = await manage('POST', '/api/keys', '/api/keys', fields, tenant);
    const path = `/api/keys/${key.json.id}`;
    await manage('GET', '/api/keys', '/api/keys');
    await manage('GET', '/api/keys', '/api/keys?limit=1', undefined, tenant);
    await manage('GET', '/api/keys/{id}', path, undefined, tenant);
    await manage('PATCH', '/api/keys/{id}', path, { name: 'another name' }, tenant);
    for (let twice = 0; twice < 2; twice++) {
      await manage('POST', '/api/keys/{id}/credits', `${path}/credits`, { amount: '2.5', reference: 'r' });
      await manage('POST', '/api/keys/{id}/debits', `${path}/debits`, { amount: '0.5', reference: 'd' });
      const transfer = { to: second.json.id, amount: 1, reference: 't' };
      await manage('POST', '/api/keys/{id}/transfers', `${path}/transfers`, transfer);
    }
    await manage('POST', '/api/keys/{id}/rotate', `${path}/rotate`, { grace_seconds: 5 }, tenant);
    await manage('GET', '/api/keys/{id}/ledger', `${path}/ledger`, undefined, tenant);
    await manage('DELETE', '/api/keys/{id}', path, undefined, tenant);
  });
});

describe('/docs', () => {
  test('is a page that names every endpoint and every error', async () => {
    const page = await node.call('GET', '/docs');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    for (const endpoint of ENDPOINTS) expect(page.text).toContain(endpoint.split(' ')[1]);
    for (const [code] of CONTRACT_ERRORS) expect(page.text).toContain(code);
  });

  test('loads nothing from anywhere else', async () => {
    const { text } = await node.call('GET', '/docs');
    expect(text).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?\/\//);
  });

  test.runIf(isLong && existsSync(CHROMIUM))('renders in a browser without an error', async () => {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      const wrong: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
      });
      page.on('pageerror', (error) => wrong.push(String(error)));
      page.on('requestfailed', (request) => wrong.push(request.url()));
      const response = await page.goto(`${node.url}/docs`);
      expect(response?.status()).toBe(200);
      for (const text of ['/v1/videos', 'insufficient_credits']) {
        expect(await page.getByText(text).first().isVisible(), text).toBe(true);
      }
      await page.setViewportSize({ width: 390, height: 800 });
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow, 'wider than a phone').toBeLessThanOrEqual(0);
      expect(wrong).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
