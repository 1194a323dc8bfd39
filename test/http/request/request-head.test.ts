import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/http/exchange.js';
import { HeadReader, whyMalformed } from '../../../src/http/request/request-head.js';

function flawOf(...fields: readonly (readonly [name: string, value: string])[]): string | undefined {
  const all = [['host', 'gateway.test'] as const, ...fields];
  const eachField: Exchange['eachField'] = (visit) => {
    for (const [name, value] of all) visit(name, value);
  };
  const head = new HeadReader([]).read({ eachField } as Exchange);
  return whyMalformed(head, '/v1/videos', '');
}

describe('the framing of a body', () => {
  it.each([
    ['nothing', []],
    ['a length', [['content-length', '5']]],
    ['chunks', [['transfer-encoding', 'Chunked']]],
  ] as const)('may be told by %s', (_what, fields) => {
    expect(flawOf(...fields)).toBeUndefined();
  });

  it.each([
    [
      'two lengths',
      [
        ['content-length', '5'],
        ['content-length', '5'],
      ],
    ],
    [
      'an empty length beside another',
      [
        ['content-length', ''],
        ['content-length', '5'],
      ],
    ],
    [
      'length and coding',
      [
        ['content-length', '5'],
        ['transfer-encoding', 'chunked'],
      ],
    ],
    ['another coding', [['transfer-encoding', 'gzip, chunked']]],
    ['an empty coding', [['transfer-encoding', '']]],
    [
      'two codings',
      [
        ['transfer-encoding', 'chunked'],
        ['transfer-encoding', 'chunked'],
      ],
    ],
    [
      'an empty coding before another',
      [
        ['transfer-encoding', ''],
        ['transfer-encoding', 'chunked'],
      ],
    ],
    [
      'an empty coding behind another',
      [
        ['transfer-encoding', 'chunked'],
        ['transfer-encoding', ''],
      ],
    ],
  ] as const)('is not told by %s', (_what, fields) => {
    expect(flawOf(...fields)).toEqual(expect.any(String));
  });
});
