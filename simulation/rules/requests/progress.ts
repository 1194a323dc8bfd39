/** The progress that clients are shown of a job: what its provider reported, no guess. */
import type { ProviderState } from '../../../src/providers/provider.js';
import { bodyOf, isObject, type JsonObject } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

export const PROGRESS: Rule = {
  name: 'progress',
  says: 'The progress shown of a job is one that a provider reported of it, in whole per cent from 0 to 100, rounded down.',
  watch(setup, report) {
    /** The job that each call of a provider is about. */
    const calls = new Map<number, string>();
    const reported = new Map<string, Set<number>>();
    const note = (jobId: string, state: ProviderState): void => {
      if (state.state !== 'in_progress' || state.progress === undefined) return;
      const ofJob = reported.get(jobId) ?? new Set();
      reported.set(jobId, ofJob.add(Math.floor(Math.min(Math.max(state.progress, 0), 100))));
    };
    const check = (request: number, { id, progress }: JsonObject): void => {
      if (
        progress === undefined ||
        setup.providersAreSeen === false ||
        reported.get(String(id))?.has(Number(progress))
      )
        return;
      report(
        `request ${request}, job ${String(id)}: progress ${String(progress)} was reported by no provider`,
      );
    };
    return {
      observe(seen, exchange) {
        if (seen.what === 'provider_called') calls.set(seen.call, seen.jobId);
        if (seen.what === 'provider_answered') {
          const jobId = calls.get(seen.call) ?? '';
          calls.delete(seen.call);
          if (seen.answer.kind === 'state') note(jobId, seen.answer.state);
          if (seen.answer.kind === 'submit' && seen.answer.answer.outcome === 'accepted') {
            note(jobId, seen.answer.answer.state);
          }
        }
        if (seen.what !== 'answered' || seen.status !== 200 || exchange?.answer === undefined) return;
        const { op } = exchange.sent.call;
        const body = bodyOf(exchange.answer);
        if (op === 'poll' && body !== undefined) check(seen.request, body);
        if (op === 'list_jobs' && Array.isArray(body?.data)) {
          for (const job of body.data) if (isObject(job)) check(seen.request, job);
        }
      },
    };
  },
};
