/**
 * Until when the submit of a job may be repeated: the provider of its route counts from the first one there,
 * and the gateway from when the job took the route, which is before.
 */
import type { StoreReader } from '../../../../src/store/store.js';
import { providerKind } from '../../../history/provider-kinds.js';
import { type JobRecord, TableImage } from '../../facts/disk-image.js';
import type { Requests } from '../../facts/requests.js';
import { SteadyDoubt } from '../../facts/steady-doubt.js';
import type { Rule } from '../../invariant.js';
import { ProviderRecord } from '../provider-record.js';

/** By how much the node's clock may be ahead of true time, as one job tells, in ms. */
interface Ahead {
  readonly jobId: string;
  readonly least: number;
  readonly most: number;
}

export const REPEAT_LIMITS: Rule = {
  name: 'repeat-limits',
  says: 'A submit may be repeated for as long as the provider of its route promises, from the time at which the job took the route; no repeat puts that off.',
  watch(setup, report, requests) {
    const doubt = new SteadyDoubt();
    const record = new ProviderRecord();
    const jobs = new TableImage<JobRecord>('jobs');
    const models = new Map(setup.models.map((model) => [model.id, model]));
    return {
      observe(seen) {
        doubt.observe(seen);
        record.observe(seen, requests.seq);
      },
      disk(records: StoreReader) {
        const onDisk = [...jobs.read(records)].filter(([, { model }]) => models.has(model));
        for (const [jobId, { provider, repeatUntil }] of onDisk) {
          const isBounded = providerKind(provider)?.idempotentForMs !== undefined;
          if (isBounded !== (repeatUntil !== undefined))
            report(
              `on disk, ${jobId} is at ${provider}, and may be repeated ${repeatUntil === undefined ? 'for ever' : 'for a while'}`,
            );
        }
        const all = onDisk.flatMap(([jobId, job]) => {
          const hasOne = models.get(job.model)?.fallbacks === undefined;
          return aheadOf(jobId, job, hasOne, { record, requests, doubt });
        });
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

interface Seen {
  readonly record: ProviderRecord;
  readonly requests: Requests;
  readonly doubt: SteadyDoubt;
}

/** @param hasOne its model has one route, which it has by the answer to its client */
function aheadOf(
  jobId: string,
  { provider, repeatUntil }: JobRecord,
  hasOne: boolean,
  { record, requests, doubt }: Seen,
): readonly Ahead[] {
  const submit = requests.job(jobId)?.submit;
  const keptMs = providerKind(provider)?.idempotentForMs;
  if (repeatUntil === undefined || keptMs === undefined || submit?.answer === undefined) return [];
  if (submit.answer.headers['idempotent-replayed'] !== undefined) return [];
  const slackMs = doubt.slackSince(submit.sent.at);
  const atZero = repeatUntil - keptMs;
  const submits = record.job(jobId)?.submits ?? [];
  const calledAt = submits.find(({ called }) => called.provider === provider)?.called.at;
  const elsewhere = submits.filter(({ called }) => called.provider !== provider).at(-1);
  const takenFrom = elsewhere?.called.at ?? submit.bodyAt ?? submit.sent.at;
  const takenBy = hasOne ? submit.answer.at : (calledAt ?? Number.POSITIVE_INFINITY);
  return [{ jobId, least: atZero - takenBy - slackMs, most: atZero - takenFrom + slackMs }];
}
