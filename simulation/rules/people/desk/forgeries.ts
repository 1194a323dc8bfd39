/** Nobody gets anywhere with a secret that was given to nobody, or that is of another sort. */
import { isLedToSignIn } from '../../facts/people-outcomes.js';
import type { Exchange } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';

const [TOO_MANY, TIMED_OUT, FORBIDDEN, GONE, ELSEWHERE] = [429, 408, 403, 410, 421];

export const FORGED_REQUESTS: Rule = {
  name: 'forgeries',
  says: 'An altered secret, and one of another sort, is none; a form that no page of the dashboard sent is refused, and a host that is none of its own has no dashboard.',
  watch: (_setup, report) => ({
    observe(seen, exchange) {
      if (seen.what !== 'answered' || exchange?.sent.call.op !== 'forged') return;
      const { call, request } = exchange.sent;
      if (seen.status >= 500 || seen.status === TOO_MANY || seen.status === TIMED_OUT) return;
      if (!isRefused(call.how, exchange))
        report(`request ${request} (${call.how.replaceAll('_', ' ')}) is answered ${seen.status}`);
    },
  }),
};

function isRefused(how: string, { answer }: Exchange): boolean {
  if (answer === undefined) return false;
  if (how.endsWith('as_session') || how === 'altered_session') return isLedToSignIn(answer);
  if (how === 'foreign_host') return answer.status === ELSEWHERE;
  return answer.status === (how.endsWith('link') ? GONE : FORBIDDEN);
}
