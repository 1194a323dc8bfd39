import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RequestId } from '../../../src/http/request/request-ids.js';
import { AnswerHeads } from '../../../src/http/response/answer-heads.js';

const answer = fc.record({
  status: fc.constantFrom(200, 429),
  prefix: fc.constantFrom('req_00', 'req_ff'),
  number: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  limitRpm: fc.constantFrom(1, 60, 1_000_000),
  remaining: fc.nat({ max: 1_000_000 }),
  // Clocks before 1970, before 2001, now, and after 2038; often the same twice.
  resetsAt: fc.oneof(
    fc.constantFrom(-7, 0, 999_999_999, 1_000_000_000, 2 ** 31 - 1, 2 ** 31),
    fc.integer({ min: 1_795_219_200, max: 1_795_219_260 }),
  ),
});

it('writes what each answer has, whatever the one before had', () => {
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1, maxLength: 30, size: 'max' }), (answers) => {
      const heads = new AnswerHeads();
      for (const { status, prefix, number, limitRpm, remaining, resetsAt } of answers) {
        const head = heads
          .json(status)
          .begin(new RequestId(prefix, number), limitRpm, remaining, resetsAt)
          .text('\r\nAllow: GET');
        expect(Buffer.from(head.bytes()).toString('latin1')).toBe(
          [
            status === 200 ? '200 OK' : '429 Too Many Requests',
            'Content-Type: application/json',
            'Cache-Control: no-store',
            `X-Request-Id: ${prefix}${(number >>> 0).toString(16).padStart(8, '0')}`,
            `X-RateLimit-Limit-RPM: ${limitRpm}`,
            `X-RateLimit-Reset: ${resetsAt}`,
            `X-RateLimit-Remaining-RPM: ${remaining}`,
            'Allow: GET',
          ].join('\r\n'),
        );
      }
    }),
  );
});
