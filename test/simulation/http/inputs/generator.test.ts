import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../../simulation/http/api-description.js';
import { readEntries } from '../../../../simulation/http/corpus.js';
import { generateInput } from '../../../../simulation/http/inputs/generator.js';
import { printPlan } from '../../../../simulation/http/inputs/request-plan.js';
import { validRequest } from '../../../../simulation/http/inputs/valid-request.js';
import { type HttpInput, INPUT_BYTES_MAX } from '../../../../simulation/http/wire/http-input.js';
import { readRequests } from '../../../../simulation/http/wire/request-reader.js';
import { Random } from '../../../../simulation/world/random.js';
import { openApiDocument } from '../../../../src/http/openapi/openapi.js';
import { operations } from '../../../../src/http/operations/index.js';

const description = readDescription(JSON.parse(JSON.stringify(openApiDocument(operations, '1'))));
const facts = { description, models: ['sim/video', 'sim/video-instant'] };
const corpus = readEntries('test/simulation/http/corpus');

function inputs(seed: number, count: number): readonly HttpInput[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, run) => generateInput(random.fork(run), facts, corpus));
}

describe('inputs', () => {
  it('follow from the seed', () => {
    expect(inputs(7, 500)).toEqual(inputs(7, 500));
    expect(inputs(7, 500)).not.toEqual(inputs(8, 500));
  });

  it('are bytes of bounded length, delivered in segments that are in order', () => {
    for (const { bytes, delivery } of inputs(1, 1_000)) {
      expect(bytes.length).toBeLessThanOrEqual(INPUT_BYTES_MAX);
      expect(Buffer.from(bytes, 'latin1').toString('latin1')).toBe(bytes);
      expect([...delivery.cuts].sort((a, b) => a - b)).toEqual(delivery.cuts);
    }
  });

  it('hold sound requests of every operation, malformed ones, odd ones and beginnings', () => {
    const streams = inputs(1, 4_000).map(({ bytes }) => readRequests(bytes));
    expect(new Set(streams.map(({ rest }) => rest))).toEqual(
      new Set(['nothing', 'malformed', 'odd', 'beginning']),
    );
    const methods = new Set(streams.flatMap(({ requests }) => requests.map(({ method }) => method)));
    for (const { method } of description.operations) expect(methods).toContain(method);
    expect(streams.filter(({ requests }) => requests.length > 1).length).toBeGreaterThan(100);
  });

  it('are sound requests before they are changed', () => {
    for (const operation of description.operations) {
      for (let seed = 0; seed < 50; seed++) {
        const plan = validRequest(new Random(seed), facts, operation);
        const { requests, rest } = readRequests(printPlan(plan));
        expect(requests, printPlan(plan)).toMatchObject([{ method: operation.method, isWhole: true }]);
        expect(rest).toBe('nothing');
      }
    }
  });
});
