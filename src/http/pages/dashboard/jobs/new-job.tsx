/**
 * Submits a job out of a form. The form's request is the submit of the API, in the name of a key: it counts
 * on the key's window, and model, balance and routes are judged there. The form carries a text of its own in
 * the place of an Idempotency-Key: sent twice, it makes one job.
 */
import { mayManage } from '../../../../actors/people/rights.js';
import { ERRORS } from '../../../errors.js';
import type { ApiCaller, GatewayDeps, OperationAnswer, OperationInput } from '../../../operation.js';
import { submitVideo } from '../../../operations/v1/submit-video.js';
import type { PageAnswer } from '../../page.js';
import { type DashboardPage, goTo, show } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { newOnce } from '../requests/once.js';
import { usableKey, usableKeys } from '../requests/usable-keys.js';
import { findJob } from './find-job.js';
import { contentOf, promptIn } from './job-content.js';
import { type JobForm, type Refused, readJobForm, refusedBy, submitBody } from './job-form.js';
import { NewJobPage } from './new-job-page.js';

const MS_PER_S = 1_000;

export const newJob: DashboardPage = {
  isFor: 'signed_in',
  get(request, { deps }) {
    return page(request, deps, firstForm(request, deps));
  },
  async post(request, sent, { deps, keyRequests }) {
    const form = readJobForm(sent);
    const key = usableKey(request.signedIn, form.key, deps);
    if (key === undefined) return page(request, deps, form, { why: 'key' });
    const once = sent.get('once') ?? '';
    const answer = await keyRequests.run(key, (caller) =>
      submitVideo.handle(inputFor(request, caller, form, once), deps),
    );
    if (answer.kind === 'error')
      return page(request, deps, form, refusedBy(answer.error), ERRORS[answer.error.code].status);
    return goTo(`/jobs/${idIn(answer)}`);
  },
};

function inputFor(request: SignedInRequest, caller: ApiCaller, form: JobForm, once: string): OperationInput {
  const { query, baseUrl, signal } = request;
  return {
    caller,
    requestId: once,
    address: undefined,
    id: '',
    query,
    header: (name) => (name === 'idempotency-key' ? once : undefined),
    body: submitBody(form),
    baseUrl,
    signal,
  };
}

function idIn(answer: Exclude<OperationAnswer, { readonly kind: 'error' }>): string {
  if (answer.kind !== 'json') throw new Error(`a submit was answered with ${answer.kind}`);
  return (JSON.parse(answer.body.toString()) as { readonly id: string }).id;
}

/** Empty, or as the job of `?from=` was submitted. */
function firstForm({ query, signedIn }: SignedInRequest, deps: GatewayDeps): JobForm {
  const from = findJob(signedIn, query.get('from') ?? '', deps);
  const empty = { key: query.get('key') ?? '', model: '', prompt: '', seconds: '' };
  if (from === undefined) return empty;
  const { key, model, lengthMs } = from;
  return {
    key,
    model,
    prompt: promptIn(contentOf(signedIn, from, deps)) ?? '',
    seconds: String(lengthMs / MS_PER_S),
  };
}

function page(
  request: SignedInRequest,
  deps: GatewayDeps,
  form: JobForm,
  refused?: Refused,
  status = refused === undefined ? 200 : 400,
): PageAnswer {
  const { signedIn } = request;
  return show(
    request,
    <NewJobPage
      form={form}
      keys={usableKeys(signedIn, deps)}
      models={deps.catalogue.list()}
      once={newOnce(deps)}
      refused={refused}
      mayCreateKeys={mayManage(signedIn, signedIn.account)}
    />,
    { status },
  );
}
