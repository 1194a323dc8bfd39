/** A form that sets a password takes one of 10 to 200 characters that is typed twice alike, and no other. */
import { setsFitPassword } from '../../facts/acts/new-passwords.js';
import { outcomeOf } from '../../facts/people-outcomes.js';
import type { Rule } from '../../invariant.js';

const UNFIT = 400;

export const PASSWORD_FORMS: Rule = {
  name: 'password-forms',
  says: 'A new password has 10 to 200 characters, however long they are in bytes, and is typed twice alike; none is set otherwise, and none that is so is refused.',
  watch: (_, report) => ({
    observe(seen, exchange) {
      if (seen.what !== 'answered' || exchange === undefined) return;
      const { call, request } = exchange.sent;
      const isFit = setsFitPassword(call);
      if (isFit === undefined) return;
      if (!isFit && outcomeOf(exchange) === 'done')
        report(`request ${request} (${call.op}) sets a password that is too short, too long or typed wrong`);
      // That of another form may be about the old password.
      if (isFit && seen.status === UNFIT && call.op !== 'change_password')
        report(`request ${request} (${call.op}) is refused, and its password may be set`);
    },
  }),
};
