/** Texts, payments, people and kept results at awkward moments. */
import { sometimes } from '../../moments/sometimes.js';
import type { Onlooker } from './onlooker.js';

export const serviceMoments: Onlooker = () => {
  const called = new Set<string>();
  const noticed = new Set<string>();
  const accepted = new Set<string>();
  let textOverAt = Number.NEGATIVE_INFINITY;
  return {
    observe(seen, exchange) {
      switch (seen.what) {
        case 'text_called':
          if (called.has(seen.generationId)) sometimes('text-took-another-route');
          called.add(seen.generationId);
          return;
        case 'text_over':
          if (seen.how === 'whole') textOverAt = seen.at;
          return;
        case 'stream_over':
          if (seen.how === 'cut_off') sometimes('stream-was-cut-off');
          if (seen.how === 'left') sometimes('stream-was-left');
          if (seen.how === 'ended' && textOverAt < seen.at) sometimes('stream-ended-after-its-text');
          return;
        case 'set_aside':
          sometimes('payment-was-not-believed');
          return;
        case 'notice_answered':
          if (seen.status < 300 && noticed.has(seen.order)) sometimes('notice-came-again');
          noticed.add(seen.order);
          return;
        case 'files_failed':
          sometimes(seen.fault === 'full' ? 'disk-of-results-full' : 'disk-of-results-failed');
          return;
        case 'sent': {
          const { call } = seen;
          if (call.op !== 'accept') return;
          const link = JSON.stringify(call.mail ?? call.link);
          if (accepted.has(link)) sometimes('invitation-was-accepted-again');
          accepted.add(link);
          return;
        }
        case 'answered':
          if (exchange?.sent.call.op === 'sign_in' && seen.status === 429) sometimes('guesses-were-stopped');
      }
    },
  };
};
