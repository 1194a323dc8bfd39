/** Every operation of the API, in the order in which the documentation shows them. */
import { addCredit } from './add-credit.js';
import { changeAccount } from './change-account.js';
import { changeKey } from './change-key.js';
import { createAccount } from './create-account.js';
import { createKey } from './create-key.js';
import type { DocumentedOperation } from './documented-operation.js';
import { failJob } from './fail-job.js';
import { getActivity } from './get-activity.js';
import { getCredits } from './get-credits.js';
import { getJob } from './get-job.js';
import { getKey } from './get-key.js';
import { getKeyBalance } from './get-key-balance.js';
import { getVideo } from './get-video.js';
import { listAccounts } from './list-accounts.js';
import { listJobs } from './list-jobs.js';
import { listKeys } from './list-keys.js';
import { listModels } from './list-models.js';
import { listVideos } from './list-videos.js';
import { readLedger } from './read-ledger.js';
import { revokeKey } from './revoke-key.js';
import { submitVideo } from './submit-video.js';
import { videoContent } from './video-content.js';

export const operations: readonly DocumentedOperation[] = [
  submitVideo,
  getVideo,
  videoContent,
  listVideos,
  getCredits,
  getActivity,
  listModels,
  createKey,
  listKeys,
  getKey,
  changeKey,
  revokeKey,
  getKeyBalance,
  addCredit,
  readLedger,
  listJobs,
  getJob,
  failJob,
  createAccount,
  listAccounts,
  changeAccount,
];
