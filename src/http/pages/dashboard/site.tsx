/**
 * The dashboard behind its paths. The first request for a page loads it, and with it all that renders.
 *
 * Rules
 *  1. A request is judged in this order: host, window, own page if it changes something, session.
 *  2. A request counts on the window of its user, or, without a session, on that of its network.
 */
import { CARD_PAGE_PATH } from '../../../payments/simulated/cards.js';
import type { LiveHub } from '../../live/live-hub.js';
import { printPeer, windowNetworkOf } from '../../request/client-address.js';
import type { PageAnswer, PageInput } from '../page.js';
import { createAccount } from './accounts/create-account.js';
import { listAccounts } from './accounts/list-accounts.js';
import { showAccount } from './accounts/show-account.js';
import { assetPaths } from './assets.js';
import { simulatedPayment } from './card-page/simulated-payment.js';
import { lookUpAnswer } from './chat/look-up-answer.js';
import { sendMessage } from './chat/send-message.js';
import { showChat } from './chat/show-chat.js';
import { demoSignIn } from './demo/demo-sign-in.js';
import { listJobs } from './jobs/list-jobs.js';
import { newJob } from './jobs/new-job.js';
import { serveClip } from './jobs/serve-clip.js';
import { showJob } from './jobs/show-job.js';
import { createKey } from './keys/create-key.js';
import { listKeys } from './keys/list-keys.js';
import { showKey } from './keys/show-key.js';
import { chooseLanguage } from './language/choose-language.js';
import { managementKeys } from './management-keys/management-keys.js';
import { node } from './node/node.js';
import { overview } from './overview/overview.js';
import { auditTrail } from './people/audit-trail.js';
import { invite } from './people/invite.js';
import { listPeople } from './people/list-people.js';
import { showPerson } from './people/show-person.js';
import { type DashboardPage, type DashboardParts, goTo } from './requests/dashboard-page.js';
import type { DashboardRequest } from './requests/dashboard-request.js';
import { languageOf } from './requests/language-cookie.js';
import { localPath } from './requests/local-path.js';
import { isOfOwnPage, type Origin, originOf } from './requests/origin.js';
import type { RequestWindows } from './requests/request-windows.js';
import type { RoutePath } from './routes.js';
import { password } from './sessions/password.js';
import { sessions, signOut } from './sessions/sessions.js';
import { forgottenPassword } from './sign-in/forgotten-password.js';
import { invitation } from './sign-in/invitation.js';
import { signIn } from './sign-in/sign-in.js';
import { signUp } from './sign-in/sign-up.js';
import { signUpLink } from './sign-in/sign-up-link.js';
import { showOrder } from './top-up/show-order.js';
import { topUp } from './top-up/top-up.js';
import { showTrouble } from './trouble/show-trouble.js';
import { usage, usageCsv } from './usage/usage.js';

export interface SiteParts extends DashboardParts {
  readonly windows: RequestWindows;
  readonly publicUrl: () => string | undefined;
  readonly live: Pick<LiveHub, 'refusal'>;
}

const PAGES: Readonly<Record<RoutePath, DashboardPage>> = {
  '/': overview,
  '/sign-in': signIn,
  '/sign-out': signOut,
  '/invitation/': invitation,
  '/demo/': demoSignIn,
  '/sign-up': signUp,
  '/sign-up/': signUpLink,
  '/forgotten-password': forgottenPassword,
  '/language': chooseLanguage,
  '/sessions': sessions,
  '/usage': usage,
  '/usage.csv': usageCsv,
  '/password': password,
  '/people': listPeople,
  '/people/invite': invite,
  '/people/audit': auditTrail,
  '/people/': showPerson,
  '/chat': showChat,
  '/chat/messages': sendMessage,
  '/chat/answers/': lookUpAnswer,
  '/jobs': listJobs,
  '/jobs/new': newJob,
  '/jobs/': showJob,
  '/clips/': serveClip,
  '/node': node,
  '/accounts': listAccounts,
  '/accounts/new': createAccount,
  '/accounts/': showAccount,
  '/keys': listKeys,
  '/keys/new': createKey,
  '/keys/management': managementKeys,
  '/keys/': showKey,
  [CARD_PAGE_PATH]: simulatedPayment,
  '/top-up': topUp,
  '/top-up/': showOrder,
};

/** The rest of such a path is a secret. */
const SECRET_PATHS: ReadonlySet<RoutePath> = new Set(['/invitation/', '/demo/', '/sign-up/']);

const UNKNOWN_HOST: PageAnswer = {
  kind: 'page',
  status: 421,
  contentType: 'text/plain; charset=utf-8',
  body: 'This host has no dashboard: open it under its public URL.\n',
  headers: [['Cache-Control', 'no-store']],
};

export { crowded } from './sign-in/crowded-page.js';

/** @param form undefined if the request is a GET */
export function serve(
  path: RoutePath,
  input: PageInput,
  form: URLSearchParams | undefined,
  parts: SiteParts,
): PageAnswer | Promise<PageAnswer> {
  const origin = originOf(input.requested, parts.publicUrl());
  if (origin === undefined) return UNKNOWN_HOST;
  const request = requestOf(path, input, origin, parts);
  const { signedIn } = request;
  if (!parts.windows.admit(signedIn?.user, request.network)) return showTrouble(request, 'tooMany');
  if (form !== undefined && !isOfOwnPage(origin, input.header('sec-fetch-site'), input.header('origin')))
    return showTrouble(request, 'forbidden');
  const page = PAGES[path];
  if (page.isFor === 'everybody') return answered(page, request, form, parts);
  if (signedIn === undefined) return goTo(signInPath(request, form));
  return answered(page, { ...request, signedIn }, form, parts);
}

function answered<Request extends DashboardRequest>(
  page: {
    get?(request: Request, parts: SiteParts): PageAnswer | Promise<PageAnswer>;
    post?(request: Request, form: URLSearchParams, parts: SiteParts): PageAnswer | Promise<PageAnswer>;
  },
  request: Request,
  form: URLSearchParams | undefined,
  parts: SiteParts,
): PageAnswer | Promise<PageAnswer> {
  const answer = form === undefined ? page.get?.(request, parts) : page.post?.(request, form, parts);
  if (answer === undefined) throw new Error(`${request.path} is routed with a method that it does not have`);
  return answer;
}

/** A form that finds its session ended is lost, and the sign-in says so: the person sees its page again. */
function signInPath({ path, here }: DashboardRequest, form: URLSearchParams | undefined): string {
  if (path === '/' || here === '/') return '/sign-in';
  const query = new URLSearchParams({ next: here, ...(form === undefined ? {} : { lost: '' }) });
  return `/sign-in?${query}`;
}

function requestOf(
  path: RoutePath,
  input: PageInput,
  origin: Origin,
  { people }: SiteParts,
): DashboardRequest {
  const { rest, cookies, client, header, signal, newRequestId } = input;
  const token = cookies.get(origin.sessionCookie);
  const own = path + rest;
  return {
    origin,
    rest,
    hasSecretAddress: SECRET_PATHS.has(path),
    path: own,
    here: localPath(`${own}?${input.query}`) || localPath(own) || '/',
    query: new URLSearchParams(input.query),
    baseUrl: input.baseUrl,
    network: windowNetworkOf(client),
    address: printPeer(client),
    agent: header('user-agent') ?? '',
    cookies,
    signal,
    newRequestId,
    language: languageOf(cookies, header('accept-language') ?? ''),
    signedIn: token === undefined ? undefined : people.sessionOf(token),
    assets: assetPaths(),
  };
}
