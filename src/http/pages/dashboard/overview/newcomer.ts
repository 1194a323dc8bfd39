/** A newcomer so far: an account is new until it has had a second job, or its first one is a day old. */
import { listJobsOfKeys } from '../../../../actors/jobs/job-lists.js';
import type { VideoJobState } from '../../../../actors/jobs/video-job-messages.js';
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import { balanceOf } from '../../../../actors/money/ledger.js';
import type { Page } from '../../../../actors/storage/page.js';
import { unixSeconds } from '../../../../time/clock.js';
import { type ClipState, clipStateOf } from '../jobs/clip.js';
import type { DashboardParts } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';

export interface Newcomer {
  readonly hasKey: boolean;
  readonly hasCredit: boolean;
  /** Plain text of the demo key, for those who operate the demo. */
  readonly demoKey: string | undefined;
  readonly model: string | undefined;
  readonly firstJob: VideoJobState | undefined;
  readonly clip: ClipState | undefined;
}

const NEW_FOR_S = 86_400;

/** @param keys the newest of the account. @returns undefined of an account that is not new */
export async function newcomerOf(
  { signedIn, signal }: SignedInRequest,
  keys: Page<ApiKeyState>,
  { deps, demoKey }: DashboardParts,
): Promise<Newcomer | undefined> {
  if (keys.hasMore) return undefined;
  const ids = keys.items.map(({ id }) => id);
  const wanted = { limit: 1, after: undefined, lookedAtMax: deps.limits.jobsLookedAt };
  const { items, hasMore } = listJobsOfKeys(deps.system.records, ids, { status: undefined }, wanted);
  const [firstJob] = items;
  const newSince = unixSeconds(deps.world.wallMs()) - NEW_FOR_S;
  if (hasMore || (firstJob !== undefined && firstJob.createdAt < newSince)) return undefined;
  const active = keys.items.filter(({ isRevoked }) => !isRevoked);
  return {
    hasKey: active.length > 0,
    hasCredit: active.some(({ balances }) => balanceOf(balances) > 0) || firstJob !== undefined,
    demoKey: signedIn.role === 'operator' ? demoKey : undefined,
    model: deps.catalogue.list()[0]?.id,
    firstJob,
    clip: firstJob === undefined ? undefined : await clipStateOf(firstJob, deps, signal),
  };
}
