/** Requests of browsers as they are drawn: from where, to which host, by whom, and in which language. */
import type { Random } from '../../../../world/random.js';

export interface SiteLimits {
  /** Host and port of the public URL, which is of TLS; undefined if none is configured. */
  readonly publicHost: string | undefined;
  readonly hasManagementPort: boolean;
  readonly isPublic: boolean;
}

export interface AskAct {
  readonly do: 'ask';
  readonly surface: 'whole' | 'public' | 'management';
  readonly accept: string;
  readonly host: HostName;
  readonly page: AskedPage;
  readonly address: string;
  readonly from: FromName;
  readonly session: 'none' | 'good' | 'over' | 'misnamed';
  readonly user: number;
  /** The language that was chosen before; anything in its cookie. */
  readonly chosen: string;
  readonly accepted: readonly (readonly [tag: string, weight: string])[];
  /** The place to which a form, or a sign-in, is to lead. */
  readonly next: string;
  readonly to: string;
  readonly times: number;
}

type HostName = keyof typeof HOSTS;
type FromName = keyof typeof SENDERS;
type AskedPage = (typeof ASKED)[number];

interface HostFacts {
  readonly isSecure: boolean;
  readonly isLoopback: boolean;
  readonly port: string;
}

export const HOSTS = {
  'http://localhost': { isSecure: false, isLoopback: true, port: '80' },
  'http://localhost:8080': { isSecure: false, isLoopback: true, port: '8080' },
  'http://127.0.0.1:9000': { isSecure: false, isLoopback: true, port: '9000' },
  'http://127.1.2.3:9000': { isSecure: false, isLoopback: true, port: '9000' },
  'http://[::1]:8080': { isSecure: false, isLoopback: true, port: '8080' },
  'https://localhost:8443': { isSecure: true, isLoopback: true, port: '8443' },
  'https://gateway.example.com': { isSecure: true, isLoopback: false, port: '443' },
  'http://gateway.example.com': { isSecure: false, isLoopback: false, port: '80' },
  'https://gateway.example.com:8443': { isSecure: true, isLoopback: false, port: '8443' },
  'http://gateway.example.com:8443': { isSecure: false, isLoopback: false, port: '8443' },
  'https://other.example.com': { isSecure: true, isLoopback: false, port: '443' },
  'http://localhost.example.com': { isSecure: false, isLoopback: false, port: '80' },
  'http://127.0.0.1.example.com': { isSecure: false, isLoopback: false, port: '80' },
  'http://10.0.0.5:8080': { isSecure: false, isLoopback: false, port: '8080' },
} as const satisfies Readonly<Record<string, HostFacts>>;

/** The fields that say which page sends a request; `own` stands for the origin of the page. */
export const SENDERS = {
  same_origin: { site: 'same-origin', origin: 'own' },
  only_site: { site: 'same-origin', origin: undefined },
  only_origin: { site: undefined, origin: 'own' },
  sibling: { site: 'same-site', origin: 'own' },
  elsewhere: { site: 'cross-site', origin: 'https://other.example.net' },
  typed: { site: 'none', origin: undefined },
  other_origin: { site: undefined, origin: 'https://other.example.net' },
  other_port: { site: undefined, origin: 'own:1' },
  opaque: { site: undefined, origin: 'null' },
  silent: { site: undefined, origin: undefined },
} as const;

/** Of those that are not signed in, and of those that are. */
export const ASKED = [
  'GET /password',
  'POST /password',
  'GET /sign-in',
  'POST /language',
  'POST /sign-out',
  'GET /clips/',
  'GET /invitation/',
  'GET /demo/',
  'GET /usage',
] as const;

/** The places that a form may lead to, and whether they are pages of this dashboard. */
export const PLACES: Readonly<Record<string, boolean>> = {
  '/keys': true,
  '/keys?after=key_1&account=acct_2': true,
  '/jobs/video_1': true,
  '/usage?by=key&period=7': true,
  '/sign-in': true,
  '/': true,
  '': false,
  '//other.example.net': false,
  '/\\other.example.net': false,
  '/\t/other.example.net': false,
  'https://other.example.net/keys': false,
  keys: false,
  '/nowhere': false,
  '/sign-out': false,
  '/language': false,
  '/keys#there': false,
};

/** The first two are of one network. */
export const ADDRESSES = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '10.0.0.1', '127.0.0.1'];
const TAGS = ['en', 'en-GB', 'fr', 'FR-dz', 'ar', 'ar-DZ', 'de', 'fra', '*', 'zh-Hant-TW'];
const WEIGHTS = ['', '', '1', '0.9', '0.5', '0.55', '0', '0.001'];
const TIMES = [1, 1, 1, 1, 1, 1, 1, 1, 1, 2];
const [MANY_OF_A_NETWORK, MANY_OF_A_USER] = [601, 6_001];

export function drawnSite(random: Random): SiteLimits {
  return {
    publicHost: random.pick([undefined, undefined, 'gateway.example.com', 'gateway.example.com:8443']),
    hasManagementPort: random.chance(0.3),
    isPublic: random.chance(0.5),
  };
}

export function drawnAsk(random: Random, { publicHost, hasManagementPort }: SiteLimits): AskAct {
  const isUsual = random.chance(0.6);
  const own = publicHost === undefined ? 'https://gateway.example.com' : `https://${publicHost}`;
  const usual = random.pick([own, 'http://localhost:8080']) as HostName;
  const session = random.pick(['none', 'none', 'good', 'good', 'over', 'misnamed'] as const);
  const many = random.chance(0.02);
  return {
    do: 'ask',
    surface: hasManagementPort ? random.pick(['public', 'management']) : 'whole',
    accept: random.pick(['text/html', 'text/html,*/*;q=0.8', 'Text/HTML', '*/*']),
    host: isUsual || many ? usual : random.pick(Object.keys(HOSTS) as HostName[]),
    page: many ? 'GET /clips/' : random.pick(ASKED),
    address: random.pick(ADDRESSES),
    from: random.chance(0.5) ? 'same_origin' : random.pick(Object.keys(SENDERS) as FromName[]),
    session,
    user: random.below(2),
    chosen: random.pick(['', '', '', 'fr', 'ar', 'en', 'de', 'FR']),
    accepted: Array.from({ length: random.below(4) }, () => [random.pick(TAGS), random.pick(WEIGHTS)]),
    next: random.pick(Object.keys(PLACES)),
    to: random.pick(['en', 'fr', 'ar', 'de', '']),
    times: many ? (session === 'good' ? MANY_OF_A_USER : MANY_OF_A_NETWORK) : random.pick(TIMES),
  };
}
