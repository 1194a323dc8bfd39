/** The content of a reply, in the words of the naive books. */

import type { VideoJobReply } from '../../../src/actors/jobs/video-job-messages.js';
import type { ApiKeyReply } from '../../../src/actors/keys/api-key-messages.js';
import type { KeyBalances } from '../../../src/actors/money/ledger.js';
import { standingOf } from './digest.js';

export function replyText(reply: ApiKeyReply | VideoJobReply): string {
  switch (reply.outcome) {
    case 'key':
    case 'credited':
    case 'credit_replayed':
    case 'debited':
    case 'debit_replayed':
    case 'transferred':
    case 'transfer_replayed':
    case 'accepted':
    case 'created':
      return `${reply.outcome} ${balancesText(reply.key.balances)}`;
    case 'job':
      return standingOf(reply.job);
    case 'no_such_job':
      return 'no_job';
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
