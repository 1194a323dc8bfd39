import type { ContentCall } from '../../../../simulation/history/results/result-calls.js';
import { RANGES } from '../../../../simulation/rules/results/ranges.js';
import { checkBreaches } from '../check-breaches.js';
import { at, exchange, JOB, type Moment } from '../told-history.js';

const LATE = 900_000;
const WHOLE = '17 bytes: a clip of 2500 ms';
const REFUSED = JSON.stringify({ error: { code: 'range_not_satisfiable' } });

function fetched(
  range: string | undefined,
  status: number,
  body: string,
  said?: string,
): { x: ReturnType<typeof at> } {
  const call: ContentCall = { op: 'content', key: 0, job: 1, ...(range !== undefined && { range }) };
  const headers: Record<string, string> = said === undefined ? {} : { 'content-range': said };
  return { x: at(LATE, ...answered(call, status, body, headers), ...answered(WITHOUT, 200, WHOLE, {})) };
}

/** Bound to a state that the result never had. */
function bound(status: number, body: string, said?: string): { x: ReturnType<typeof at> } {
  const call: ContentCall = { op: 'content', key: 0, job: 1, range: 'bytes=0-1', ifRange: '"a"' };
  return {
    x: at(LATE, ...answered(call, status, body, said === undefined ? {} : { 'content-range': said })),
  };
}

const WITHOUT: ContentCall = { op: 'content', key: 0, job: 1 };

function answered(
  call: ContentCall,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): readonly Moment[] {
  const [asked, told] = exchange(call, status, {}, headers, { jobId: JOB }) as [Moment, Moment];
  return [asked, { ...told, body } as Moment];
}

checkBreaches(
  RANGES,
  [
    ['one begins at the end', fetched('bytes=17-', 206, '0 bytes: ', 'bytes 17-16/17'), /should be 416/],
    ['one is refused that is there', fetched('bytes=16-', 416, REFUSED, 'bytes */17'), /should be 206/],
    ['the whole comes for a part', fetched('bytes=0-1', 200, WHOLE), /should be 206, bytes 0-1/],
    ['a part says nothing of itself', fetched('bytes=0-1', 206, '2 bytes: a '), /no Content-Range/],
    ['a byte is missing', fetched('bytes=0-1', 206, '1 bytes: a', 'bytes 0-1/17'), /with 1 bytes/],
    ['the last bytes are others', fetched('bytes=-2', 206, '2 bytes: ms', 'bytes 14-15/17'), /bytes 15-16/],
    ['they are of another place', fetched('bytes=0-1', 206, '2 bytes: ms', 'bytes 0-1/17'), /got "ms"/],
    ['the whole is longer', fetched('bytes=0-1', 206, '2 bytes: a ', 'bytes 0-1/18'), /has 18 bytes/],
    ['a part comes unasked', fetched(undefined, 206, '2 bytes: a ', 'bytes 0-1/17'), /should be the whole/],
    ['a bound part comes all the same', bound(206, '2 bytes: a ', 'bytes 0-1/17'), /should be the whole/],
    ['an odd field is refused', fetched('lines=0-1', 416, REFUSED, 'bytes */17'), /should be the whole/],
  ],
  [
    ['a part is the bytes', fetched('bytes=2-5', 206, '4 bytes: clip', 'bytes 2-5/17')],
    ['a part goes to the end', fetched('bytes=15-99', 206, '2 bytes: ms', 'bytes 15-16/17')],
    ['the last are more than there are', fetched('bytes=-99', 206, WHOLE, 'bytes 0-16/17')],
    ['one has none of the bytes', fetched('bytes=-0', 416, REFUSED, 'bytes */17')],
    ['one is not valid', fetched('bytes=5-4', 200, WHOLE)],
    ['several are asked for', fetched('bytes=0-0,2-3', 200, WHOLE)],
    ['a bound part comes as the whole', bound(200, WHOLE)],
    ['no length is told', fetched('bytes=0-1', 200, '')],
  ],
);
