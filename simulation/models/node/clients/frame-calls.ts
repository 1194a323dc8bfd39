/**
 * Calls before the first step of a history, and after the last: the frame that every run stands in.
 */

import type { ClientCall, PagedList } from '../../../history/client-call.js';
import { FIRST_OF_RUSH } from '../../../history/edges/generate-rush.js';
import type { NodeHistory, NodeSetup } from '../../../history/node-history.js';
import type { Clients } from './clients.js';
import { closingLooks } from './pages/closing-looks.js';

/** The step of all calls of the frame. */
export const FRAME_STEP = 0;

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
export function closingCalls(history: NodeHistory, clients: Clients): readonly ClientCall[] {
  const { setup, steps } = history;
  const known = new Set(clients.jobs);
  // The answer to a rotation may have been lost, and with it the secret.
  const rotated = new Set(
    steps.flatMap((step) => {
      const call = step.do === 'request' ? step.call : undefined;
      const rotates = call?.op === 'rotate' || (call?.op === 'form' && call.act === 'rotate_key');
      return rotates ? [call.key] : [];
    }),
  );
  return [
    ...(setup.payments === undefined ? [] : [{ op: 'void_simulated' } as const]),
    ...few(clients).flatMap((key): readonly ClientCall[] => [
      { op: 'set_rpm', key, rpm: RPM_MAX },
      ...(rotated.has(key) ? [{ op: 'rotate', key, graceSeconds: 0 } as const] : []),
      { op: 'show_key', key },
      { op: 'ledger', key, limit: PAGE },
      { op: 'credits', key },
      { op: 'show_balance', key },
      { op: 'activity', key },
      { op: 'list_jobs', key, limit: PAGE },
    ]),
    ...usageRead(history, clients),
    ...clients.orders.map((order): ClientCall => ({ op: 'show_order', order })),
    ...(setup.payments === undefined ? [] : [{ op: 'list_orders', limit: PAGE } as const]),
    ...pagesRead(history, clients),
    ...textsRead(history, clients),
    ...steps.flatMap((step): readonly ClientCall[] =>
      step.do === 'request' && step.call.op === 'submit' && known.has(step.id)
        ? [
            { op: 'poll', key: step.call.key, job: step.id },
            { op: 'show_job', job: step.id },
            ...(setup.settings.kept === undefined
              ? []
              : [{ op: 'content', key: step.call.key, job: step.id } as const]),
          ]
        : [],
    ),
    ...looksAtPages(history, clients),
  ];
}

/** Each text that was heard of, if texts can be looked up. */
function textsRead({ setup: { texts }, steps }: NodeHistory, clients: Clients): readonly ClientCall[] {
  if (texts?.generations === undefined) return [];
  const known = new Set(clients.texts.steps);
  return steps.flatMap((step) =>
    step.do === 'request' && step.call.op === 'chat' && known.has(step.id)
      ? [{ op: 'generation', key: step.call.key, text: step.id } as const]
      : [],
  );
}

/** The known keys, without those of a rush. */
function few({ keys }: Clients): readonly number[] {
  return keys.filter((key) => key < FIRST_OF_RUSH);
}

function keyAt(seed: number, clients: Clients): number | undefined {
  const keys = few(clients);
  return keys[seed % Math.max(1, keys.length)];
}

/** Two lists in pages, one of them of a key: which, and how long the pages are, follows from the seed. */
function pagesRead({ seed, setup: { payments } }: NodeHistory, clients: Clients): readonly ClientCall[] {
  const key = keyAt(seed, clients);
  if (key === undefined) return [];
  const lists: readonly (readonly [PagedList, number])[] = [
    ['all_jobs', 7],
    ['keys', 2],
    ['accounts', 1],
    ['audit', 9],
    ...(payments === undefined ? [] : ([['orders', 2]] as const)),
  ];
  const [list, limit] = lists[seed % lists.length] ?? ['keys', 2];
  const filters = [{}, { status: 'completed' }, { status: 'failed' }] as const;
  const ofOne = [{}, { of: 'key' }, { of: 'account' }] as const;
  const isShort = Math.floor(seed / 2) % 2 === 0;
  const filter = filters[Math.floor(seed / 2) % 3];
  return [
    seed % 2 === 0
      ? { op: 'page', list: 'jobs', key, limit: 2, ...filter }
      : { op: 'page', list: 'ledger', key, ...(isShort && { limit: 5 }) },
    {
      op: 'page',
      list,
      key,
      ...((isShort || list !== 'audit') && { limit }),
      ...(list === 'all_jobs' && { ...filter, ...ofOne[Math.floor(seed / 4) % 3] }),
    },
  ];
}

/** Each but every fourth history with people or payments, for the sake of time. */
function looksAtPages(history: NodeHistory, clients: Clients): readonly ClientCall[] {
  const { seed, setup } = history;
  const key = keyAt(seed, clients);
  const isSafe = (setup.people ?? setup.payments) !== undefined;
  return key === undefined || !isSafe || seed % 4 === 0
    ? []
    : closingLooks(FRAME_STEP, history, key, clients);
}

/** A year, with all days to which a history comes. */
const YEAR = { from: '2026-06-01', to: '2027-05-31' };
/** Those on which most histories begin. */
const DAYS = { from: '2026-11-20', to: '2026-11-21' };

/** The prices, and the usage of one key: by one model or one provider alone, or of some days. */
function usageRead({ seed, setup: { models } }: NodeHistory, clients: Clients): readonly ClientCall[] {
  const key = keyAt(seed, clients);
  const model = models[seed % Math.max(1, models.length)];
  if (key === undefined || model === undefined) return [];
  const { id, provider } = model;
  return [
    { op: 'models', key },
    {
      op: 'activity',
      key,
      ...([{ model: id }, { provider }, DAYS, YEAR][seed % 4] ?? {}),
    },
  ];
}
