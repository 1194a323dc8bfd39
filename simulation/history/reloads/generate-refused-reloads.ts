/**
 * Makes reloads that the node refuses, of files that say everything otherwise, and at once afterwards
 * requests that would show what was taken of them.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { ModelSetup, NodeStep, ReloadStep } from '../node-history.js';
import type { TextModelSetup } from '../texts/text-setup.js';
import { mistakeOf } from './reload-mistakes.js';

const REFUSED_CHANCE = 0.2;
/** No other step makes keys of these numbers. */
const FIRST_KEY = 7_600;
/** None that a history has. */
const [PRICE, TEXT_PRICE, RPM] = [777_777, 7_777, 17];
const SHOWN_BY = 5;

interface RefusedFacts {
  readonly models: readonly ModelSetup[];
  readonly textModels: readonly TextModelSetup[];
  readonly durationMs: number;
}

export function generateRefusedReloads(random: Random, facts: RefusedFacts): readonly NodeStep[] {
  if (!random.chance(REFUSED_CHANCE)) return [];
  const { models, textModels } = facts;
  let at = random.between(0, facts.durationMs);
  const steps: NodeStep[] = [edgeStep(at, richKey(FIRST_KEY, 100_000_000))];
  at += 400;
  const reload: ReloadStep = {
    ...{ id: 0, at, do: 'reload', isMistaken: true, ...mistakeOf(random) },
    prices: models.map(() => PRICE),
    textPrices: textModels.map(() => ({ input: TEXT_PRICE, output: TEXT_PRICE })),
    addressRpm: RPM,
    managementRpm: RPM,
    options: {
      ...{ defaultRpm: RPM, keysPerAccountMax: 1, openJobsMax: 1, bodyMaxBytes: 1_024 },
      ...{ topUpMin: 999, publicUrl: 'https://refused.test', signUp: random.pick(['open', 'closed']) },
    },
  };
  steps.push(reload);
  for (let n = 1; n <= SHOWN_BY; n++) {
    at += random.pick([0, 5, 60]);
    steps.push(edgeStep(at, shows(random, n, models)));
  }
  return steps;
}

function shows(random: Random, n: number, models: readonly ModelSetup[]): ClientCall {
  const submit = { op: 'submit', key: FIRST_KEY, prompt: `Refused scene ${n}` } as const;
  return random.weighted<ClientCall>([
    [2, { op: 'models', key: FIRST_KEY }],
    [1, { op: 'create_key', newKey: FIRST_KEY + n, account: 0 }],
    [2, { ...submit, model: random.pick(models).id }],
    [1, { ...submit, model: 'sim/video-instant', promptLength: 2_000 }],
    [1, { op: 'ledger', key: FIRST_KEY, limit: 20 }],
  ]);
}
