/** The calls by which real services are asked for clips, for what becomes of them, and for results. */
import type { Rule } from '../invariant.js';

export const SERVICE_ASKED: Rule = {
  name: 'service-asked',
  says: 'A service is asked by the calls that its description has: for the length that the gateway counts, with the fields of the request that it takes, under its names, and with no others; a wish that its model cannot serve is refused by the name of a field that stands in the way, and the service hears nothing of it.',
  watch: (_, report) => ({
    observe(seen) {
      if (seen.what !== 'service_asked') return;
      const { provider, wish, means, asked } = seen;
      if (asked !== means)
        report(`${provider}, asked for ${wish}: that is "${means}", and it was "${asked}"`);
    },
  }),
};
