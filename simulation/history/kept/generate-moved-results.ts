/**
 * Makes reloads that say otherwise which results are kept, between jobs and fetches of what was read before:
 * a clip is served from where it was left.
 */
import type { Random } from '../../world/random.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { KeptSettings, ModelSetup, NodeStep } from '../node-history.js';
import { providerKind } from '../provider-kinds.js';
import type { ProviderScript } from '../provider-script.js';

/** No other step makes a key of this number, or has such ids. */
const KEY = 31_000;
const FIRST_STEP = -201_000;
/** Within that, a job is over and its result read. */
const READ_WITHIN_MS = 5_000;
/** The words at the top, one after the other. */
const WORDS = {
  top: ['proxy', 'keep'],
  kinds: ['proxy', 'keep'],
  each_against_top: ['keep', 'proxy'],
} as const;

export function generateMovedResults(
  random: Random,
  models: readonly ModelSetup[],
  { saidBy, providers }: KeptSettings,
  durationMs: number,
): readonly NodeStep[] {
  if (saidBy === undefined) return [];
  const follows = (provider: ModelSetup['provider']) =>
    providerKind(provider)?.results === 'read' &&
    (saidBy === 'kinds' || providers.includes(provider) === (saidBy === 'top'));
  const model = models.find(({ provider }) => follows(provider))?.id;
  if (model === undefined) return [];
  let at = random.between(0, durationMs);
  const steps: NodeStep[] = [edgeStep(at, richKey(KEY, 100_000_000))];
  const submit = (nth: number): void => {
    at += 400;
    const prompt = `Moved scene ${nth}`;
    const call = { op: 'submit', key: KEY, model, prompt, script: SCRIPT } as const;
    steps.push({ ...edgeStep(at, call), id: FIRST_STEP - nth });
    at += READ_WITHIN_MS;
    fetch(nth);
  };
  const fetch = (nth: number): void => {
    at += random.pick([0, 5, 60]);
    steps.push(edgeStep(at, { op: 'content', key: KEY, job: FIRST_STEP - nth }));
  };
  submit(0);
  for (const [nth, results] of WORDS[saidBy].entries()) {
    at += 100;
    steps.push({ id: 0, at, do: 'reload', isMistaken: false, options: { results } });
    fetch(0);
    submit(nth + 1);
    fetch(nth);
  }
  return steps;
}

const SCRIPT: ProviderScript = {
  submits: [],
  polls: [],
  pendingMs: 0,
  runningMs: 100,
  end: { how: 'completed', outputMs: 1_000 },
  askAgainAfterMs: 300,
};
