import type { LinkCall } from '../../../../simulation/history/results/result-calls.js';
import { RESULT_LINKS } from '../../../../simulation/rules/results/result-links.js';
import { checkBreaches } from '../check-breaches.js';
import { at, exchange, JOB, type Moment } from '../told-history.js';

const LATE = 900_000;
const WHOLE = '17 bytes: a clip of 2500 ms';
const SAFE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; media-src 'self'",
};

function opened(call: Partial<LinkCall>, status: number, body: string, headers: object = SAFE) {
  const [asked, told] = exchange(
    { op: 'open_link', job: 1, ...call },
    status,
    {},
    { ...headers },
    { jobId: JOB },
  ) as [Moment, Moment];
  return { x: at(LATE, asked, { ...told, body } as Moment) };
}

const GONE = JSON.stringify({ error: { code: 'result_expired' } });

checkBreaches(
  RESULT_LINKS,
  [
    ['an altered link opens a result', opened({ flaw: 'last' }, 200, WHOLE), /no answer told of such a link/],
    ['an altered link tells of a result', opened({ flaw: 'first' }, 410, GONE), /no answer told/],
    ['a link leads nowhere', opened({}, 404, 'no such result'), /an answer told of it/],
    ['a link may be run as a page', opened({}, 200, WHOLE, {}), /for content-security-policy/],
    ['a HEAD has bytes', opened({ isHead: true }, 200, WHOLE), /is a HEAD, and is sent 17 bytes/],
    ['a link counts on a key', opened({}, 200, WHOLE, { ...SAFE, 'x-ratelimit-reset': '1' }), /of no key/],
  ],
  [
    ['a link opens its result', opened({}, 200, WHOLE)],
    ['a HEAD has none of it', opened({ isHead: true }, 200, '0 bytes: ')],
    ['its result is gone', opened({}, 410, GONE)],
    ['an altered link leads nowhere', opened({ flaw: 'half' }, 404, 'no such result')],
  ],
);
