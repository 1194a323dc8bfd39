/** Why a submit has to be refused for what it says, as far as the contract and the setup tell. */
import type { SubmitCall } from '../../history/client-call.js';
import { promptOf } from '../../history/edges/prompt-of.js';
import { lengthsOf, routesOf } from '../../history/model-routes.js';
import type { NodeSetup } from '../../history/node-history.js';
import { SERVICE_NAMES } from '../../history/provider-kinds.js';
import { millisecondsIn } from '../facts/exact-amounts.js';

export interface SubmitFlaw {
  readonly code: 'invalid_request' | 'model_not_found';
  readonly because: string;
  /** The errors of the contract that come after it. */
  readonly later: readonly string[];
}

const PROMPT_MAX = 10_000;
/** The services have bounds of their own on prompts. */
const PROMPT_SURE = 500;
const SIMULATED = [
  'sim/video',
  'sim/video-slow',
  'sim/video-instant',
  'sim/video-half',
  'sim/video-reject',
  'sim/video-flaky',
];
const SIMULATED_LENGTHS = {
  ...{ lengthMinMs: 1_000, lengthMaxMs: 60_000 },
  ...{ lengthDefaultMs: 5_000, lengthsAllowedMs: undefined },
};
/** The most that a key can hold, and so pay (contract: "Money"). */
const MOST_MICRO_DA = 10n ** 15n;

const OF_MONEY = ['too_many_jobs', 'insufficient_credits'];
const OF_BOUNDS = { code: 'invalid_request', later: OF_MONEY } as const;
const OF_MODEL = {
  code: 'model_not_found',
  because: 'its model',
  later: [...OF_MONEY, 'invalid_request'],
} as const;
const OF_FORM = {
  code: 'invalid_request',
  later: [...OF_MONEY, 'model_not_found', 'idempotency_key_in_use', 'idempotency_key_reused'],
} as const;

/**
 * Undefined if it has none; `unknown` if that is for a provider to say.
 *
 * @param prices that its model may have had, in micro-DA a second
 * @param offered whether its model may have been on offer, and whether it may not
 */
export function submitFlaw(
  setup: NodeSetup,
  call: SubmitCall,
  prices: readonly number[],
  offered: readonly boolean[],
): SubmitFlaw | 'unknown' | undefined {
  const length = call.seconds === undefined ? undefined : millisecondsIn(call.seconds);
  if (call.seconds !== undefined && (length === undefined || length === 0n))
    return { ...OF_FORM, because: 'its seconds' };
  const prompt = promptOf(call);
  const points = prompt.length <= PROMPT_SURE ? prompt.length : [...prompt].length;
  if (points > PROMPT_MAX || prompt.trim() === '') return { ...OF_FORM, because: 'its prompt' };
  const model = setup.models.find(({ id }) => id === call.model);
  if ((model === undefined && !SIMULATED.includes(call.model)) || !offered.includes(true)) return OF_MODEL;
  if (offered.includes(false)) return 'unknown';
  const bounds = model === undefined ? SIMULATED_LENGTHS : lengthsOf(model);
  if (length !== undefined) {
    const { lengthMinMs, lengthMaxMs, lengthsAllowedMs } = bounds;
    const isAllowed = lengthsAllowedMs === undefined || lengthsAllowedMs.includes(Number(length));
    if (length < BigInt(lengthMinMs) || length > BigInt(lengthMaxMs) || !isAllowed)
      return { ...OF_BOUNDS, because: 'its seconds' };
  }
  const isForServices =
    model !== undefined &&
    routesOf(model).some(({ provider }) => (SERVICE_NAMES as readonly string[]).includes(provider));
  const lengthMs = length ?? BigInt(bounds.lengthDefaultMs);
  const tooDear = prices.filter((price) => BigInt(price) * lengthMs > MOST_MICRO_DA * 1_000n).length;
  const isForServicesToSay = isForServices && (points > PROMPT_SURE || call.fields !== undefined);
  if (isForServicesToSay || (tooDear > 0 && tooDear < prices.length)) return 'unknown';
  return tooDear > 0 ? { ...OF_BOUNDS, because: 'its price' } : undefined;
}
