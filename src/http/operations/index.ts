/** Every operation of the API, in the order in which the documentation shows them. */

import type { DocumentedOperation } from './documented-operation.js';
import { changeAccount } from './management/accounts/change-account.js';
import { createAccount } from './management/accounts/create-account.js';
import { listAccounts } from './management/accounts/list-accounts.js';
import { readAuditTrail } from './management/accounts/read-audit-trail.js';
import { failJob } from './management/jobs/fail-job.js';
import { getJob } from './management/jobs/get-job.js';
import { listJobs } from './management/jobs/list-jobs.js';
import { addCredit } from './management/keys/add-credit.js';
import { changeKey } from './management/keys/change-key.js';
import { createKey } from './management/keys/create-key.js';
import { debitKey } from './management/keys/debit-key.js';
import { getKey } from './management/keys/get-key.js';
import { getKeyBalance } from './management/keys/get-key-balance.js';
import { listKeys } from './management/keys/list-keys.js';
import { readLedger } from './management/keys/read-ledger.js';
import { revokeKey } from './management/keys/revoke-key.js';
import { rotateKey } from './management/keys/rotate-key.js';
import { transferCredit } from './management/keys/transfer-credit.js';
import { createOrder } from './management/orders/create-order.js';
import { getOrder } from './management/orders/get-order.js';
import { listOrders } from './management/orders/list-orders.js';
import { voidSimulatedCredit } from './management/orders/void-simulated-credit.js';
import { changeUser } from './management/people/change-user.js';
import { inviteUser } from './management/people/invite-user.js';
import { listInvitations } from './management/people/list-invitations.js';
import { listUsers } from './management/people/list-users.js';
import { removeUser } from './management/people/remove-user.js';
import { withdrawInvitation } from './management/people/withdraw-invitation.js';
import { chatCompletions } from './v1/chat-completions.js';
import { getActivity } from './v1/get-activity.js';
import { getCredits } from './v1/get-credits.js';
import { getGeneration } from './v1/get-generation.js';
import { getVideo } from './v1/get-video.js';
import { listModels } from './v1/list-models.js';
import { listVideos } from './v1/list-videos.js';
import { submitVideo } from './v1/submit-video.js';
import { videoContent } from './v1/video-content.js';

export const operations: readonly DocumentedOperation[] = [
  submitVideo,
  getVideo,
  videoContent,
  listVideos,
  chatCompletions,
  getGeneration,
  getCredits,
  getActivity,
  listModels,
  createKey,
  listKeys,
  getKey,
  changeKey,
  revokeKey,
  rotateKey,
  getKeyBalance,
  addCredit,
  debitKey,
  transferCredit,
  readLedger,
  createOrder,
  listOrders,
  getOrder,
  voidSimulatedCredit,
  listJobs,
  getJob,
  failJob,
  createAccount,
  listAccounts,
  changeAccount,
  readAuditTrail,
  inviteUser,
  listInvitations,
  withdrawInvitation,
  listUsers,
  changeUser,
  removeUser,
];

/** The operations that a node with this configuration has; any other path is an unknown one. */
export function operationsOf({ generations }: { readonly generations: boolean }) {
  return generations ? operations : operations.filter((operation) => operation !== getGeneration);
}
