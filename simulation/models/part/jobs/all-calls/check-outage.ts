/** Two submits that fail open the breaker of their model, and of no other. */
import type { ProviderCalls } from '../../../../../src/providers/calls/provider-calls.js';
import type { RouteName } from '../../../../../src/providers/provider.js';
import type { Trial } from '../../trial.js';

const COOL_DOWN_MS = 4_000;
export const OUTAGE_BREAKER = {
  failuresInARow: 2,
  coolDownFirstMs: COOL_DOWN_MS,
  coolDownMaxMs: COOL_DOWN_MS,
};

const LOST: RouteName = { provider: 'a', model: 'lost' };
const WELL: RouteName = { provider: 'a', model: 'well' };

interface Seen {
  /** The call for a job, if it has begun. */
  readonly begun: (jobId: string) => string | undefined;
  readonly fail: (call: string) => void;
  readonly reports: readonly string[];
}

export async function checkOutage(trial: Trial, calls: ProviderCalls, seen: Seen): Promise<void> {
  const same = (expected: string) =>
    trial.same('outage', [calls.readinessOf(LOST), calls.readinessOf(WELL)], [expected, 'ready']);
  const submit = async (jobId: string, fallbacks: readonly RouteName[]) => {
    calls.submit({ provider: 'a', fallbacks }, { jobId, model: 'lost', prompt: '', lengthMs: 1, extra: {} });
    await trial.world.settle();
    return seen.begun(jobId);
  };
  for (const jobId of ['last_1', 'last_2']) {
    same('ready');
    const call = await submit(jobId, []);
    if (call === undefined) trial.broke('outage', `${jobId} did not begin`);
    else seen.fail(call);
    await trial.world.settle();
  }
  same('not_ready');
  const begun = await submit('last_3', [WELL]);
  const isTurnedAway = seen.reports.some((report) => report.startsWith('last_3 submit {"outcome":"not_now"'));
  trial.same('outage', [isTurnedAway, begun], [true, undefined]);
  await trial.world.advance(COOL_DOWN_MS - 1);
  same('not_ready');
  await trial.world.advance(1);
  same('wants_probe');
}
