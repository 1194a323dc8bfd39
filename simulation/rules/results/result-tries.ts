/** Results that no waiting mends: they are gone, or nobody may read them there. */
import type { Rule } from '../invariant.js';

const TRIES_MAX = 3;

export const RESULT_TRIES: Rule = {
  name: 'result-tries',
  says: 'A job whose result no waiting mends fails after three tries to read it at most.',
  watch: (_, report) => {
    /** The jobs of the reads under way, by the call. */
    const open = new Map<number, string>();
    /** By job, in the life of this process. */
    const inVain = new Map<string, number>();
    const read = new Set<string>();
    return {
      observe(seen) {
        if (seen.what === 'starting') inVain.clear();
        if (seen.what === 'provider_called' && seen.kind === 'read') open.set(seen.call, seen.jobId);
        if (seen.what !== 'provider_answered') return;
        const { answer, call } = seen;
        const jobId = open.get(call);
        open.delete(call);
        if (jobId === undefined || read.has(jobId)) return;
        // Clients may fetch it from now on.
        if (answer.kind === 'file' && answer.isWhole && answer.lengthMs !== undefined) read.add(jobId);
        if (answer.kind !== 'gone' && answer.kind !== 'forbidden') return;
        const tries = (inVain.get(jobId) ?? 0) + 1;
        inVain.set(jobId, tries);
        if (tries > TRIES_MAX)
          report(`the result of ${jobId} is tried ${tries} times, and no waiting mends it`);
      },
    };
  },
};
