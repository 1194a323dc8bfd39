import { expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { listAccounts } from '../../../src/actors/across-accounts/operator-lists.js';
import { BY_THE_NODE } from '../../../src/actors/audit/audit-trail.js';
import { IdMaker } from '../../../src/actors/storage/ids.js';
import { ACCOUNTS, ActorsUnderTest } from '../actors-under-test.js';

it('an account made after time had gone back over a boot is the first of the list all the same', async () => {
  const under = await ActorsUnderTest.open();
  const hourLater = new VirtualWorld({ steadyMs: under.world.steadyMs() + 3_600_000 });
  const before = new IdMaker(hourLater).next('account');
  const after = new IdMaker(under.world, before).next('account');
  for (const id of [before, after]) {
    under.askAccount(id, { type: 'create', by: BY_THE_NODE, name: id, isVerified: true, createdAt: 0 });
    await under.world.advance(1);
  }
  const pages = ['', before].map((from) =>
    listAccounts(under.store, { limit: 2, after: from === '' ? undefined : from }).items.map(({ id }) => id),
  );
  expect(pages).toEqual([[after, before], [...ACCOUNTS].reverse()]);
});
