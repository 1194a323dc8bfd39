import { expect, it } from 'vitest';
import { activityOf, addToActivity } from '../../../src/actors/jobs/activity.js';
import { KEY_CREDIT_MAX_MICRO_DA } from '../../../src/money/micro-da.js';
import { MemoryStore } from '../../../src/store/memory/memory-store.js';
import type { Table, Write } from '../../../src/store/store.js';

it('adds up exactly what keys of an account spend together, beyond what a JSON number can hold', async () => {
  const store = new MemoryStore();
  for (let n = 0; n < 12; n++) {
    const writes: Write[] = [];
    const turn = {
      get: (table: Table, key: string) => store.get(table, key),
      put: (table: Table, key: string, value: string) => void writes.push({ table, key, value }),
    };
    const work = { day: '2026-11-01', model: 'm', provider: 'p', outcome: 'completed' as const };
    const cost = KEY_CREDIT_MAX_MICRO_DA;
    addToActivity(turn, 'acct_1', `key_${n}`, {
      ...work,
      outputMs: 1,
      promptTokens: 0,
      completionTokens: 0,
      cost,
    });
    await store.commit(writes);
  }
  const [ofAccount] = activityOf(store, 'account_activity', 'acct_1', '2026-11-01', '2026-11-01');
  expect(ofAccount).toMatchObject({ completed: 12, cost: 12n * 10n ** 15n });
  const [ofKey] = activityOf(store, 'activity', 'key_3', '2026-11-01', '2026-11-01');
  expect(ofKey?.cost).toBe(10n ** 15n);
});
