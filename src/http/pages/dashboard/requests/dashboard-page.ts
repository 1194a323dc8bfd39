/** The form of a page of the dashboard: what it shows, and what becomes of its form. */
import type { VNode } from 'preact';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ApiKeyState } from '../../../../actors/keys/api-key-messages.js';
import type { ChatWindows } from '../../../../actors/windows/chat-windows.js';
import type { LiveFrame } from '../../../live/frame-shape.js';
import type { ApiCaller, GatewayDeps, OperationAnswer } from '../../../operation.js';
import type { SetCookie } from '../../../response/set-cookie.js';
import type { PageAnswer } from '../../page.js';
import type { PeopleOfPages } from '../people.js';
import { ViewContext } from '../view/view.js';
import type { DashboardRequest, SignedInRequest } from './dashboard-request.js';
import { PAGE_FIELDS, SECRET_PAGE_FIELDS } from './security-headers.js';

export interface DashboardParts {
  readonly deps: GatewayDeps;
  readonly people: PeopleOfPages;
  readonly keyRequests: KeyRequestsOfPages;
  readonly chatWindows: ChatWindows;
  /** Plain text of this start's demo key; undefined if this is no demo. */
  readonly demoKey: string | undefined;
  /** The next frame of the node, for its operators. */
  readonly nodeFrame: () => LiveFrame;
}

/** Requests that people make with an API key: `pipeline/key-requests.ts`. */
export interface KeyRequestsOfPages {
  run(key: ApiKeyState, operation: KeyOperation): Promise<OperationAnswer>;
  /** The key's window is neither asked nor counted. */
  runUncounted(key: ApiKeyState, operation: KeyOperation): Promise<OperationAnswer>;
}

type KeyOperation = (caller: ApiCaller) => OperationAnswer | Promise<OperationAnswer>;

interface Handlers<Request> {
  get?(request: Request, parts: DashboardParts): PageAnswer | Promise<PageAnswer>;
  post?(request: Request, form: URLSearchParams, parts: DashboardParts): PageAnswer | Promise<PageAnswer>;
}

export type DashboardPage =
  | ({ readonly isFor: 'everybody' } & Handlers<DashboardRequest>)
  /** Others are led to the sign-in, and from there back. */
  | ({ readonly isFor: 'signed_in' } & Handlers<SignedInRequest>);

/** Seconds after which to come back, as the pages say it in words, if no better wait is known. */
const RETRY_AFTER_S: Readonly<Record<number, number>> = { 429: 60, 503: 5 };

interface Shown {
  readonly status?: number;
  /** Of a page that refuses: how long until it need not. */
  readonly retryAfterMs?: number | undefined;
  readonly cookies?: readonly SetCookie[];
}

export function show(
  request: DashboardRequest,
  page: VNode,
  { status = 200, retryAfterMs, cookies = [] }: Shown = {},
): PageAnswer {
  const document = renderToString(h(ViewContext.Provider, { value: request }, page));
  const retryAfterS = retryAfterMs === undefined ? RETRY_AFTER_S[status] : Math.ceil(retryAfterMs / 1_000);
  const wait = retryAfterS === undefined ? [] : [['Retry-After', String(retryAfterS)] as const];
  return {
    kind: 'page',
    status,
    contentType: 'text/html; charset=utf-8',
    body: `<!doctype html>${document}`,
    headers: [...(request.hasSecretAddress ? SECRET_PAGE_FIELDS : PAGE_FIELDS), ...wait],
    cookies,
  };
}

/** @param location a path of the dashboard */
export function goTo(location: string, cookies: readonly SetCookie[] = []): PageAnswer {
  return { kind: 'redirect', location, headers: PAGE_FIELDS, cookies };
}
