/**
 * The dashboard before its pages: which hosts have one, and on which listener; whom a request counts for, and
 * how many; which forms are taken; who is led to the sign-in, and from there whereto; and in which language.
 */

import { RollingWindows } from '../../../../../src/actors/windows/rolling-windows.js';
import {
  type PageAnswer,
  type PageInput,
  type WebPage,
  WebPages,
} from '../../../../../src/http/pages/page.js';
import { parseIpAddress } from '../../../../../src/http/request/ip-address.js';
import { printSetCookie } from '../../../../../src/http/response/set-cookie.js';
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import { dashboardOf } from '../../../../../src/node/assembly/dashboard.js';
import type { Course, Part } from '../../part.js';
import type { Trial } from '../../trial.js';
import { NaiveSite, NOT_HERE, openedAt, type SiteAnswer } from './naive-site.js';
import { type AskAct, drawnAsk, drawnSite, SENDERS, type SiteLimits } from './site-acts.js';

/** All that a page must say of itself, whatever else it says. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];
/** Their addresses are secrets. */
const SECRET = ['/invitation/', '/demo/'];

export function sitePart(): Part<SiteLimits, AskAct> {
  return {
    name: 'site',
    limits: (random) => drawnSite(random),
    act: (random, limits) => drawnAsk(random, limits),
    pauseMs: (random) => random.pick([0, 0, 0, 1, 1_000, 30_000, 59_999, 60_000]),
    begin: (trial, limits) => new SiteCourse(trial, limits),
  };
}

class SiteCourse implements Course<AskAct> {
  readonly #trial: Trial;
  readonly #limits: SiteLimits;
  readonly #pages: WebPages;
  readonly #naive: NaiveSite;

  constructor(trial: Trial, limits: SiteLimits) {
    this.#trial = trial;
    this.#limits = limits;
    this.#pages = new WebPages(pagesOf(trial, limits));
    this.#naive = new NaiveSite(limits);
  }

  async take(act: AskAct): Promise<void> {
    const input = this.#inputOf(act);
    for (const [times, due] of this.#naive.ask(act, this.#trial.now))
      for (let n = 0; n < times; n++) this.#trial.same('answer', await this.#ask(act, input), due);
  }

  compare(): void {}

  async #ask(act: AskAct, input: PageInput): Promise<SiteAnswer> {
    const [method, at = ''] = act.page.split(' ');
    const path = at.endsWith('/') ? `${at}0123` : at;
    const eachField = (visit: (name: string, value: string) => void) => visit('accept', act.accept);
    const found = this.#pages.find({ path, eachField } as Parameters<WebPages['find']>[0], act.surface);
    if (found?.get === undefined && found?.post === undefined) return NOT_HERE;
    const form = new URLSearchParams({ next: act.next, language: act.to });
    return toldOf(at, await (method === 'GET' ? found.get?.(input) : found.post?.(input, form)));
  }

  #inputOf(act: AskAct): PageInput {
    const [, path = ''] = act.page.split(' ');
    const opened = openedAt(act, this.#limits);
    const sent: Readonly<Record<string, string | undefined>> = fieldsOf(act, opened?.url ?? act.host);
    const session = opened?.sessionCookie ?? '__Host-tollgate';
    const misnamed = session === '__Host-tollgate' ? 'tollgate-443' : '__Host-tollgate';
    const name = act.session === 'misnamed' ? misnamed : session;
    const cookies = new Map([['tollgate-language', act.chosen]]);
    if (act.session !== 'none') cookies.set(name, act.session === 'over' ? 'over' : `user_${act.user}`);
    const next = path === '/sign-in' ? new URLSearchParams({ next: act.next }).toString() : '';
    return {
      rest: path.endsWith('/') ? '0123' : '',
      query: path === '/sign-in' ? next : 'account=acct_1',
      client: parseIpAddress(act.address),
      baseUrl: act.host,
      requested: act.host,
      signal: new AbortController().signal,
      cookies,
      newRequestId: () => 'req_1',
      header: (field) => sent[field],
    };
  }
}

/** Of a node without a single account: nobody's pages have anything to show. */
function pagesOf({ world }: Trial, limits: SiteLimits): readonly WebPage[] {
  const { publicHost, hasManagementPort, isPublic } = limits;
  const people = {
    sessionOf: (token: string) => (token === 'over' ? undefined : signedIn(token)),
    signOut: async () => ({ outcome: 'signed_out' }),
    invitationOf: () => ({ name: 'somebody', resets: undefined }),
    forgotten: { isByMail: false },
    signUp: { isOpen: false },
    links: { isOpen: () => true },
  };
  const core = {
    world,
    windows: new RollingWindows(1),
    journal: { admitted() {} },
    people,
    settings: { publicUrl: publicHost === undefined ? undefined : `https://${publicHost}` },
    limits: USUAL_LIMITS,
    system: { view: () => undefined },
  };
  const config = {
    addressWindowsMax: 100,
    managementPort: hasManagementPort ? 8_081 : undefined,
    dashboard: isPublic ? 'public' : 'management',
  };
  type Needed = Parameters<typeof dashboardOf>;
  const beside = { demoKey: undefined, live: undefined, nodeFrame: undefined };
  return dashboardOf(
    core as unknown as Needed[0],
    config as unknown as Needed[1],
    beside as unknown as Needed[2],
  );
}

function signedIn(user: string): object {
  return {
    user,
    name: user,
    account: 'acct_0',
    role: 'owner',
    session: 'session',
    grants: [],
    hasPassword: true,
  };
}

function fieldsOf({ from, accepted }: AskAct, own: string) {
  const { site, origin } = SENDERS[from];
  const ranges = accepted.map(([tag, weight]) => (weight === '' ? tag : `${tag};q=${weight}`));
  return {
    'sec-fetch-site': site,
    origin: origin === 'own' ? own : origin === 'own:1' ? `${own.replace(/:\d+$/, '')}:1` : origin,
    'accept-language': ranges.join(', '),
  };
}

function toldOf(path: string, answer: PageAnswer | undefined): SiteAnswer {
  if (answer === undefined) return NOT_HERE;
  const status = answer.kind === 'page' ? answer.status : answer.kind === 'redirect' ? 303 : 0;
  const isHtml = answer.kind === 'page' && answer.contentType.startsWith('text/html');
  if (answer.kind !== 'redirect' && !isHtml) return status === 404 ? NOT_HERE : { status };
  const fields = new Map(answer.headers);
  const isSafe = isSafelySent(fields, SECRET.includes(path));
  if (answer.kind === 'redirect') {
    const { location, cookies = [] } = answer;
    return { status, location, cookies: cookies.map(printSetCookie), isSafe };
  }
  const [, language, direction] = /<html lang="(\w+)" dir="(\w+)"/.exec(String(answer.body)) ?? [];
  const retryAfter = fields.get('Retry-After');
  return {
    status,
    language: `${language} ${direction}`,
    isSafe,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** Kept, sniffed and framed by nobody, and without a word to other sites of where one was. */
function isSafelySent(fields: ReadonlyMap<string, string>, isSecret: boolean): boolean {
  const policy = fields.get('Content-Security-Policy')?.split('; ') ?? [];
  return (
    POLICY.every((one) => policy.includes(one)) &&
    fields.get('Cache-Control') === 'no-store' &&
    fields.get('X-Content-Type-Options') === 'nosniff' &&
    fields.get('Referrer-Policy') === (isSecret ? 'no-referrer' : 'same-origin')
  );
}
