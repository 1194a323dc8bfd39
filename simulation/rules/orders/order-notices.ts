/** A notice is taken if the payment service signed it, whatever else it says, and refused if it did not. */
import type { Rule } from '../invariant.js';

const REFUSED = 403;
/** A notice may be too much at a time, too long, or come at a wrong one. */
const EXCUSES: readonly number[] = [408, 413, 429, 503];

export const ORDER_NOTICES: Rule = {
  name: 'order-notices',
  says: 'A notice with a wrong signature is refused as such, and no other one is.',
  watch: (_, report) => ({
    observe(seen) {
      if (seen.what !== 'notice_answered') return;
      const isForged = seen.how === 'wrong_signature';
      const isRight = isForged ? seen.status === REFUSED : seen.status < 300;
      if (!isRight && !EXCUSES.includes(seen.status))
        report(`a notice of ${seen.order} (${seen.how.replaceAll('_', ' ')}) is answered ${seen.status}`);
    },
  }),
};
