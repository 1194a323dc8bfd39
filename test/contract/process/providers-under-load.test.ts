import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runProviders } from '../../../bench/sections/providers/provider-run.js';
import { isLong } from '../../test-set.js';
import { cleanUp, freshFolder, MAIN } from '../support/harness.js';

afterAll(cleanUp);

/** `npm run bench -- providers` is the same with 50,000 jobs and eight providers. */
test.runIf(isLong)(
  '400 jobs for a sound provider and a slow one settle right through a kill -9',
  async () => {
    const plan = {
      count: 400,
      perSecond: 100,
      kills: 1,
      watchedOneOf: 4,
      tempers: ['healthy', 'slow'],
    } as const;
    const { jobs, kills, wrongs } = await runProviders(
      MAIN,
      join(await freshFolder(), 'run'),
      plan,
      () => {},
    );
    expect(wrongs).toEqual([]);
    expect(kills).toHaveLength(1);
    // The others were being submitted at the kill.
    expect(jobs.filter(({ settled }) => settled?.status === 'completed').length).toBeGreaterThan(200);
  },
);
