import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/http/operations/canonical-json.js';
import { parseIdempotency } from '../../../src/http/operations/idempotency-key.js';
import { ledgerEntryId, ledgerEntryNumber } from '../../../src/http/schemas/identifiers.js';
import { ADD_CREDIT_REQUEST, CREATE_KEY_REQUEST } from '../../../src/http/schemas/management-requests.js';
import { parseInput } from '../../../src/http/schemas/parse-input.js';
import { parseActivityQuery } from '../../../src/http/schemas/query.js';
import { parseSubmit } from '../../../src/http/schemas/submit-request.js';
import { parseSeconds, printSeconds } from '../../../src/routing/seconds.js';

const GOOD = { model: 'sim/video', prompt: 'a boat' };

function paramOf(body: unknown): string | undefined {
  const parsed = parseSubmit(body);
  return parsed.ok ? 'accepted' : parsed.error.param;
}

describe('seconds', () => {
  it('are whole milliseconds, exactly, as a number and as a string, and print back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (lengthMs) => {
        const printed = printSeconds(lengthMs);
        expect(printed).toMatch(/^\d+(\.\d{1,3})?$/);
        expect(parseSeconds(printed)).toBe(lengthMs);
        expect(parseSeconds(JSON.parse(printed))).toBe(lengthMs);
      }),
    );
  });

  it.each([
    [8, 8_000],
    ['8', 8_000],
    ['08.500', 8_500],
    [1.1, 1_100],
    [0.001, 1],
    ['0.0010', 1],
    [1e1, 10_000],
  ])('takes %j as %d ms', (value, lengthMs) => {
    expect(parseSeconds(value)).toBe(lengthMs);
  });

  it.each([
    0,
    -1,
    '0.000',
    1.0001,
    '1.0001',
    1e-7,
    0.1 + 0.2,
    '',
    ' 8',
    '8s',
    '1e1',
    '+8',
    '.5',
    '8.',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
    [],
    {},
  ])('refuses %j', (value) => {
    expect(parseSeconds(value)).toBeUndefined();
  });

  it.each([1e13, 1e21, 1e300, '9'.repeat(500)])('leaves %j to the bounds of the model', (value) => {
    expect(parseSeconds(value)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('the body of a submit', () => {
  it.each([
    [undefined, undefined],
    [null, undefined],
    ['text', undefined],
    [[GOOD], undefined],
    [{ prompt: 'a boat' }, 'model'],
    [{ ...GOOD, model: '' }, 'model'],
    [{ ...GOOD, model: 7 }, 'model'],
    [{ ...GOOD, model: 'm'.repeat(201) }, 'model'],
    [{ model: 'm' }, 'prompt'],
    [{ ...GOOD, prompt: '' }, 'prompt'],
    [{ ...GOOD, prompt: ' \n\u3000' }, 'prompt'],
    [{ ...GOOD, prompt: 'x'.repeat(10_001) }, 'prompt'],
    [{ ...GOOD, prompt: 'half of one: \ud83d' }, 'prompt'],
    [{ ...GOOD, seconds: null }, 'seconds'],
    [{ ...GOOD, seconds: '8.0001' }, 'seconds'],
    [{ ...GOOD, seconds: 'eight' }, 'seconds'],
    [{ ...GOOD, duration: 'eight' }, 'duration'],
    [{ ...GOOD, seconds: 8, duration: 8.5 }, 'duration'],
  ])('is refused where it does not fit, naming the field: %#', (body, param) => {
    expect(paramOf(body)).toBe(param);
  });

  it('counts characters as code points', () => {
    expect(paramOf({ ...GOOD, prompt: '🐪'.repeat(10_000) })).toBe('accepted');
    expect(paramOf({ ...GOOD, prompt: '🐪'.repeat(10_001) })).toBe('prompt');
    expect(paramOf({ ...GOOD, model: '🐪'.repeat(200) })).toBe('accepted');
  });

  it('says what is wrong and what to do', () => {
    const parsed = parseSubmit({ model: 'sim/video' });
    expect(parsed).toMatchObject({
      error: { code: 'invalid_request', message: 'prompt is missing; describe the video in words.' },
    });
  });

  it('takes duration for seconds, and both if they are the same', () => {
    for (const length of [{ duration: '8' }, { duration: 8, seconds: '8.0' }]) {
      const parsed = parseSubmit({ ...GOOD, ...length });
      const lengthParam = 'seconds' in length ? 'seconds' : 'duration';
      expect(parsed).toMatchObject({ ok: true, value: { lengthMs: 8_000, lengthParam } });
      if (parsed.ok) expect({ ...parsed.value.extra }).toEqual({});
    }
  });

  it('keeps every other field, and none of those it names', () => {
    const parsed = parseSubmit({ ...GOOD, seconds: '8', size: '720p', metadata: { a: [1] } });
    expect(parsed).toMatchObject({ ok: true, value: { lengthMs: 8_000 } });
    if (parsed.ok) expect({ ...parsed.value.extra }).toEqual({ size: '720p', metadata: { a: [1] } });
  });

  it('may have other fields as long as a store can keep them', () => {
    expect(parseSubmit({ ...GOOD, style: 'x'.repeat(3_900_000) })).toMatchObject({ ok: true });
    for (const style of ['x'.repeat(4_000_000), '\u0001'.repeat(700_000), Array(200_000).fill(1e20)]) {
      expect(parseSubmit({ ...GOOD, style })).toMatchObject({ error: { code: 'payload_too_large' } });
    }
  });

  it('takes a field called __proto__ for a field like any other', () => {
    const body = JSON.parse(
      '{"model":"m","prompt":"p","__proto__":{"seconds":60,"isAdmin":true},"constructor":1}',
    );
    const parsed = parseSubmit(body);
    if (!parsed.ok) throw new Error(parsed.error.message);
    expect(parsed.value.lengthMs).toBeUndefined();
    expect(Object.getPrototypeOf(parsed.value.extra)).toBeNull();
    expect(Object.keys(parsed.value.extra)).toEqual(['__proto__', 'constructor']);
    expect(parsed.value.extra.isAdmin).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  it('never makes the parser throw, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const parsed = parseSubmit(body);
        expect(parsed.ok || parsed.error.code === 'invalid_request').toBe(true);
      }),
    );
  });
});

describe('the bodies of management requests', () => {
  it('refuse fields they do not know, and name them', () => {
    expect(parseInput(CREATE_KEY_REQUEST, { nmae: 'typo' })).toMatchObject({ error: { param: 'nmae' } });
    expect(parseInput(CREATE_KEY_REQUEST, JSON.parse('{"__proto__":{"credits":5}}'))).toMatchObject({
      error: { param: '__proto__' },
    });
  });

  it.each([0, 1_000_001, 1.5, '60', null, Number.NaN])('refuse a rate of %j', (rate_limit_rpm) => {
    expect(parseInput(CREATE_KEY_REQUEST, { rate_limit_rpm })).toMatchObject({
      error: { param: 'rate_limit_rpm' },
    });
  });

  it('read amounts in DA on their shortest decimal form', () => {
    expect(parseInput(ADD_CREDIT_REQUEST, { amount: 0.1, reference: 'r' })).toMatchObject({
      value: { amount: 100_000 },
    });
    expect(parseInput(ADD_CREDIT_REQUEST, { amount: '0.000001', reference: 'r' })).toMatchObject({
      value: { amount: 1 },
    });
  });

  it.each([0, '0', -1, 0.1 + 0.2, 1e-7, 1e21, '1e3', 1_000_000_000.000001, null, undefined, true])(
    'refuse an amount of %j',
    (amount) => {
      expect(parseInput(ADD_CREDIT_REQUEST, { amount, reference: 'r' })).toMatchObject({
        error: { param: 'amount' },
      });
    },
  );
});

describe('the days of an activity request', () => {
  const parsed = (query: string) => parseActivityQuery(new URLSearchParams(query), '2026-11-21');

  it('are the last 30 up to today where none are named', () => {
    expect(parsed('')).toMatchObject({ value: { from: '2026-10-23', to: '2026-11-21' } });
    expect(parsed('to=2024-03-01')).toMatchObject({ value: { from: '2024-02-01', to: '2024-03-01' } });
    expect(parsed('from=2026-11-20')).toMatchObject({ value: { from: '2026-11-20', to: '2026-11-21' } });
  });

  it('are at most 366, both ends included', () => {
    expect(parsed('from=2024-01-01&to=2024-12-31').ok).toBe(true);
    expect(parsed('from=2023-12-31&to=2024-12-31')).toMatchObject({ error: { param: 'from' } });
  });

  it.each([
    ['from=2026-02-29', 'from'],
    ['from=2026-13-01', 'from'],
    ['from=26-01-01', 'from'],
    ['to=yesterday', 'to'],
    ['to=', 'to'],
    ['from=2026-11-22', 'from'],
    ['from=2026-11-02&to=2026-11-01', 'from'],
  ])('are refused where they are none: %s', (query, param) => {
    expect(parsed(query)).toMatchObject({ error: { code: 'invalid_request', param } });
  });

  it('reach back to the first year without falling off the calendar', () => {
    expect(parsed('to=0000-01-02')).toMatchObject({ value: { from: '0000-01-01' } });
  });
});

describe('Idempotency-Key', () => {
  const keyHash = (header: string | undefined) => {
    const parsed = parseIdempotency(header, () => ({}));
    return parsed.ok ? parsed.value?.keyHash : parsed.error.param;
  };

  it('is the same quoted or bare', () => {
    expect(keyHash('"a-1"')).toBe(keyHash('a-1'));
    expect(keyHash('"a\\"b\\\\c"')).toBe(keyHash('a"b\\c'));
    expect(keyHash('a-1')).not.toBe(keyHash('a-2'));
  });

  it('may be absent', () => {
    expect(keyHash(undefined)).toBeUndefined();
  });

  it.each([
    '',
    '""',
    '"open',
    '"a"b',
    '"a";x=1',
    'ключ',
    'tab\there',
    'x'.repeat(256),
    `"${'x'.repeat(256)}"`,
  ])('is refused where it is malformed: %j', (header) => {
    expect(keyHash(header)).toBe('Idempotency-Key');
  });

  it('takes 255 characters', () => {
    expect(keyHash('x'.repeat(255))).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('canonical JSON', () => {
  it('is one text for equal values, in whatever order their fields came', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, field]) => [name, reversed(field)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('the id of a ledger entry', () => {
  const key = 'key_01kaj2vznq0h8c5d6e7f8g9hjk';

  it('reads back for its own key, and for no other', () => {
    expect(ledgerEntryNumber(key, ledgerEntryId(key, 12))).toBe(12);
    expect(ledgerEntryNumber('key_01kaj2vznq0h8c5d6e7f8g9hjm', ledgerEntryId(key, 12))).toBeUndefined();
    expect(ledgerEntryNumber(key, `${ledgerEntryId(key, 12)}x`)).toBeUndefined();
  });
});
