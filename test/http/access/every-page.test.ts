import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../test-set.js';
import type { MadeUpExchange } from '../pipeline/gateway-stage.js';
import { pagesThatTake } from './every-page.js';
import { type TwoAccounts, twoAccounts } from './two-accounts.js';

/** Requests that no page is made for, at every page, by an operator, who may see all, and by nobody. */

const ROLES = ['operator', 'nobody'] as const;
const ELSEWHERE = 'elsewhere.example';
/** Far more than a page takes, and far less than a reader that goes over its text again and again. */
const ANSWERED_WITHIN_MS = 30_000;
const KB = 1_000;

const VALUES = [
  '',
  ' ',
  '\0',
  '-1',
  '1e309',
  '9'.repeat(400),
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '\r\nSet-Cookie: a=b',
  '\u202eabc\u2066',
  '💥'.repeat(500),
  '٣',
];

const OTHER_SITES = [
  `https://${ELSEWHERE}`,
  `//${ELSEWHERE}`,
  `/\\${ELSEWHERE}`,
  `\\\\${ELSEWHERE}`,
  `/\t/${ELSEWHERE}`,
  `/%2F${ELSEWHERE}/..//${ELSEWHERE}`,
  `.${ELSEWHERE}`,
  `javascript:alert(1)//${ELSEWHERE}`,
];

/** Request header fields, and cookies beside the session's own. */
const HEADS: readonly {
  readonly fields?: readonly (readonly [string, string])[];
  readonly cookies?: string;
}[] = [
  ...[
    '',
    ',;q=,;;',
    'fr;q=9e99, ar;q=-1, en;q=NaN',
    '*'.repeat(KB),
    'xx-'.repeat(30 * KB),
    `en${' '.repeat(100 * KB)};x`,
    'en;q=1.'.repeat(10 * KB),
    '\u0000\u007fé',
  ].map((value) => ({ fields: [['accept-language', value] as const] })),
  { cookies: `a=${'x'.repeat(100 * KB)}` },
  { cookies: Array.from({ length: 1_000 }, (_, n) => `c${n}=${n}`).join('; ') },
  { cookies: `${'='.repeat(KB)};;;${'tollgate-language='.repeat(KB)}; \u00ff=\u0000; tollgate-8080` },
  { cookies: `tollgate-8080="${'"'.repeat(50 * KB)}` },
  { cookies: `a=${' '.repeat(100 * KB)}b` },
  { cookies: 'tollgate-language=__proto__; tollgate-device-8080=%ff' },
  ...[
    ['user-agent', 'Version/1'.repeat(10 * KB)],
    ['user-agent', `\u0000${'é'.repeat(KB)}`],
    ['x-forwarded-for', ',,,[::]:99999999, \u0000'],
    ['x-forwarded-proto', 'javascript'],
    ['accept', 'text/html;q=0.0.0, */*;;;'],
    ['if-none-match', '"'.repeat(KB)],
    ['range', 'bytes=99999999999999999999-1'],
  ].map(([name = '', value = '']) => ({ fields: [[name, value] as const] })),
];

let accounts: TwoAccounts;

beforeAll(async () => {
  accounts = await twoAccounts();
});

/** Asserts what holds for every answer, to whatever request. */
function judge(answer: MadeUpExchange, about: string): void {
  const { status, headers } = answer;
  expect(status, about).toBeLessThan(500);
  expect(headers['x-content-type-options'] ?? headers.location, about).toBeDefined();
  expect(headers['content-type'] ?? 'none', about).not.toMatch(/svg|xml|javascript/);
  if (headers['content-type']?.startsWith('text/html') === true) {
    expect(headers['content-security-policy'], about).toContain("default-src 'none'; script-src 'self'");
    expect(headers['content-security-policy'], about).toContain("frame-ancestors 'none'");
    expect(headers['cache-control'], about).toBe('no-store');
    expect(headers['referrer-policy'], about).toMatch(/^(same-origin|no-referrer)$/);
  }
  if (headers.location !== undefined) expect(headers.location, about).toMatch(/^\/(?![/\\])[\w./?=&%-]*$/);
  expect(headers['access-control-allow-origin'] ?? 'null', about).toBe('null');
  expect(headers, about).not.toHaveProperty('access-control-allow-credentials');
  for (const cookie of answer.cookies) expect(cookie, about).toMatch(/; HttpOnly;/);
  expect(answer.text, about).not.toMatch(new RegExp(`(href|action|src)="[^"]*${ELSEWHERE}`));
}

async function answered(...request: Parameters<TwoAccounts['browse']>): Promise<MadeUpExchange> {
  const begun = performance.now();
  const answer = await accounts.browse(...request);
  const [role, method, target, sent = {}] = request;
  const about = `${method} ${target} as ${role} with ${JSON.stringify(sent).slice(0, 120)}`;
  expect(performance.now() - begun, about).toBeLessThan(ANSWERED_WITHIN_MS);
  judge(answer, about);
  // A form may have been one guess at a password too many.
  if (method !== 'POST') expect(answer.status, `${about} is not judged at all`).not.toBe(429);
  return answer;
}

/** The names of fields that a page has, and the texts of its buttons that tell what to do. */
function fieldsOf({ text }: MadeUpExchange): {
  readonly names: readonly string[];
  readonly acts: readonly string[];
} {
  const names = [...text.matchAll(/ name="([\w-]+)"/g)].map(([, name = '']) => name);
  const acts = [...text.matchAll(/ name="act" value="(\w+)"/g)].map(([, act = '']) => act);
  return { names: [...new Set(['act', 'next', ...names])], acts: [...new Set(['', ...acts])] };
}

const QUERIED = ['key', 'account', 'after', 'by', 'period', 'from', 'look', 'amount', 'role', 'name', 'of'];

/** In `npm test` the pages share the cases out, so that between them they have all. */
function numbered(paths: readonly string[]): readonly (readonly [path: string, at: number])[] {
  return paths.map((path, at) => [path, at]);
}

describe.each(numbered(pagesThatTake('get')))('the page %s', (path, at) => {
  it('uses nothing up for a scanner that follows its link, by GET or HEAD', async () => {
    const before = accounts.records();
    for (const role of ROLES)
      for (const method of ['GET', 'HEAD', 'GET']) await answered(role, method, accounts.filled(path));
    expect(accounts.records()).toBe(before);
  });

  it('answers a garbled head, whatever is in it', async () => {
    for (const role of ROLES)
      for (const head of someOf(HEADS, 10, at)) await answered(role, 'GET', accounts.filled(path), head);
  });

  it('answers queries that it does not know', async () => {
    const target = accounts.filled(path);
    const encoded = [...VALUES, ...OTHER_SITES].map(encodeURIComponent);
    const queries = [
      ...encoded.map((value) => QUERIED.map((name) => `${name}=${value}`).join('&')),
      ...encoded.map((value) => ['next', 'return', 'url', 'to'].map((name) => `${name}=${value}`).join('&')),
      '&&&===&',
      '%',
      '%ff=%fe',
      `key=${'x'.repeat(3 * KB)}`,
      'key=a&key=b&account=a&account=b',
    ];
    for (const role of ROLES)
      for (const query of someOf(queries, 10, at)) await answered(role, 'GET', `${target}?${query}`);
  });
});

describe.each(numbered(pagesThatTake('post')))('the form of %s', (path, at) => {
  it('is answered, whatever is in it', async () => {
    for (const role of ROLES) {
      const target = accounts.filled(path);
      const { names, acts } = fieldsOf(await accounts.browse(role, 'GET', target));
      const forms = acts.flatMap((act) =>
        [...VALUES, ...OTHER_SITES].map((value) =>
          names.map((name) => [name, name === 'act' && act !== '' ? act : value]),
        ),
      );
      const bodies = [
        ...forms.map((form) => new URLSearchParams(form).toString()),
        names.map((name) => `${name}=a&${name}=b`).join('&'),
        names.map((name) => `${name}=${'x'.repeat(3 * KB)}`).join('&'),
        Array.from({ length: 20 * KB }, (_, n) => `${n % 7}=`).join('&'),
        'x'.repeat(2_000 * KB),
        'name=%ff%fe',
        'name=%',
        Buffer.from([0x6e, 0x3d, 0xff, 0xfe, 0x00]),
        '',
      ];
      for (const body of someOf(bodies, 40, at)) await sentBy(role, target, { body });
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', ''])
        await sentBy(role, target, { body: '{"name":"x"}', fields: [['content-type', type]] });
    }
  });

  /** The world is made anew if the form has changed it. */
  async function sentBy(
    role: (typeof ROLES)[number],
    target: string,
    sent: Parameters<TwoAccounts['browse']>[3],
  ): Promise<void> {
    const before = accounts.records();
    await answered(role, 'POST', target, sent);
    if (accounts.records() !== before) accounts = await twoAccounts();
  }
});
