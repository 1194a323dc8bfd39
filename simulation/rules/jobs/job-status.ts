/**
 * The status that polls and lists show of a job: it goes forward only, and once settled it stays as it is.
 */
import type { NodeSetup } from '../../history/node-history.js';
import { bodyOf, type Exchange, isObject, type JsonObject, type Requests } from '../facts/requests.js';
import type { Rule } from '../invariant.js';
import { FAILURE_SLUGS, STATUS_RANK } from './job-claims.js';

const SIMULATED_DEFAULT_SECONDS = 5;

/** The latest of a job that was shown. */
interface Shown {
  readonly status: string;
  readonly text: string;
  /** Place of the answer that showed it. */
  readonly seq: number;
}

export const JOB_STATUS: Rule = {
  name: 'job-status',
  says: 'A job goes from pending to in_progress to completed or failed, never back, and then stays as it is; one that the operator ended has ended.',
  watch(_setup: NodeSetup, report, requests) {
    const shown = new Map<string, Shown>();
    const see = (exchange: Exchange, job: JsonObject): void => {
      const id = String(job.id);
      const about = `request ${exchange.sent.request}, job ${id}`;
      for (const wrong of malformed(job, requests)) report(`${about}: ${wrong}`);
      const status = String(job.status);
      const before = shown.get(id);
      // Only what was shown before this was asked is surely older.
      if (before !== undefined && before.seq < exchange.seq) {
        const text = withoutBase(job);
        if ((STATUS_RANK[status] ?? 0) < (STATUS_RANK[before.status] ?? 0))
          report(`${about}: ${before.status}, then ${status}`);
        else if (before.status !== status && STATUS_RANK[before.status] === 2) {
          report(`${about}: ${before.status}, then ${status}`);
        } else if (STATUS_RANK[before.status] === 2 && before.text !== text) {
          report(`${about}: settled as ${before.text}, now ${text}`);
        }
      }
      if (before === undefined || (STATUS_RANK[status] ?? 0) >= (STATUS_RANK[before.status] ?? 0)) {
        const isNews = before === undefined || before.status !== status;
        const text = STATUS_RANK[status] === 2 ? withoutBase(job) : '';
        shown.set(id, isNews ? { status, text, seq: exchange.endSeq } : before);
      }
    };
    return {
      observe(seen, exchange) {
        if (seen.what !== 'answered' || exchange?.answer === undefined) return;
        const { op } = exchange.sent.call;
        const body = bodyOf(exchange.answer);
        if (body === undefined) return;
        if (op === 'submit' && seen.status === 202) {
          for (const wrong of malformedSubmit(exchange, body, requests)) {
            report(`request ${exchange.sent.request}: ${wrong}`);
          }
        } else if (op === 'poll' && seen.status === 200) {
          if (body.id !== exchange.sent.jobId)
            report(`asked for job ${exchange.sent.jobId}, shown ${String(body.id)}`);
          see(exchange, body);
        } else if (op === 'fail_job' && seen.status === 200) {
          if (body.id !== exchange.sent.jobId || STATUS_RANK[String(body.status)] !== 2) {
            report(`ended ${exchange.sent.jobId}, shown ${String(body.id)} as ${String(body.status)}`);
          }
        } else if (op === 'list_jobs' && seen.status === 200 && Array.isArray(body.data)) {
          for (const job of body.data) if (isObject(job)) see(exchange, job);
        }
      },
    };
  },
};

function malformedSubmit(
  { sent, answer }: Exchange,
  body: JsonObject,
  requests: Requests,
): readonly string[] {
  const wrong: string[] = [];
  const { id, object, status, model, polling_url, created_at } = body;
  if (typeof id !== 'string' || object !== 'video' || status !== 'pending') wrong.push('is no pending video');
  if (sent.call.op === 'submit' && model !== sent.call.model) wrong.push(`its model is ${String(model)}`);
  if (
    !/^https?:\/\/.+\/v1\/videos\/[^/]+$/.test(String(polling_url)) ||
    !String(polling_url).endsWith(`/${id}`)
  ) {
    wrong.push(`polling_url is ${String(polling_url)}`);
  }
  if (answer?.headers.location === undefined) wrong.push('Location is missing');
  if (!Number.isSafeInteger(created_at)) wrong.push(`created_at is ${String(created_at)}`);
  const first = requests.job(String(id))?.submit.answer;
  if (first !== undefined && bodyOf(first)?.created_at !== created_at) {
    wrong.push(`job ${String(id)} was created at another time before`);
  }
  return wrong;
}

/** Its link begins with the URL that is configured when it is shown. */
function withoutBase(job: JsonObject): string {
  const { url } = job;
  return JSON.stringify(
    typeof url === 'string' ? { ...job, url: url.replace(/^.*(?=\/results\/)/, '') } : job,
  );
}

function malformed(job: JsonObject, requests: Requests): readonly string[] {
  const wrong: string[] = [];
  const status = String(job.status);
  const has = (name: string) => job[name] !== undefined;
  if (!(status in STATUS_RANK)) return [`its status is ${status}`];
  if (job.object !== 'video') wrong.push(`its object is ${String(job.object)}`);
  if (!Number.isSafeInteger(job.created_at)) wrong.push(`created_at is ${String(job.created_at)}`);
  if (has('url') !== (status === 'completed')) wrong.push(`${status}, url is ${String(job.url)}`);
  if (has('error') !== (status === 'failed')) wrong.push(`${status}, error is ${String(job.error)}`);
  if (has('error') && !FAILURE_SLUGS.includes(String(job.error))) wrong.push(`error is ${String(job.error)}`);
  const isSettled = STATUS_RANK[status] === 2;
  for (const name of ['cost', 'completed_at']) {
    if (has(name) !== isSettled) wrong.push(`${status}, ${name} is ${String(job[name])}`);
  }
  if (has('output_seconds') !== (status === 'completed')) wrong.push(`${status}, wrong about output_seconds`);
  if (isSettled === (typeof job.poll_after === 'number' && job.poll_after > 0)) {
    wrong.push(`${status}, poll_after is ${String(job.poll_after)}`);
  }
  const { progress } = job;
  if (progress !== undefined && !(typeof progress === 'number' && progress >= 0 && progress <= 100)) {
    wrong.push(`progress is ${String(progress)}`);
  }
  return [...wrong, ...unlikeSubmit(job, requests)];
}

function unlikeSubmit(job: JsonObject, requests: Requests): readonly string[] {
  const submit = requests.job(String(job.id))?.submit;
  if (submit === undefined || submit.sent.call.op !== 'submit') return [];
  const { model, seconds } = submit.sent.call;
  const wrong: string[] = [];
  if (job.model !== model) wrong.push(`its model is ${String(job.model)}, asked for ${model}`);
  const asked = Number(seconds ?? SIMULATED_DEFAULT_SECONDS);
  const isKnown = seconds !== undefined || model.startsWith('sim/');
  if (isKnown && Number(job.seconds) !== asked) {
    wrong.push(`its seconds are ${String(job.seconds)}, asked for ${asked}`);
  }
  const created = submit.answer === undefined ? undefined : bodyOf(submit.answer)?.created_at;
  if (created !== job.created_at) {
    wrong.push(`created_at is ${String(job.created_at)}, at first ${String(created)}`);
  }
  return wrong;
}
