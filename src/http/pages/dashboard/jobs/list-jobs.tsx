import { listAllJobs } from '../../../../actors/across-accounts/operator-lists.js';
import { type JobsFound, listJobsOfKeys } from '../../../../actors/jobs/job-lists.js';
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { listAccountKeys } from '../../../../actors/keys/key-lists.js';
import type { Page } from '../../../../actors/storage/page.js';
import type { GatewayDeps } from '../../../operation.js';
import { type DashboardPage, show } from '../requests/dashboard-page.js';
import { showTrouble } from '../trouble/show-trouble.js';
import { contentOf } from './job-content.js';
import { type JobScope, pathOf, readScope } from './job-scope.js';
import { type JobRow, JobsPage } from './jobs-page.js';

const PAGE_LENGTH = 25;
/** Keys of an account whose jobs are in one list: each page looks each of them up. */
const KEYS_MAX = 200;

export const listJobs: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    const scope = readScope(request, deps);
    if (scope === undefined) return showTrouble(request, 'notFound');
    const isOperator = request.signedIn.role === 'operator';
    const keys = scope.account === undefined ? undefined : keysOf(scope.account, deps);
    const { items, hasMore, lastId } = jobsIn(scope, keys, deps);
    const older = hasMore && lastId !== undefined ? pathOf(scope, isOperator, lastId) : undefined;
    return show(
      request,
      <JobsPage
        jobs={items.map((job): JobRow => {
          const keyName = deps.system.view(deps.apiKey, job.key)?.name ?? null;
          return { job, keyName, content: contentOf(request.signedIn, job, deps) };
        })}
        scope={scope}
        keys={keys?.items}
        hasMoreKeys={keys?.hasMore === true && scope.key === undefined}
        models={deps.catalogue.list().map(({ id }) => id)}
        isOperator={isOperator}
        newest={scope.after === undefined ? undefined : pathOf(scope, isOperator)}
        older={older}
      />,
    );
  },
};

/** The newest, revoked ones too. */
function keysOf(account: string, { system }: GatewayDeps): Page<ApiKeyState> {
  return listAccountKeys(system.records, account, { limit: KEYS_MAX, ...wanted(undefined, system) });
}

function jobsIn(
  scope: JobScope,
  keys: Page<ApiKeyState> | undefined,
  { system, limits }: GatewayDeps,
): JobsFound {
  const { key, status, model } = scope;
  const lookedAtMax = limits.jobsLookedAt;
  const request = { limit: PAGE_LENGTH, lookedAtMax, ...wanted(scope.after, system) };
  const { records } = system;
  if (key === undefined && keys === undefined)
    return listAllJobs(records, { status, model, key: undefined }, request);
  const ids = key === undefined ? (keys?.items ?? []).map(({ id }) => id) : [key];
  return listJobsOfKeys(records, ids, { status, model }, request);
}

function wanted(after: string | undefined, system: GatewayDeps['system']) {
  return { after, unreadable: (error: unknown) => system.reportDefect('record', error) };
}
