/** Requests with secrets that nobody was given, or in the name of a page that did not send them. */
import type { ForgedCall } from '../../../../history/forms/forged-call.js';
import { DEVICE_COOKIE, page, SESSION_COOKIE } from '../pages/browser-request.js';
import type { PreparedRequest } from '../prepared-request.js';

/** The secrets that the call names; undefined if nobody was told of one. */
interface Secrets {
  readonly session: string | undefined;
  readonly device: string | undefined;
  /** The path of the link. */
  readonly link: string | undefined;
}

const PASSWORD = { password: 'Password of a forger', again: 'Password of a forger' };
const FOREIGN = {
  foreign_site: [['sec-fetch-site', 'cross-site']],
  sibling_site: [['sec-fetch-site', 'same-site']],
  foreign_port: [['origin', 'https://gateway.test:8443']],
  foreign_origin: [['origin', 'https://gateway.test.elsewhere.test']],
  no_origin: [],
  foreign_host: [['sec-fetch-site', 'same-origin']],
} as const;

/** Undefined if a secret that it needs is not known. */
export function forgedRequest(
  { how, part = 0 }: ForgedCall,
  { session, device, link }: Secrets,
): PreparedRequest | undefined {
  const under = (cookie: string | undefined) =>
    cookie && page('/sessions', [`${SESSION_COOKIE}=${cookie}`], undefined);
  switch (how) {
    case 'altered_session':
      return under(session && altered(session)) || undefined;
    case 'device_as_session':
      return under(device) || undefined;
    case 'link_as_session':
      return under(link && endOf(link)) || undefined;
    case 'session_as_link':
      return session === undefined ? undefined : page(`/invitation/${session}`, [], PASSWORD);
    case 'altered_link': {
      if (link === undefined) return undefined;
      const end = endOf(link);
      return page(link.slice(0, -end.length) + alteredPart(end, part), [], PASSWORD);
    }
    default: {
      if (session === undefined) return undefined;
      const cookies = [`${SESSION_COOKIE}=${session}`, `${DEVICE_COOKIE}=${device ?? ''}`];
      return page('/sessions', cookies, { act: 'end_all' }, FOREIGN[how]);
    }
  }
}

function endOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function alteredPart(text: string, nth: number): string {
  const parts = text.split('.');
  const at = nth % parts.length;
  return parts.map((part, n) => (n === at ? altered(part) : part)).join('.');
}

/** In the middle: the last letter of a text in Base64url may have bits that mean nothing. */
function altered(text: string): string {
  const at = Math.floor(text.length / 2);
  return text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1);
}
