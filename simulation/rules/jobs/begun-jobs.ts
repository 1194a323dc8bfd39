/** A job that its provider has begun is shown so. */
import { DiskTrouble } from '../facts/disk-trouble.js';
import { newsMsMax } from '../facts/options.js';
import type { Rule } from '../invariant.js';
import { jobClaims } from './job-claims.js';

/** An answer that takes longer may be one that the node waited for no more. */
const SURELY_HEARD_MS = 4_900;

export const BEGUN_JOBS: Rule = {
  name: 'begun-jobs',
  says: 'A job of which a poll heard that its provider works on it is shown as in_progress from then on, or as over.',
  watch(setup, report) {
    const soonMs = setup.settings.gateTimeLimitMs + newsMsMax(setup);
    const trouble = new DiskTrouble();
    const polls = new Map<number, { readonly jobId: string; readonly at: number }>();
    /** When this process heard of it, in ms, by job. */
    const begunAt = new Map<string, number>();
    return {
      observe(seen, exchange) {
        trouble.observe(seen);
        switch (seen.what) {
          case 'crashed':
          case 'stopping':
            polls.clear();
            begunAt.clear();
            return;
          case 'provider_called':
            if (seen.kind === 'poll') polls.set(seen.call, seen);
            return;
          case 'provider_answered': {
            const { answer, call, at } = seen;
            const poll = polls.get(call);
            polls.delete(call);
            if (poll === undefined || answer.kind !== 'state' || answer.state.state !== 'in_progress') return;
            const isHeard = at - poll.at < SURELY_HEARD_MS && !trouble.isOnAt(at);
            if (isHeard && !begunAt.has(poll.jobId)) begunAt.set(poll.jobId, at);
            return;
          }
          case 'answered':
            for (const { jobId, status } of jobClaims(seen, exchange)) {
              const from = begunAt.get(jobId);
              const askedAt = exchange?.sent.at ?? 0;
              if (status !== 'pending' || from === undefined || trouble.isOnAt(askedAt)) continue;
              if (askedAt > Math.max(from, trouble.until) + soonMs)
                report(
                  `request ${seen.request}: ${jobId} is pending, and its provider said ${askedAt - from} ms ago that it has begun`,
                );
            }
        }
      },
    };
  },
};
