/** The form that submits a job, as typed, and the reasons why it is not taken. */
import type { MicroDa } from '../../../../money/micro-da.js';
import type { ApiError } from '../../../errors.js';

export interface JobForm {
  readonly key: string;
  readonly model: string;
  readonly prompt: string;
  readonly seconds: string;
}

export type Refused =
  | { readonly why: 'prompt' | 'seconds' | 'model' | 'key' | 'tooManyJobs' | 'busy' | 'used' }
  | { readonly why: 'noCredit'; readonly required: MicroDa; readonly balance: MicroDa }
  | { readonly why: 'tooFast'; readonly afterS: number }
  /** In the words of the API. */
  | { readonly why: 'other'; readonly message: string };

export function readJobForm(form: URLSearchParams): JobForm {
  const sent = (name: string) => form.get(name) ?? '';
  const [key, model, seconds] = [sent('key'), sent('model'), sent('seconds').trim()];
  return { key, model, prompt: sent('prompt'), seconds };
}

/** The body of the same submit by a program. */
export function submitBody({ model, prompt, seconds }: JobForm): Readonly<Record<string, unknown>> {
  return { model, prompt, ...(seconds === '' ? {} : { seconds }) };
}

export function refusedBy(error: ApiError): Refused {
  const { code, message, param, required, balance, retryAfterMs = 1_000 } = error;
  switch (code) {
    case 'insufficient_credits':
      return required === undefined || balance === undefined
        ? { why: 'other', message }
        : { why: 'noCredit', required, balance };
    case 'rate_limit_exceeded':
      return { why: 'tooFast', afterS: Math.ceil(retryAfterMs / 1_000) };
    case 'too_many_jobs':
      return { why: 'tooManyJobs' };
    case 'idempotency_key_in_use':
    case 'idempotency_key_reused':
      return { why: 'used' };
    case 'invalid_api_key':
      return { why: 'key' };
    case 'model_not_found':
      return { why: 'model' };
    case 'overloaded':
    case 'storage_unavailable':
    case 'shutting_down':
    case 'internal_error':
      return { why: 'busy' };
    default:
      return param === 'prompt' || param === 'seconds' || param === 'model'
        ? { why: param }
        : { why: 'other', message };
  }
}
