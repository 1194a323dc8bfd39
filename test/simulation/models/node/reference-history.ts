/** One history in which everything happens once, in good order: faults are put everywhere in it. */
import type { ClientCall } from '../../../../simulation/history/client-call.js';
import type { NodeHistory, NodeStep } from '../../../../simulation/history/node-history.js';
import type { ProviderScript } from '../../../../simulation/history/provider-script.js';

const MODELS = [
  { id: 'model/idempotent', provider: 'idempotent' },
  { id: 'model/forgetful', provider: 'forgetful' },
] as const;

const SCRIPT: ProviderScript = {
  submits: [{ delayMs: 20, do: 'accept' }],
  polls: [],
  pendingMs: 300,
  runningMs: 900,
  end: { how: 'completed', outputMs: 2_500 },
  askAgainAfterMs: 300,
};

/** By the time, in ms, at which each is asked. */
const CALLS: readonly (readonly [at: number, call: ClientCall])[] = [
  [0, { op: 'add_credit', key: 0, amountMicroDa: 5_000_000, reference: 'invoice 1' }],
  [50, submit('completes', MODELS[0].id, SCRIPT, 'idem-1')],
  [100, submit('completes too', MODELS[1].id, SCRIPT, 'idem-2')],
  [150, submit('completes', MODELS[0].id, SCRIPT, 'idem-1')],
  [200, submit('fails', MODELS[0].id, { ...SCRIPT, end: { how: 'failed', slug: 'content_rejected' } })],
  [250, submit('is refused', MODELS[1].id, { ...SCRIPT, submits: [{ delayMs: 20, do: 'reject' }] })],
  [300, submit('is taken late', MODELS[1].id, { ...SCRIPT, submits: [{ delayMs: 20, do: 'not_now' }] })],
  [350, submit('has no end', MODELS[0].id, { ...SCRIPT, end: { how: 'never' } })],
  [
    400,
    { op: 'create_key', newKey: 2, account: 1, rpm: 600, creditsMicroDa: 4_000_000, idempotencyKey: 'new' },
  ],
  [450, { op: 'set_rpm', key: 0, rpm: 500 }],
  [500, { op: 'add_credit', key: 0, amountMicroDa: 5_000_000, reference: 'invoice 1' }],
  [600, { op: 'poll', key: 0, job: 2 }],
  [1_400, { op: 'poll', key: 1, job: 3 }],
  [1_700, { op: 'list_jobs', key: 0, limit: 100 }],
  [2_000, { op: 'credits', key: 0 }],
  [2_100, { op: 'revoke', key: 1 }],
  [2_200, { op: 'ledger', key: 0, limit: 100 }],
  [2_600, { op: 'poll', key: 0, job: 2 }],
];

/** @param troubles what is put into it; their ids are to be above those of its own steps */
export function referenceHistory(troubles: readonly NodeStep[] = []): NodeHistory {
  const requests = CALLS.map(
    ([at, call], index): NodeStep => ({ id: index + 1, at, do: 'request', call, bodyAfterMs: 0, client: 1 }),
  );
  return {
    v: 1,
    model: 'node',
    seed: 4,
    faults: 'none',
    setup: {
      accounts: 2,
      keys: [0, 1].map((account) => ({ account, rpm: 1_000, creditsMicroDa: 20_000_000 })),
      models: MODELS.map((one) => ({ ...one, pricePerSecondMicroDa: 333_333, deadlineAfterMs: 4_000 })),
      settings: {
        openJobsMax: 1_000,
        idempotencyHours: 24,
        retentionDays: 90,
        gateTimeLimitMs: 1_000,
        mailboxMax: 10_000,
        residentActorsMax: 100,
        passivateAfterMs: 300_000,
        managementRpm: 6_000,
        addressRpm: 60,
        bodyTimeoutMs: 10_000,
        drainTimeLimitMs: 1_000,
        commitMsMax: 2,
      },
    },
    steps: [...troubles, ...requests].sort((a, b) => a.at - b.at),
  };
}

function submit(prompt: string, model: string, script: ProviderScript, idempotencyKey?: string): ClientCall {
  const key = model === MODELS[0].id ? 0 : 1;
  const under = idempotencyKey === undefined ? {} : { idempotencyKey };
  return { op: 'submit', key, model, prompt, seconds: 4, script, ...under };
}
