/** Requests of operators about a job of any key. */
import type { ManagedJobCall } from '../../../history/client-call.js';
import type { PreparedRequest } from './prepared-request.js';

export function managedJobRequest(
  call: ManagedJobCall,
  { jobId, payer }: { readonly jobId: string; readonly payer: string },
  managed: (method: string, path: string, keyId: string, body?: object) => PreparedRequest,
): PreparedRequest {
  const path = `/api/jobs/${jobId}`;
  const request =
    call.op === 'show_job'
      ? managed('GET', path, payer)
      : managed('POST', `${path}/fail`, payer, { reason: call.reason });
  return { ...request, jobId };
}
