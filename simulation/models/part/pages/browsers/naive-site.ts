/** The dashboard before its pages, as docs/people.md and the contract have it. */
import { type AskAct, HOSTS, PLACES, SENDERS, type SiteLimits } from './site-acts.js';

/** All that is told of an answer. */
export interface SiteAnswer {
  readonly status: number;
  readonly location?: string;
  /** Of a page, with the direction that it is read in. */
  readonly language?: string;
  readonly cookies?: readonly string[];
  readonly isSafe?: boolean;
  readonly retryAfter?: string;
}

const MINUTE_MS = 60_000;
const [OF_A_NETWORK, OF_A_USER] = [600, 6_000];
export const NOT_HERE: SiteAnswer = { status: 404 };
const YEARS_S = 400 * 86_400;
const LANGUAGES = ['en', 'fr', 'ar'];
const LOOPBACK = '127.0.0.1';

/** The origin that a browser has opened the dashboard under. */
export interface Opened {
  readonly url: string;
  readonly isSecure: boolean;
  readonly isLoopback: boolean;
  readonly sessionCookie: string;
}

/** Undefined if the host has no dashboard. */
export function openedAt({ host }: AskAct, { publicHost }: SiteLimits): Opened | undefined {
  const { isSecure, isLoopback, port } = HOSTS[host];
  const [, name = ''] = host.split('//');
  const isOwn = publicHost === name;
  if (publicHost !== undefined && !isOwn && !isLoopback) return undefined;
  const isTls = isSecure || isOwn;
  return {
    url: isOwn ? `https://${name}` : host,
    isSecure: isTls,
    isLoopback,
    sessionCookie: isTls ? '__Host-tollgate' : `tollgate-${port}`,
  };
}

export class NaiveSite {
  readonly #limits: SiteLimits;
  /** Requests that counted: of whom, when, and how many. */
  readonly #counted: { readonly of: string; readonly at: number; readonly times: number }[] = [];

  constructor(limits: SiteLimits) {
    this.#limits = limits;
  }

  /** How many of the requests are admitted; they are all of one instant. */
  ask(act: AskAct, now: number): readonly (readonly [times: number, answer: SiteAnswer])[] {
    const opened = openedAt(act, this.#limits);
    if (!this.#isHere(act)) return [[act.times, NOT_HERE]];
    if (opened === undefined) return [[act.times, { status: 421 }]];
    const isSignedIn = act.session === 'good';
    const of = isSignedIn ? `user ${act.user}` : networkOf(act.address);
    const counting = this.#counted.filter((one) => one.of === of && one.at + MINUTE_MS > now);
    const room = (isSignedIn ? OF_A_USER : OF_A_NETWORK) - counting.reduce((sum, one) => sum + one.times, 0);
    const admitted = Math.min(act.times, room);
    this.#counted.push({ of, at: now, times: admitted });
    return [
      [admitted, this.#answer(act, opened)],
      [act.times - admitted, page(429, act, '60')],
    ];
  }

  /** With a listener of its own, management has the dashboard, and the public one if it is to be there. */
  #isHere({ page, surface, accept }: AskAct): boolean {
    const { hasManagementPort, isPublic } = this.#limits;
    const isForAll = page === 'POST /language';
    if (hasManagementPort && !isPublic && surface === 'public' && !isForAll) return false;
    return page === 'GET /clips/' || accept.toLowerCase().startsWith('text/html');
  }

  #answer(act: AskAct, opened: Opened): SiteAnswer {
    const isSignedIn = act.session === 'good';
    const next = PLACES[act.next] === true ? act.next : '/';
    if (act.page.startsWith('POST') && !isOfOwnPage(act)) return page(403, act);
    const isForm = act.page === 'POST /password';
    switch (act.page) {
      case 'GET /password':
      case 'POST /password':
      case 'GET /usage':
        if (isSignedIn) return act.page === 'GET /usage' ? page(404, act) : page(isForm ? 400 : 200, act);
        return ledTo(signInFrom(act.page, isForm));
      case 'GET /sign-in':
        if (isSignedIn) return ledTo(next);
        return page(opened.isSecure || opened.isLoopback ? 200 : 403, act);
      case 'POST /language':
        return ledTo(next, LANGUAGES.includes(act.to) ? [languageCookie(act.to, opened)] : []);
      case 'POST /sign-out': {
        const secure = opened.isSecure ? '; Secure' : '';
        const over = `${opened.sessionCookie}=; Path=/; Max-Age=0; HttpOnly${secure}; SameSite=Lax`;
        return ledTo('/sign-in', [over]);
      }
      case 'GET /clips/':
        return NOT_HERE;
      case 'GET /invitation/':
        return page(opened.isSecure || opened.isLoopback ? 200 : 403, act);
      case 'GET /demo/':
        return page(opened.isLoopback && act.address === LOOPBACK ? 200 : 410, act);
    }
  }
}

/** A browser that says where a form comes from is believed; of another its origin is asked for. */
function isOfOwnPage({ from }: AskAct): boolean {
  const { site, origin } = SENDERS[from];
  return site === undefined ? origin === 'own' : site === 'same-origin';
}

/** A person comes back to what was asked for; a form that came is lost. */
function signInFrom(page: AskAct['page'], isForm: boolean): string {
  const [, path = ''] = page.split(' ');
  return `/sign-in?next=${encodeURIComponent(`${path}?account=acct_1`)}${isForm ? '&lost=' : ''}`;
}

function languageCookie(language: string, { isSecure }: Opened): string {
  const secure = isSecure ? '; Secure' : '';
  return `tollgate-language=${language}; Path=/; Max-Age=${YEARS_S}; HttpOnly${secure}; SameSite=Lax`;
}

function ledTo(location: string, cookies: readonly string[] = []): SiteAnswer {
  return { status: 303, location, cookies, isSafe: true };
}

function page(status: number, act: AskAct, retryAfter?: string): SiteAnswer {
  const language = languageOf(act);
  const shown = `${language} ${language === 'ar' ? 'rtl' : 'ltr'}`;
  return { status, language: shown, isSafe: true, ...(retryAfter !== undefined && { retryAfter }) };
}

/** The one that was chosen, or else the one that is accepted most, the first of these. */
function languageOf({ chosen, accepted }: AskAct): string {
  if (LANGUAGES.includes(chosen)) return chosen;
  const own = accepted
    .map(([tag, weight]) => ({
      language: tag.toLowerCase().split('-')[0] ?? '',
      weight: weight === '' ? 1 : Number(weight),
    }))
    .filter(({ language, weight }) => LANGUAGES.includes(language) && weight > 0);
  const most = Math.max(...own.map(({ weight }) => weight));
  return own.find(({ weight }) => weight === most)?.language ?? 'en';
}

function networkOf(address: string): string {
  return address.startsWith('2001:db8::') ? '2001:db8::/64' : address;
}
