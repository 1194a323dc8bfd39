/** The words of real services: each documented answer counts as the documentation says. */
import type { Rule } from '../invariant.js';

export const SERVICE_WORDS: Rule = {
  name: 'service-words',
  says: 'Each answer that a service documents counts as docs/providers.md, docs/text.md and docs/payments.md say: as taken or not, for now or for good, with which slug or code, with which wait, and with which state of a checkout. No answer of one that behaves fails the call.',
  watch: (_, report) => ({
    observe(seen) {
      if (seen.what !== 'service_heard') return;
      const { provider, said, means, takenFor } = seen;
      if (takenFor !== means)
        report(`${provider} answered ${said}: that is "${means}", and was taken for "${takenFor}"`);
    },
  }),
};
