/**
 * Which clips make room: the oldest of the account that holds most, of those whose oldest is old enough.
 *
 * A clip that was read of late may be in the folder, and not yet in the store's own account. A start knows of
 * a clip's age by the wall clock, and a disk that fails or a crash may leave a file of a clip that has made
 * room: after either, and once the clock has been stepped, any order may be seen.
 */
import type { ResultsChanged } from '../../history/observation.js';
import { keptFiles } from '../facts/kept-image.js';
import type { Rule } from '../invariant.js';

/** A clip is kept so soon after it was read. */
const KEPT_WITHIN_MS = 1_000;
const DISTURBING: ReadonlySet<string> = new Set(['crashed', 'wall_stepped', 'files_failed', 'disk_failed']);

export const EVICTIONS: Rule = {
  name: 'evictions',
  says: 'The clips that are kept of the account that holds most make room first, and of an account the oldest, also after a restart; the folder says so before a clip goes.',
  watch({ settings }, report) {
    /** When the file of each job was last read in whole, in ms. */
    const readAt = new Map<string, number>();
    const opening = new Map<number, string>();
    let isDisturbed = false;
    /** Jobs whose clips have been there. */
    const wasThere = new Set<string>();

    /** Without the word, a clip that is gone is damage. */
    const checkWord = ({ madeRoom, clips = [] }: ResultsChanged): void => {
      const jobs = clips.map(({ jobId }) => jobId);
      if (madeRoom !== undefined && wasThere.has(madeRoom) && !jobs.includes(madeRoom))
        report(`the clip of ${madeRoom} was removed before the folder said that it made room`);
      for (const jobId of jobs) wasThere.add(jobId);
    };

    const checkAccount = ({ at, madeRoom, clips = [] }: ResultsChanged & { readonly at: number }): void => {
      const own = clips.find(({ jobId }) => jobId === madeRoom)?.account;
      if (own === undefined) return;
      const readBefore = (time: number) => clips.filter(({ jobId }) => (readAt.get(jobId) ?? at) < time);
      const ofAccount = (some: typeof clips, account: string) =>
        some.reduce((sum, clip) => (clip.account === account ? sum + clip.bytes : sum), 0);
      const held = ofAccount(clips, own);
      const kept = readBefore(at - KEPT_WITHIN_MS);
      const more = readBefore(at - KEPT_WITHIN_MS - (settings.kept?.keptMsMin ?? 0)).find(
        ({ account }) => account !== own && ofAccount(kept, account) > held,
      );
      if (more !== undefined)
        report(`${madeRoom} made room, and ${own} held ${held} bytes with it, less than ${more.account}`);
    };

    return {
      observe(seen) {
        isDisturbed ||= DISTURBING.has(seen.what);
        if (seen.what === 'provider_called' && seen.kind === 'read') opening.set(seen.call, seen.jobId);
        if (seen.what === 'results_changed') {
          checkWord(seen);
          if (!isDisturbed) checkAccount(seen);
        }
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
