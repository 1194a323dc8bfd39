/** Jobs that something happens to while they are under way. */
import { sometimes } from '../../moments/sometimes.js';
import { ProviderRecord } from '../jobs/provider-record.js';
import type { Onlooker } from './onlooker.js';

export const jobMoments: Onlooker = (requests) => {
  const record = new ProviderRecord();
  const openSubmits = new Set<number>();
  return {
    observe(seen) {
      record.observe(seen, requests.seq);
      switch (seen.what) {
        case 'provider_called': {
          if (seen.kind !== 'submit') return;
          openSubmits.add(seen.call);
          const others = record.job(seen.jobId)?.submits.slice(0, -1) ?? [];
          if (others.some(({ called }) => called.provider === seen.provider))
            sometimes('submit-called-again');
          if (others.some(({ called }) => called.provider !== seen.provider))
            sometimes('job-took-another-route');
          return;
        }
        case 'provider_answered': {
          const { call, answer } = seen;
          const wasSubmit = openSubmits.delete(call);
          if (answer.kind === 'submit' && answer.answer.outcome === 'accepted' && !wasSubmit)
            sometimes('lost-submit-was-found');
          if (answer.kind === 'cancelled') sometimes('job-was-cancelled-at-its-provider');
          if (answer.kind === 'file' && !answer.isWhole) sometimes('result-broke-off-as-it-was-read');
          return;
        }
        case 'crashed':
          if (openSubmits.size > 0) sometimes('crash-during-submit-call');
          openSubmits.clear();
          return;
        case 'reloaded':
          if (seen.prices !== undefined && hasJobUnderWay(record)) sometimes('reload-met-job-under-way');
          return;
        case 'quiet':
          for (const { completed, failed, submits } of record.jobs) {
            const askedMs = submits[0]?.called.lengthMs ?? Number.POSITIVE_INFINITY;
            if (Math.max(...completed.keys()) > askedMs) sometimes('output-longer-than-asked-for');
            if (completed.size > 0 && failed.size > 0) sometimes('provider-contradicted-itself');
          }
      }
    },
  };
};

function hasJobUnderWay(record: ProviderRecord): boolean {
  return [...record.jobs].some(
    ({ takenBy, completed, failed }) => takenBy !== undefined && completed.size + failed.size === 0,
  );
}
