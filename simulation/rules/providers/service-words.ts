/** The words of real services: each documented answer counts as the documentation of providers says. */
import type { Rule } from '../invariant.js';

export const SERVICE_WORDS: Rule = {
  name: 'service-words',
  says: 'Each answer that a service documents counts as docs/providers.md says: as taken or not, for now or for good, with which slug, and with which wait. No answer of one that behaves fails the call.',
  watch: (_, report) => ({
    observe(seen) {
      if (seen.what !== 'service_heard') return;
      const { provider, said, means, takenFor } = seen;
      if (takenFor !== means)
        report(`${provider} answered ${said}: that is "${means}", and was taken for "${takenFor}"`);
    },
  }),
};
