/** Pages as a trace shows them: what people see on them that rules ask for. */
import { PRIVATE_PROMPT } from '../../../../history/people/pages/generate-private-pages.js';
import { isForPage } from '../../../../history/people-call.js';
import { amountIn, partsOf, visitedPartsOf } from './told-pages.js';

/** An answer as its client has it. */
export interface PersonsAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export const INVITATION_URL = /https?:[\w./-]+\/invitation\/([\w-]{43})/;

/** Of an API key. */
export const SECRET = /\bsk-[\w-]+/;
/** Of a management key. */
export const MANAGEMENT_SECRET = /\bmk-[\w-]+/;
/** The page to which a form leads that made an order. */
export const ORDER_PAGE = /^\/top-up\/(order_\w+)$/;
/** On this very machine they have the number of the port. */
const COOKIES = {
  session: /^(?:__Host-tollgate|tollgate-\d+)$/,
  device: /^(?:__Host-tollgate-device|tollgate-device-\d+)$/,
};
const LISTED_MKEY = /<bdi>([^<]*)<\/bdi><small class="mono"><bdi>(mkey_\w+)/g;
const LISTED_SESSION = /name="session" value="([0-9a-f]{64})"/g;

/**
 * The body of an answer as a trace shows it: of a page, what people see on it that rules ask for, as JSON.
 */
export function bodyShown(call: { readonly op: string }, { status, text }: PersonsAnswer): string {
  if (!isForPage(call) || !text.startsWith('<!doctype html>')) return text;
  const all = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, found]) => found))];
  if (call.op === 'forgot' || (call.op === 'sign_in' && status === 401))
    return JSON.stringify({ text: wordsOf(text, call.typed ?? call.name) });
  if (call.op === 'form')
    return JSON.stringify({ key: /\bkey_\w+/.exec(text)?.[0], hasSecret: SECRET.test(text) });
  if (call.op === 'use_card')
    return JSON.stringify({ hasCards: text.includes('name="card"'), amount: amountIn(text) });
  if (call.op === 'desk')
    return JSON.stringify({
      mkeys: [...text.matchAll(LISTED_MKEY)].map(([, name, id]) => [id, name]),
      hasSecret: MANAGEMENT_SECRET.test(text),
    });
  if (call.op === 'read_list')
    return JSON.stringify({ jobs: all(/href="\/jobs\/(video_\w+)"/g), links: linksIn(text) });
  if (call.op === 'see_private')
    return JSON.stringify({
      hasPrompt: text.includes(PRIVATE_PROMPT),
      hasClip: text.includes('src="/clips/'),
    });
  if (call.op === 'look' && call.page !== 'overview' && call.page !== 'node')
    return JSON.stringify(partsOf(text));
  if (call.op === 'visit' || call.op === 'look') return JSON.stringify(visitedPartsOf(text));
  if (call.op !== 'read_page')
    return JSON.stringify({ hasLink: text.includes('/invitation/'), url: INVITATION_URL.exec(text)?.[0] });
  if (call.page === 'job_form') return JSON.stringify({ keys: all(/value="(key_\w+)"/g) });
  if (call.page === 'sessions') return JSON.stringify({ sessions: all(LISTED_SESSION) });
  if (call.page === 'people') return JSON.stringify({ names: all(/([\w.-]+@people\.test)/g) });
  return '{}';
}

/** A page in words, whatever name was typed. */
function wordsOf(html: string, name: string): string {
  return html
    .replaceAll(name, '…')
    .replaceAll(/\/assets\/[^"]*/g, '')
    .replaceAll(/<head>.*?<\/head>|<[^>]*>/gs, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The links below a list: to its other pages. */
function linksIn(html: string): readonly string[] {
  const [below = ''] = /<nav class="pages".*?<\/nav>/s.exec(html) ?? [];
  return [...below.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
}

/** Undefined if the answer sets none of such a name, or takes it away. */
export function cookieIn(headers: PersonsAnswer['headers'], of: keyof typeof COOKIES): string | undefined {
  for (const line of headers['set-cookie']?.split('\n') ?? []) {
    const at = line.indexOf('=');
    if (COOKIES[of].test(line.slice(0, at))) return /^[\w-]+/.exec(line.slice(at + 1))?.[0];
  }
  return undefined;
}
