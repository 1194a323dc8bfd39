/** Amounts as they may come and go in JSON. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, OPERATOR_KEY, type StartGateway, type TollgateClient } from '../support/client.js';
import { expectError, numberIn } from '../support/expected-answers.js';

/** @param some which cases of a list to run */
export function describeAmounts(start: StartGateway, some: <C>(cases: readonly C[]) => readonly C[]): void {
  describe('amounts', () => {
    let node: TollgateClient;

    beforeAll(async () => {
      node = await start();
    });

    test.each(
      some([
        ['0', '0'],
        ['7', '7'],
        ['1.5', '1.5'],
        ['1.10', '1.1'],
        ['0.1', '0.1'],
        ['0.000001', '0.000001'],
        ['123456.789012', '123456.789012'],
        ['1e2', '100'],
        ['1.5E+3', '1500'],
        ['1e-6', '0.000001'],
        ['1000000e-6', '1'],
        ['1.000000000', '1'],
        ['0.1000000000000000055511151231257827', '0.1'],
        ['1000000000', '1000000000'],
        ['1e9', '1000000000'],
        ['999999999.999999', '999999999.999999'],
        ['"7"', '7'],
        ['"1.5"', '1.5'],
        ['"1.500000"', '1.5'],
        ['"0.000001"', '0.000001'],
        ['"999999999.999999"', '999999999.999999'],
        ['"1000000000"', '1000000000'],
      ]),
    )('an amount sent as %s is %s DA, and printed so everywhere', async (sent, printed) => {
      const created = await createWithCredits(node, sent);
      expect(created.status, created.text).toBe(201);
      expect(numberIn(created, 'balance')).toBe(printed);
      const inMicroDa = String(BigInt(printed.replace(/^(\d+)\.?(\d*)$/, (_, w, f) => w + f.padEnd(6, '0'))));
      expect(created.headers['x-balance-available']).toBe(inMicroDa);
      const credits = await node.call('GET', '/v1/credits', { key: created.json.key });
      expect(numberIn(credits, 'balance')).toBe(printed);
      expect(numberIn(credits, 'total_credits')).toBe(printed);
      expect(credits.headers['x-balance-available']).toBe(inMicroDa);
    });

    test.each(
      some([
        ['0.0000001'],
        ['1.0000001'],
        ['1e-7'],
        ['0.30000000000000004'],
        ['"0.0000001"'],
        ['-1'],
        ['"-1"'],
        ['"+1"'],
        ['"1e2"'],
        ['"1E-6"'],
        ['"0x10"'],
        ['"1,5"'],
        ['"1 "'],
        ['""'],
        ['"NaN"'],
        ['"Infinity"'],
        ['"\uff11"'],
        ['true'],
        ['[1]'],
        ['{"da":1}'],
        ['1000000000.000001'],
        ['"1000000000.000001"'],
        ['1e10'],
        ['1e21'],
        ['1e400'],
        ['"99999999999999999999999999999999"'],
      ]),
    )('an amount sent as %s is refused', async (sent) => {
      expectError(await createWithCredits(node, sent), 400, 'invalid_request', 'credits');
      const key = await node.createKey({ credits: 1 });
      const added = await node.call('POST', `/api/keys/${key.id}/credits`, {
        key: OPERATOR_KEY,
        body: `{"amount":${sent},"reference":"refused"}`,
        headers: { 'content-type': 'application/json' },
      });
      expectError(added, 400, 'invalid_request', 'amount');
      expect((await node.call('GET', '/v1/credits', { key: key.key })).json.balance).toBe(1);
    });
  });
}

function createWithCredits(node: TollgateClient, text: string): Promise<Answer> {
  return node.call('POST', '/api/keys', {
    key: OPERATOR_KEY,
    body: `{"rate_limit_rpm":1000,"credits":${text}}`,
    headers: { 'content-type': 'application/json' },
  });
}
