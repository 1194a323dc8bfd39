/** A page about one key, behind `/keys/{id}/`. */
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import type { PageAnswer } from '../../page.js';
import type { SignedIn } from '../people.js';
import type { DashboardParts } from '../requests/dashboard-page.js';
import type { SignedInRequest } from '../requests/dashboard-request.js';

export interface PartOfKey {
  /** To others it is as if it were not there. */
  isFor(rights: SignedIn, key: ApiKeyState): boolean;
  get(request: SignedInRequest, key: ApiKeyState, parts: DashboardParts): PageAnswer;
  post?(
    request: SignedInRequest,
    key: ApiKeyState,
    form: URLSearchParams,
    parts: DashboardParts,
  ): Promise<PageAnswer>;
}
