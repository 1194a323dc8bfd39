/**
 * Calls before the first step of a history, and after the last: the frame that every run stands in.
 */

import type { ClientCall } from '../../../history/client-call.js';
import type { NodeHistory, NodeSetup } from '../../../history/node-history.js';
import type { Clients } from './clients.js';

const RPM_MAX = 1_000_000;
const PAGE = 100;

/** Makes the accounts and keys of the setup. */
export function openingCalls({ accounts, keys }: NodeSetup): readonly ClientCall[] {
  return [
    ...Array.from({ length: accounts - 1 }, (_, n): ClientCall => {
      return { op: 'create_account', name: `Account ${n + 1}` };
    }),
    ...keys.map(({ account, rpm, creditsMicroDa }, n): ClientCall => {
      return { op: 'create_key', newKey: n, account, rpm, creditsMicroDa };
    }),
  ];
}

/**
 * Reads everything that the clients know of. Limits are raised first, so that a key of one request a minute
 * can be read in less than an hour.
 */
export function closingCalls({ setup, steps }: NodeHistory, clients: Clients): readonly ClientCall[] {
  const known = new Set(clients.jobs);
  // The answer to a rotation may have been lost, and with it the secret.
  const rotated = new Set(
    steps.flatMap((step) => (step.do === 'request' && step.call.op === 'rotate' ? [step.call.key] : [])),
  );
  return [
    ...(setup.payments === undefined ? [] : [{ op: 'void_simulated' } as const]),
    ...clients.keys.flatMap((key): readonly ClientCall[] => [
      { op: 'set_rpm', key, rpm: RPM_MAX },
      ...(rotated.has(key) ? [{ op: 'rotate', key, graceSeconds: 0 } as const] : []),
      { op: 'show_key', key },
      { op: 'ledger', key, limit: PAGE },
      { op: 'credits', key },
      { op: 'activity', key },
      { op: 'list_jobs', key, limit: PAGE },
    ]),
    ...clients.orders.map((order): ClientCall => ({ op: 'show_order', order })),
    ...(setup.payments === undefined ? [] : [{ op: 'list_orders', limit: PAGE } as const]),
    ...steps.flatMap((step): readonly ClientCall[] =>
      step.do === 'request' && step.call.op === 'submit' && known.has(step.id)
        ? [
            { op: 'poll', key: step.call.key, job: step.id },
            ...(setup.settings.kept === undefined
              ? []
              : [{ op: 'content', key: step.call.key, job: step.id } as const]),
          ]
        : [],
    ),
  ];
}
