/** A provider of text that does not answer is left alone for a while. */
import { InForce } from '../facts/in-force.js';
import type { Rule } from '../invariant.js';

/** A model of a provider, as its calls went in this process. */
interface Called {
  /** Calls in a row that were lost, each begun after the last answer. */
  lost: number;
  lostAt: number;
  /** The place of the first of them among the observations. */
  lostFrom: number;
  answeredAt: number;
}

export const TEXTS_LEFT_ALONE: Rule = {
  name: 'texts-left-alone',
  says: 'After so many calls in a row that broke off before anything came, a model of a provider is not called for its cool-down.',
  watch(setup, report, requests) {
    const inForce = new InForce(setup);
    const models = new Map<string, Called>();
    const begun = new Map<number, { readonly called: Called; readonly at: number }>();

    return {
      observe(seen) {
        const { seq } = requests;
        inForce.observe(seen, seq);
        switch (seen.what) {
          case 'text_called': {
            const of = `${seen.provider} ${seen.model}`;
            const called = models.get(of) ?? {
              lost: 0,
              lostAt: 0,
              lostFrom: 0,
              answeredAt: Number.NEGATIVE_INFINITY,
            };
            models.set(of, called);
            begun.set(seen.call, { called, at: seen.at });
            const valuesOf = (name: string) => inForce.numbers(name, called.lostFrom, seq);
            const passedMs = seen.at - called.lostAt;
            const isOpen = called.lost >= Math.max(...valuesOf('providerBreakerFailures'));
            if (isOpen && passedMs < Math.min(...valuesOf('providerBreakerCoolDownMs')))
              report(`${of} is called ${passedMs} ms after ${called.lost} calls in a row were lost`);
            return;
          }
          case 'text_sent': {
            const { called } = begun.get(seen.call) ?? {};
            if (called !== undefined) [called.lost, called.answeredAt] = [0, seen.at];
            return;
          }
          case 'text_over': {
            const { called, at = 0 } = begun.get(seen.call) ?? {};
            begun.delete(seen.call);
            if (called === undefined || seen.how === 'left') return;
            if (seen.how !== 'lost') [called.lost, called.answeredAt] = [0, seen.at];
            else if (at >= called.answeredAt) {
              if (called.lost === 0) called.lostFrom = seq;
              [called.lost, called.lostAt] = [called.lost + 1, seen.at];
            }
            return;
          }
          case 'starting':
            models.clear();
            begun.clear();
        }
      },
    };
  },
};
