/** Accounts see nothing of each other; a list of jobs shows those of the calling key alone. */

import { bodyOf, type Exchange, isObject, type Requests } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { Retention } from '../jobs/retention.js';

export const ISOLATION: Rule = {
  name: 'isolation',
  says: 'What belongs to another account answers as what does not exist; a list shows only what its caller may see.',
  watch(setup, report, requests) {
    const retention = new Retention(setup);
    return {
      observe(seen, exchange) {
        retention.observe(seen);
        if (seen.what !== 'answered' || exchange === undefined) return;
        const { request, call } = exchange.sent;
        for (const wrong of shown(exchange, requests, retention))
          report(`request ${request} (${call.op}): ${wrong}`);
      },
    };
  },
};

function shown(exchange: Exchange, requests: Requests, retention: Retention): readonly string[] {
  const { call } = exchange.sent;
  if (call.op === 'poll' || call.op === 'content') return ofOneJob(exchange, requests, retention);
  if (exchange.answer?.status !== 200) return [];
  if (call.op === 'list_jobs') return ofJobs(exchange, requests);
  if (call.op === 'show_key') return ofKey(exchange);
  return [];
}

function ofOneJob({ sent, answer }: Exchange, requests: Requests, retention: Retention): readonly string[] {
  const job = requests.job(sent.jobId);
  const account = requests.key(sent.keyId)?.account;
  if (job === undefined || account === undefined || answer === undefined) return [];
  const { status } = answer;
  const code = (bodyOf(answer)?.error as { readonly code?: unknown } | undefined)?.code;
  if (account !== job.account) {
    const isShown = (status >= 200 && status < 300) || status === 409;
    return isShown ? [`account ${account} is shown job ${job.id} of ${job.account}`] : [];
  }
  // The content of a result that the provider has no longer is not found either.
  if (sent.call.op === 'poll' && code === 'not_found' && !retention.mayBeRemoved(job, answer.at)) {
    return [`job ${job.id} does not exist for a key of its own account`];
  }
  return [];
}

function ofJobs({ sent, answer }: Exchange, requests: Requests): readonly string[] {
  const list = answer === undefined ? undefined : bodyOf(answer)?.data;
  if (!Array.isArray(list) || sent.call.op !== 'list_jobs') return ['it is no list'];
  const wrong: string[] = [];
  if (list.length > sent.call.limit) wrong.push(`${list.length} jobs, asked for ${sent.call.limit}`);
  const seen = new Set<unknown>();
  for (const item of list) {
    const { id, status } = isObject(item) ? item : {};
    if (seen.has(id)) wrong.push(`job ${String(id)} stands there twice`);
    seen.add(id);
    const owner = requests.job(String(id))?.keyId;
    if (owner !== undefined && owner !== sent.keyId) {
      wrong.push(`key ${sent.keyId} is shown job ${String(id)} of key ${owner}`);
    }
    if (sent.call.status !== undefined && status !== sent.call.status) {
      wrong.push(`job ${String(id)} is ${String(status)}, asked for ${sent.call.status}`);
    }
  }
  return wrong;
}

function ofKey({ sent, answer }: Exchange): readonly string[] {
  const { id, key } = (answer === undefined ? undefined : bodyOf(answer)) ?? {};
  const wrong: string[] = [];
  if (id !== sent.keyId) wrong.push(`asked for key ${sent.keyId}, shown ${String(id)}`);
  if (typeof key === 'string') wrong.push('the plain text of a key is shown again');
  return wrong;
}
