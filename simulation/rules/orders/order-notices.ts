/** A notice is taken if the payment service signed it, whatever else it says, and refused if it did not. */
import type { Rule } from '../invariant.js';

const REFUSED = 403;

export const ORDER_NOTICES: Rule = {
  name: 'order-notices',
  says: 'A notice with a wrong signature is refused as such, and no other one is.',
  watch: (_, report) => ({
    observe(seen) {
      if (seen.what !== 'notice_answered') return;
      const isForged = seen.how === 'wrong_signature';
      const isTaken = seen.status < 300;
      if (isForged ? isTaken : seen.status === REFUSED)
        report(`a notice of ${seen.order} (${seen.how.replaceAll('_', ' ')}) is answered ${seen.status}`);
    },
  }),
};
