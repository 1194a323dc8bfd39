/** Makes the steps of a situation, around a job of a model that it comes about with. */
import type { Random } from '../../world/random.js';
import type { SubmitCall } from '../client-call.js';
import type { ModelSetup, NodeStep } from '../node-history.js';
import { providerKind } from '../provider-kinds.js';
import { SHORTEST_MS, type Situation } from './situation.js';
import { SITUATIONS } from './situations.js';

export const ARRANGED_PROMPT = 'An arranged scene';

/** @param key the number of a key of the setup */
export function generateSituation(
  random: Random,
  models: readonly ModelSetup[],
  key: number,
  at: number,
): readonly NodeStep[] {
  const fitting = (situation: Situation) => models.filter((model) => fits(situation, model));
  const situation = random.weighted(SITUATIONS.filter(([, one]) => fitting(one).length > 0));
  const model = random.pick(fitting(situation));
  const { script, troubles, againAt } = situation.arrange(random, at, model);
  const call: SubmitCall = {
    op: 'submit',
    key,
    model: model.id,
    prompt: ARRANGED_PROMPT,
    seconds: (providerKind(model.provider)?.lengthsMs?.[0] ?? SHORTEST_MS) / 1_000,
    script,
  };
  const submit = (at: number): NodeStep => ({ id: 0, at, do: 'request', call, bodyAfterMs: 0, client: 1 });
  return [submit(at), ...troubles, ...(againAt === undefined ? [] : [submit(againAt)])];
}

function fits({ fits }: Situation, model: ModelSetup): boolean {
  const kind = providerKind(model.provider);
  return fits === undefined || (kind !== undefined && fits(kind, model));
}
