/** Why a submit has to be refused for what it says, as far as the contract and the setup tell. */
import type { SubmitCall } from '../../history/client-call.js';
import { promptOf } from '../../history/edges/prompt-of.js';
import { type ModelLengths, routesOf } from '../../history/model-routes.js';
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

/** Its model, as the configuration may have had it meanwhile. */
export interface ModelThen {
  /** In micro-DA a second. */
  readonly prices: readonly number[];
  /** Whether it may have been on offer, and whether it may not. */
  readonly offered: readonly boolean[];
  /** Undefined of a model that is not in the setup. */
  readonly lengths: readonly ModelLengths[] | undefined;
}

/** Undefined if it has none; `unknown` if that is for a provider to say. */
export function submitFlaw(
  setup: NodeSetup,
  call: SubmitCall,
  { prices, offered, lengths = [SIMULATED_LENGTHS] }: ModelThen,
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
  const misfits = lengths.filter((bounds) => length !== undefined && !isWithin(length, bounds)).length;
  if (misfits > 0) return misfits < lengths.length ? 'unknown' : { ...OF_BOUNDS, because: 'its seconds' };
  const isForServices =
    model !== undefined &&
    routesOf(model).some(({ provider }) => (SERVICE_NAMES as readonly string[]).includes(provider));
  const lengthMs = (bounds: ModelLengths) => length ?? BigInt(bounds.lengthDefaultMs);
  const costs = lengths.flatMap((bounds) => prices.map((price) => BigInt(price) * lengthMs(bounds)));
  const tooDear = costs.filter((cost) => cost > MOST_MICRO_DA * 1_000n).length;
  const isForServicesToSay = isForServices && (points > PROMPT_SURE || call.fields !== undefined);
  if (isForServicesToSay || (tooDear > 0 && tooDear < costs.length)) return 'unknown';
  return tooDear > 0 ? { ...OF_BOUNDS, because: 'its price' } : undefined;
}

function isWithin(length: bigint, { lengthMinMs, lengthMaxMs, lengthsAllowedMs }: ModelLengths): boolean {
  if (lengthsAllowedMs?.includes(Number(length)) === false) return false;
  return length >= BigInt(lengthMinMs) && length <= BigInt(lengthMaxMs);
}
