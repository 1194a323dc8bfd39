/**
 * Links to results: for everybody who has one, without a key, and for nobody who has not. A link proves that
 * it was given out, so a part of the proof, or the proof of another, leads nowhere.
 */
import { isFetch } from '../../history/results/result-calls.js';
import { type Answer, codeOf } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

/** Fields that a link, or a fetch with a key, has on each result. */
const SAFETY: readonly (readonly [name: string, value: string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "sandbox; default-src 'none'; media-src 'self'"],
];
/** Those of a key have no business on an answer to nobody. */
const OF_KEYS = /^x-(ratelimit-|balance-)/;
const REFUSALS: readonly (string | undefined)[] = ['result_expired', 'provider_unavailable'];

export const RESULT_LINKS: Rule = {
  name: 'result-links',
  says: 'A link opens its result without a key, or says that the result is gone or out of reach for now; a link that no answer told is 404. A result is never sniffed, framed or run as a page, and a HEAD has none of its bytes.',
  watch: (_, report) => ({
    observe(seen, exchange) {
      if (seen.what !== 'answered' || exchange === undefined) return;
      const { request, call } = exchange.sent;
      if (call.op !== 'open_link' && call.op !== 'content') return;
      const about = `request ${request} (${call.op}${call.op === 'open_link' ? ` ${call.flaw ?? ''}` : ''})`;
      const is = `is answered ${seen.status} ${codeOf(seen) ?? ''}`;
      const { headers, status } = seen;
      if (call.op === 'open_link') {
        if (call.flaw !== undefined && status !== 404)
          report(`${about} ${is}, and no answer told of such a link`);
        if (call.flaw === undefined && !opens(seen)) report(`${about} ${is}, and an answer told of it`);
        const names = Object.keys(headers).filter((name) => OF_KEYS.test(name));
        if (names.length > 0) report(`${about} is of no key, and its answer has ${names.join(', ')}`);
      }
      if ((status !== 200 && status !== 206) || !isFetch(call)) return;
      for (const [name, value] of SAFETY)
        if (headers[name] !== value) report(`${about} has ${headers[name]} for ${name}`);
      if (call.isHead && !/^(0 bytes|$)/.test(seen.body))
        report(`${about} is a HEAD, and is sent ${seen.body}`);
    },
  }),
};

function opens(answer: Answer): boolean {
  const { status } = answer;
  if (status === 200 || status === 206 || status === 416) return true;
  // The node itself may have no time for it, and a HEAD tells no code.
  return status === 503 || (status === 410 && answer.body === '') || REFUSALS.includes(codeOf(answer));
}
