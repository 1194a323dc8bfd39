/** The page of one job, and the form by which an operator ends it. */
import type { VideoJobState } from '../../../../actors/jobs/video-job-messages.js';
import { readDeadline } from '../../../../actors/jobs/video-job-records.js';
import { asked } from '../../../../actors/partition.js';
import { mayReadContent, mayUse } from '../../../../actors/people/rights.js';
import { unixSeconds, type WallMs } from '../../../../time/clock.js';
import type { GatewayDeps } from '../../../operation.js';
import { FAIL_JOB_REQUEST } from '../../../schemas/management-requests.js';
import { parseInput } from '../../../schemas/parse-input.js';
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { looksAgain } from '../requests/look-again.js';
import { byOf } from '../requests/rights.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { clipStateOf } from './clip.js';
import { findJob } from './find-job.js';
import { contentOf } from './job-content.js';
import { JobPage } from './job-page.js';
import type { JobNow } from './job-steps.js';

export const showJob: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    const job = findJob(request.signedIn, request.rest, deps);
    return job === undefined ? showTrouble(request, 'notFound') : jobPage(request, job, deps);
  },
  async post(request, form, { deps }) {
    const job = findJob(request.signedIn, request.rest, deps);
    if (job === undefined) return showTrouble(request, 'notFound');
    if (request.signedIn.role !== 'operator') return showTrouble(request, 'notYours');
    const parsed = parseInput(FAIL_JOB_REQUEST, { reason: (form.get('reason') ?? '').trim() });
    if (!parsed.ok) return jobPage(request, job, deps, form.get('reason') ?? '');
    const message = { type: 'end', by: byOf(request), reason: parsed.value.reason } as const;
    const outcome = await asked(deps, deps.videoJob, job.id, message);
    return outcome.ok ? goTo(`/jobs/${job.id}`) : showTrouble(request, 'unavailable');
  },
};

async function jobPage(
  request: SignedInRequest,
  job: VideoJobState,
  deps: GatewayDeps,
  wrongReason?: string,
): Promise<PageAnswer> {
  const { signedIn, query, signal } = request;
  const isOperator = signedIn.role === 'operator';
  const key = deps.system.view(deps.apiKey, job.key);
  const page = (
    <JobPage
      job={job}
      keyName={key?.name ?? null}
      content={contentOf(signedIn, job, deps)}
      now={nowOf(job, isOperator, deps)}
      clip={mayReadContent(signedIn, job.account) ? await clipStateOf(job, deps, signal) : undefined}
      mayFail={isOperator}
      maySubmit={key !== undefined && !key.isRevoked && mayUse(signedIn, key)}
      wrongReason={wrongReason}
      refresh={job.settled === null ? looksAgain(`/jobs/${job.id}`, query) : undefined}
    />
  );
  return show(request, page, { status: wrongReason === undefined ? 200 : 400 });
}

function nowOf(
  job: VideoJobState,
  isOperator: boolean,
  { jobs, results, system, world }: GatewayDeps,
): JobNow {
  if (job.settled !== null) return { progress: undefined, deadline: undefined, trouble: undefined };
  const due = readDeadline(job.id, system.records);
  const polls = jobs.pollsOf(job.id);
  const trouble = polls !== undefined && polls.failures > 0 ? polls.trouble : results.troubleOf(job.id);
  return {
    progress: jobs.progressOf(job.id),
    deadline:
      due === undefined ? undefined : unixSeconds((world.wallMs() + (due - world.steadyMs())) as WallMs),
    trouble: isOperator ? trouble : undefined,
  };
}
