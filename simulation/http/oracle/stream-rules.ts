/** The demands on a whole connection: how many answers there are, and how it ends. */
import type { Observation } from '../wire/connection.js';
import { type RequestStream, valuesOf, WHYS_OF_CHUNKS } from '../wire/request-reader.js';
import type { HttpFlaw, Sent } from './oracle-facts.js';

/** Longest announced body that is passed over for the sake of its connection, in bytes. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;

/** The flaw in the number of answers, or in the state of the connection. */
export function flawOfStream({ stream }: Sent, observation: Observation): HttpFlaw | undefined {
  const { answers, flaw, leftover, fate, isRefused } = observation;
  const { requests, rest, why } = stream;
  if (isRefused) return { rule: 'unanswered', message: 'the server takes no connection' };
  if (flaw !== undefined) return { rule: 'framing', message: flaw };
  const bare = answers.findIndex(({ isBare }) => isBare);
  if (bare !== -1 && bare !== answers.length - 1)
    return { rule: 'framing', message: 'an answer after a bare one' };
  const most = rest === 'odd' ? Number.POSITIVE_INFINITY : requests.length + (rest === 'malformed' ? 1 : 0);
  if (answers.length > most)
    return { rule: 'surplus', message: `${answers.length} answers to ${requests.length} requests` };
  const lastServed = requests.findIndex(({ fields }) =>
    fields.some(([name]) => name === 'transfer-encoding'),
  );
  const isInChunks = lastServed !== -1 || (rest === 'odd' && WHYS_OF_CHUNKS.includes(why));
  const served = answers.filter(({ isBare }) => !isBare).length;
  if (isInChunks && served > (lastServed === -1 ? requests.length : lastServed) + 1)
    return { rule: 'surplus', message: 'an answer to what stands behind a body in chunks' };
  if (fate === 'open' && leftover !== '') return { rule: 'surplus', message: 'bytes behind the last answer' };
  return flawOfFate(stream, observation);
}

function flawOfFate({ requests, rest, why }: RequestStream, observation: Observation): HttpFlaw | undefined {
  const { answers, leftover, fate } = observation;
  const isAlone = requests.length === 1 && rest === 'nothing';
  if (fate === 'silent') {
    const due = rest === 'malformed' ? `the end of the connection after ${why}` : 'an answer, or the end';
    return { rule: 'unanswered', message: `${due} is missing; ${answers.length} answers are there` };
  }
  // Over that bound the connection is closed at once, and the answer may be lost to a reset.
  if (fate === 'ended' && Number(valuesOf(requests[0], 'content-length')[0] ?? 0) > UNREAD_BYTES_MAX)
    return undefined;
  if (fate === 'ended' && isAlone && leftover !== '')
    return { rule: 'framing', message: 'an answer breaks off' };
  if (fate === 'ended' && isAlone && answers.length === 0)
    return { rule: 'unanswered', message: 'the connection ends without an answer' };
  return undefined;
}
