/**
 * Calls go as the configuration in force has them. The jobs at a provider that it does not name any more go
 * on there as they were.
 */
import type { Observation } from '../../history/observation.js';
import type { Rule } from '../invariant.js';

export const AS_CONFIGURED: Rule = {
  name: 'as-configured',
  says: 'A provider and the payment service are called as the configuration in force has them, from the reload on.',
  watch(_, report) {
    let inForce = 0;
    let gone: string | undefined;
    return {
      observe(seen: Observation) {
        switch (seen.what) {
          case 'starting':
            inForce = 0;
            gone = undefined;
            return;
          case 'reloaded':
            if (seen.outcome !== 'applied') return;
            inForce = seen.reading ?? inForce;
            gone = seen.without;
            return;
          case 'provider_called':
          case 'payment_called':
          case 'text_called': {
            const { reading = 0 } = seen;
            if (reading !== inForce && !('provider' in seen && seen.provider === gone))
              report(
                `${about(seen)} goes as of reload ${reading}, and that of reload ${inForce} is in force`,
              );
          }
        }
      },
    };
  },
};

type Called = Extract<Observation, { readonly what: 'provider_called' | 'payment_called' | 'text_called' }>;

function about(seen: Called): string {
  switch (seen.what) {
    case 'provider_called':
      return `${seen.kind} of ${seen.jobId} at ${seen.provider}`;
    case 'payment_called':
      return `${seen.kind} of ${seen.order || seen.checkout} at the payment service`;
    case 'text_called':
      return `the call of ${seen.generationId} to ${seen.provider}`;
  }
}
