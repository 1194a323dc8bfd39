import { describe, expect, it } from 'vitest';
import { ProviderRecord } from '../../../../simulation/rules/jobs/provider-record.js';

describe('the record of calls about a job', () => {
  const call = { what: 'provider_called', at: 5, call: 1, provider: 'lookup', model: 'm', jobId: 'video_1' };

  it.each([
    ['submit', 7],
    ['find', 7],
    ['cancel', 0],
  ] as const)('tells from which place on it may be settled, if the first is a %s', (kind, seq) => {
    const record = new ProviderRecord();
    record.observe({ ...call, what: 'provider_called', kind }, 7);
    expect(record.job('video_1')?.firstCallSeq).toBe(seq);
  });
});
