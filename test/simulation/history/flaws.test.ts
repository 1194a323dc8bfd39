import { describe, expect, it } from 'vitest';
import { escaped, escapedString } from '../../../simulation/history/edges/flaws/escapes.js';
import { generateFlaws } from '../../../simulation/history/edges/flaws/generate-flaws.js';
import { Random } from '../../../simulation/world/random.js';
import { readJson } from '../../../src/http/request/json-text.js';

describe('another spelling', () => {
  it.each(['{"a":"b","c":[1,{"d:,":"\\"e\\\\"}]}', '{"model":"sim/video","prompt":"é 🎬 \\n\\ud83c"}', '[]'])(
    'of %s is the same JSON',
    (json) => {
      expect(JSON.parse(escaped(json))).toEqual(JSON.parse(json));
      expect(escaped(json) === json).toBe(json === '[]');
    },
  );

  it('escapes the first character of each name', () => {
    expect(escapedString('role')).toBe('"\\u0072ol\\u0065"');
  });
});

describe('requests that are wrong in one place', () => {
  const calls = Array.from({ length: 200 }, (_, seed) =>
    generateFlaws(new Random(seed), { payments: {}, durationMs: 1_000 }),
  )
    .flat()
    .flatMap((step) => (step.do === 'request' && step.call.op === 'flawed' ? [step.call] : []));

  it('have JSON for their body unless they are refused for what is none', () => {
    const bodies = calls.filter(({ body, contentType }) => body !== undefined && contentType === undefined);
    expect(bodies.length).toBeGreaterThan(200);
    for (const { body, code } of bodies)
      expect([body, readJson(Buffer.from(body ?? '')).ok]).toEqual([body, code !== 'invalid_json']);
  });

  it('come one behind the other for the same reason in different places', () => {
    const pairs = calls.filter(({ path, param }, n) => {
      const before = calls[n - 1];
      return before?.path === path && before.param?.length === param?.length && before.param !== param;
    });
    expect(pairs.length).toBeGreaterThan(20);
  });
});
