/** Jobs that something happens to while they are under way. */
import { sometimes } from '../../moments/sometimes.js';
import { ProviderRecord } from '../jobs/provider-record.js';
import type { Onlooker } from './onlooker.js';

export const jobMoments: Onlooker = (requests) => {
  const record = new ProviderRecord();
  return {
    observe(seen) {
      record.observe(seen, requests.seq);
      if (seen.what !== 'reloaded' || seen.outcome !== 'applied' || seen.prices === undefined) return;
      for (const { takenBy, completed, failed } of record.jobs) {
        if (takenBy !== undefined && completed.size + failed.size === 0)
          sometimes('reload-met-job-under-way');
      }
    },
  };
};
