/** Until when the submit of a job may be repeated: its provider counts from the first one. */
import type { StoreReader } from '../../../../src/store/store.js';
import { providerKind } from '../../../history/provider-kinds.js';
import { type JobRecord, TableImage } from '../../facts/disk-image.js';
import type { Requests } from '../../facts/requests.js';
import { SteadyDoubt } from '../../facts/steady-doubt.js';
import type { Rule } from '../../invariant.js';

/** By how much the node's clock may be ahead of true time, as one job tells, in ms. */
interface Ahead {
  readonly jobId: string;
  readonly least: number;
  readonly most: number;
}

export const REPEAT_LIMITS: Rule = {
  name: 'repeat-limits',
  says: 'A submit may be repeated for as long as its provider promises, from the time at which the job was made; no repeat puts that off.',
  watch(setup, report, requests) {
    const doubt = new SteadyDoubt();
    const jobs = new TableImage<JobRecord>('jobs');
    /** Jobs of these have one route, whose provider promises something. */
    const promised = new Map(
      setup.models.flatMap(({ id, provider, fallbacks = [] }) => {
        const keptMs = providerKind(provider)?.idempotentForMs;
        return keptMs === undefined || fallbacks.length > 0 ? [] : [[id, keptMs] as const];
      }),
    );
    return {
      observe: (seen) => doubt.observe(seen),
      disk(records: StoreReader) {
        const all = [...jobs.read(records)].flatMap(([jobId, job]) =>
          aheadOf(jobId, job, promised.get(job.model), requests, doubt),
        );
        const least = all.reduce((one, other) => (other.most < one.most ? other : one), all[0] ?? NONE);
        for (const { jobId, least: from } of all)
          if (from > least.most)
            report(
              `on disk, ${jobId} may be repeated for ${from - least.most} ms longer than ${least.jobId} may`,
            );
      },
    };
  },
};

const NONE: Ahead = { jobId: '', least: 0, most: 0 };

function aheadOf(
  jobId: string,
  { repeatUntil }: JobRecord,
  keptMs: number | undefined,
  requests: Requests,
  doubt: SteadyDoubt,
): readonly Ahead[] {
  const submit = requests.job(jobId)?.submit;
  if (repeatUntil === undefined || keptMs === undefined || submit?.answer === undefined) return [];
  if (submit.answer.headers['idempotent-replayed'] !== undefined) return [];
  const slackMs = doubt.slackSince(submit.sent.at);
  const atZero = repeatUntil - keptMs;
  return [
    {
      jobId,
      least: atZero - submit.answer.at - slackMs,
      most: atZero - (submit.bodyAt ?? submit.sent.at) + slackMs,
    },
  ];
}
