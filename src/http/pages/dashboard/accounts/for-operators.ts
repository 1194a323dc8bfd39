/** Pages of operators: to everybody else they are as pages that do not exist. */
import type { PageAnswer } from '../../page.js';
import type { DashboardPage, DashboardParts } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';
import { showTrouble } from '../trouble/show-trouble.js';

interface Handlers {
  get(request: SignedInRequest, parts: DashboardParts): PageAnswer;
  post?(request: SignedInRequest, form: URLSearchParams, parts: DashboardParts): Promise<PageAnswer>;
}

export function forOperators({ get, post }: Handlers): DashboardPage {
  const isFor = ({ signedIn }: SignedInRequest) => signedIn.role === 'operator';
  return {
    isFor: 'signed_in',
    get: (request, parts) => (isFor(request) ? get(request, parts) : showTrouble(request, 'notFound')),
    ...(post && {
      post: (request: SignedInRequest, form: URLSearchParams, parts: DashboardParts) =>
        isFor(request) ? post(request, form, parts) : showTrouble(request, 'notFound'),
    }),
  };
}
