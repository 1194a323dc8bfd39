/** Makes people who open the links of two results, as they were told and in every way that they were not. */
import type { Random } from '../../../world/random.js';
import type { ModelSetup, RequestStep } from '../../node-history.js';
import type { ProviderScript } from '../../provider-script.js';
import { LINK_FLAWS, type LinkCall } from '../../results/result-calls.js';
import { edgeStep, richKey } from '../edge-steps.js';

/** Begins the prompts of the jobs whose links are opened. */
export const BEHIND_LINK = 'A scene behind a link';
/** The jobs of these calls, before their steps have numbers. */
const JOBS = [-2, -3];

const CHANCE = 0.3;
/** No other step makes a key of this number, or comes from this network. */
const KEY = 9_700;
const CLIENT = 65;
const CREDITS_MICRO_DA = 900_000_000_000_000;
const SIMULATED = ['sim/video-instant', 'sim/video-half'];
const RANGES = ['bytes=0-0', 'bytes=3-7', 'bytes=5-', 'bytes=-4', 'bytes=99999999-', 'bytes=0-1,3-4'];
const SCRIPT: ProviderScript = {
  submits: [],
  polls: [],
  reads: [],
  pendingMs: 0,
  runningMs: 100,
  end: { how: 'completed', outputMs: 1_000 },
};

interface LinkFacts {
  readonly models: readonly ModelSetup[];
  readonly durationMs: number;
}

/** The place of a job among those behind links; undefined if the call is for none of them. */
export function placeBehindLink(job: number): number | undefined {
  const place = JOBS.indexOf(job);
  return place === -1 ? undefined : place;
}

export function generateResultLinks(
  random: Random,
  { models, durationMs }: LinkFacts,
): readonly RequestStep[] {
  if (!random.chance(CHANCE)) return [];
  let at = random.between(0, durationMs);
  const ofModels = models.map(({ id }) => id);
  const step = (afterMs: number, call: RequestStep['call']): RequestStep => {
    at += afterMs;
    return { ...edgeStep(at, call), client: CLIENT };
  };
  const made = step(0, richKey(KEY, CREDITS_MICRO_DA));
  const ofOneKind = random.chance(0.6) ? ofModels : SIMULATED;
  const submits = JOBS.map((_, n) => {
    const model = random.pick(ofOneKind);
    return step(400, { op: 'submit', key: KEY, model, prompt: `${BEHIND_LINK} ${n}`, script: SCRIPT });
  });
  const polls = (afterMs: number) => JOBS.map((job) => step(afterMs, { op: 'poll', key: KEY, job }));
  const opened = () =>
    Array.from({ length: random.between(4, 14) }, () =>
      step(random.pick([0, 10, 300]), random.chance(0.3) ? fetch(random) : opening(random)),
    );
  return [
    made,
    ...submits,
    ...polls(random.between(1_000, 4_000)),
    ...opened(),
    ...polls(random.between(4_000, 20_000)),
    ...opened(),
    ...JOBS.map((job) => step(10, { op: 'open_link', job, flaw: 'seal_of_another' })),
  ];
}

function opening(random: Random): LinkCall {
  const job = random.pick(JOBS);
  return {
    op: 'open_link',
    job,
    ...(random.chance(0.6) ? { flaw: random.pick(LINK_FLAWS) } : {}),
    ...details(random),
  };
}

function fetch(random: Random): RequestStep['call'] {
  // A refusal without a body tells no code, by which the rules about keys go.
  const { isHead: _, ...parts } = details(random);
  return { op: 'content', key: KEY, job: random.pick(JOBS), ...parts };
}

function details(random: Random): Pick<LinkCall, 'range' | 'ifRange' | 'isHead'> {
  return {
    ...(random.chance(0.5) ? { range: random.pick(RANGES) } : {}),
    ...(random.chance(0.3) ? { ifRange: random.pick(['"a"', 'Fri, 01 Jan 2027 00:00:00 GMT']) } : {}),
    ...(random.chance(0.3) ? { isHead: true } : {}),
  };
}
