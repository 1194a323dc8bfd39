import { expect, it } from 'vitest';
import type { ObservedRequest } from '../../../src/http/monitoring/request-observer.js';
import { RequestId } from '../../../src/http/request/request-ids.js';
import { RequestLog } from '../../../src/node/logging/request-log.js';

function logOf(share: number) {
  const lines: object[] = [];
  let now = 0;
  const log = new RequestLog({ info: (line: object) => lines.push(line) } as never, share, () => now);
  const request = (number: number, parts: Partial<ObservedRequest> = {}): ObservedRequest => ({
    requestId: new RequestId('req_x', number),
    method: 'GET',
    route: '/v1/credits',
    keyId: 'key_1',
    ...parts,
  });
  const pass = (ms: number) => {
    now += ms;
  };
  return { lines, log, request, pass };
}

it('a request is logged by its id, route, status, time and the id of its key', () => {
  const { lines, log, request, pass } = logOf(1);
  const one = request(-1);
  log.began(one);
  pass(12.34567);
  log.answered(one, 202);
  const base = { method: 'GET', route: '/v1/credits', keyId: 'key_1' };
  expect(lines).toEqual([{ ...base, requestId: 'req_xffffffff', status: 202, ms: 12.346 }]);
});

it('a request whose client went away is logged as aborted, and a method that a client made up not at all', () => {
  const { lines, log, request } = logOf(1);
  const one = request(1, { method: 'SECRET-METHOD', keyId: undefined });
  log.began(one);
  log.abandoned(one);
  expect(lines).toMatchObject([{ method: 'other', aborted: true }]);
});

it('a share of the requests is logged, picked by their numbers, which are spread evenly', () => {
  const { lines, log, request } = logOf(0.25);
  for (let n = 0; n < 1_000; n++) {
    const one = request(Math.imul(n, 0x9e3779b1));
    log.began(one);
    log.answered(one, 200);
  }
  expect(lines.length).toBeGreaterThan(240);
  expect(lines.length).toBeLessThan(260);
});
