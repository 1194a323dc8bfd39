/** What a reply says, in the words of the naive books. */

import type { ManagementKeyReply } from '../../../src/actors/accounts/management-key.js';
import type { VideoJobState } from '../../../src/actors/jobs/video-job-messages.js';
import type { ApiKeyReply } from '../../../src/actors/keys/api-key-messages.js';
import type { KeyBalances } from '../../../src/actors/money/ledger.js';
import { standingOf } from './digest.js';

export function replyText(reply: unknown): string {
  if (reply === undefined) return 'no_job';
  if (typeof reply === 'object' && reply !== null && 'machine' in reply)
    return standingOf(reply as VideoJobState);
  return textOf(reply as ApiKeyReply | ManagementKeyReply);
}

function textOf(reply: ApiKeyReply | ManagementKeyReply): string {
  switch (reply.outcome) {
    case 'key':
    case 'credited':
    case 'credit_replayed':
    case 'accepted':
    case 'created':
      return `${reply.outcome} ${balancesText(reply.key.figures)}`;
    case 'replayed':
      return `replayed ${'jobId' in reply ? reply.jobId : reply.keyId}`;
    case 'insufficient_credits':
      return `insufficient_credits ${reply.required} of ${reply.balance}`;
    default:
      return reply.outcome;
  }
}

function balancesText({ credited, charged, reserved }: KeyBalances): string {
  return `${credited}/${charged}/${reserved}`;
}
