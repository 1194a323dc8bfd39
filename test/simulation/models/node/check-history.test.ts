import { describe, expect, it } from 'vitest';
import { generateNodeHistory } from '../../../../simulation/history/generate.js';
import { generateLoad } from '../../../../simulation/history/generate-load.js';
import { FAULT_LEVELS } from '../../../../simulation/model.js';
import { checkNodeHistory } from '../../../../simulation/models/node/check-history.js';
import { referenceHistory } from './reference-history.js';

describe('the check of a history of a node', () => {
  it.each(FAULT_LEVELS)('takes what is generated with faults %s', (faults) => {
    for (let seed = 1; seed <= 100; seed++) {
      const history = JSON.parse(JSON.stringify(generateNodeHistory(seed, faults)));
      expect(checkNodeHistory(history)).toBeUndefined();
    }
    const load = generateLoad(1, { keys: 3, requestsPerSecond: 5, jobsPerSecond: 1, minutes: 1, faults });
    expect(checkNodeHistory(load)).toBeUndefined();
  });

  it.each([
    ['"do":"request"', '"do":"dance"', /^step \d+: do: /],
    ['"op":"submit"', '"op":"fly"', /^step \d+: call\.op: /],
    ['"bodyAfterMs":0', '"bodyAfterMs":-5', /^step \d+: bodyAfterMs: /],
    ['"provider":"idempotent"', '"provider":"moody"', /^setup\.models\.0\.provider: /],
    ['"rpm":1000', '"rpm":null', /^setup\.keys\.0\.rpm: /],
  ])('names where %s became %s', (text, other, where) => {
    const written = JSON.stringify(referenceHistory());
    expect(written).toContain(text);
    expect(checkNodeHistory(JSON.parse(written.replace(text, other)))).toMatch(where);
  });
});
