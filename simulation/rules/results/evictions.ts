/**
 * Which clips make room: of an account, the oldest.
 *
 * A start knows of a clip's age by the wall clock, and a disk that fails or a crash may leave a file of a
 * clip that has made room: after either, and once the clock has been stepped, any order may be seen.
 */
import { keptFiles } from '../facts/kept-image.js';
import type { Rule } from '../invariant.js';

/** A clip is kept so soon after it was read. */
const KEPT_WITHIN_MS = 1_000;
const DISTURBING: ReadonlySet<string> = new Set(['crashed', 'wall_stepped', 'files_failed', 'disk_failed']);

export const EVICTIONS: Rule = {
  name: 'evictions',
  says: 'Of the clips of an account that are kept, the oldest makes room first, also after a restart.',
  watch(_, report) {
    /** When the file of each job was last read in whole, in ms. */
    const readAt = new Map<string, number>();
    const opening = new Map<number, string>();
    let isDisturbed = false;
    return {
      observe(seen) {
        isDisturbed ||= DISTURBING.has(seen.what);
        if (seen.what === 'provider_called' && seen.kind === 'read') opening.set(seen.call, seen.jobId);
        if (seen.what !== 'provider_answered') return;
        const jobId = opening.get(seen.call);
        opening.delete(seen.call);
        if (jobId !== undefined && seen.answer.kind === 'file' && seen.answer.isWhole)
          readAt.set(jobId, seen.at);
      },
      disk(_records, _when, folder) {
        if (isDisturbed) return;
        const files = keptFiles(folder);
        const ageOf = (jobId: string) => readAt.get(jobId) ?? Number.NaN;
        for (const gone of files.filter(({ kind }) => kind === 'evicted')) {
          const older = files.find(
            ({ kind, account, jobId }) =>
              kind === 'clip' &&
              account === gone.account &&
              ageOf(jobId) + KEPT_WITHIN_MS < ageOf(gone.jobId),
          );
          if (older !== undefined)
            report(`${gone.jobId} made room, and ${older.jobId}, which is of its account and older, did not`);
        }
      },
    };
  },
};
