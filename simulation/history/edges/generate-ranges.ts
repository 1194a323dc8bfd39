/** Makes requests for parts of a result: at its ends and beyond them, and as no Range field should be. */
import type { Random } from '../../world/random.js';
import type { ModelSetup, RequestStep } from '../node-history.js';
import type { ProviderScript } from '../provider-script.js';
import { edgeStep } from './edge-steps.js';

export const RANGED_PROMPT = 'A scene in parts';

const RANGES_CHANCE = 0.3;
/** No other step makes a key of this number. */
const KEY = 7_500;
/** A clip that says its length has 15 to 18 bytes; one of a container has some thousands. */
const SIZES = [15, 16, 17, 18];
const BEYOND = ['64', '100000000', '9007199254740993', '99999999999999999999999999'];
const ODD = [
  '',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=3',
  'lines=0-1',
  'bytes=0-0,2-3',
  'bytes=5-4',
  '0-1',
];
const SCRIPT: ProviderScript = {
  submits: [],
  polls: [],
  reads: [],
  pendingMs: 0,
  runningMs: 100,
  end: { how: 'completed', outputMs: 1_000 },
};

export interface RangeFacts {
  readonly models: readonly ModelSetup[];
  readonly durationMs: number;
}

export function generateRanges(random: Random, { models, durationMs }: RangeFacts): readonly RequestStep[] {
  if (!random.chance(RANGES_CHANCE)) return [];
  const at = random.between(0, durationMs);
  const model = random.pick(models).id;
  const asked = Array.from({ length: random.between(6, 16) }, () => {
    const call = { op: 'content', key: KEY, job: 0, range: nextRange(random) } as const;
    return edgeStep(at + random.between(4_000, 60_000), call);
  });
  return [
    edgeStep(at, {
      op: 'create_key',
      newKey: KEY,
      account: 0,
      rpm: 1_000,
      creditsMicroDa: 1_000_000_000,
    }),
    edgeStep(at + 1_000, { op: 'submit', key: KEY, model, prompt: RANGED_PROMPT, script: SCRIPT }),
    ...asked,
  ];
}

function nextRange(random: Random): string {
  const size = random.pick(SIZES);
  const near = () => String(size + random.pick([-1, -1, 0, 0, 1]));
  const first = String(random.between(0, size));
  return random.weighted<() => string>([
    [4, () => `bytes=${near()}-`],
    [2, () => `bytes=${near()}-${random.pick([near(), ...BEYOND])}`],
    [3, () => `bytes=${first}-${random.pick([first, near(), ...BEYOND])}`],
    [2, () => `bytes=-${random.pick(['0', '1', near(), ...BEYOND])}`],
    [1, () => `bytes=${random.pick(BEYOND)}-`],
    [1, () => random.pick(['bytes=0-', 'bytes=0-0', 'BYTES=1-2', 'bytes=00-01'])],
    [2, () => random.pick(ODD)],
  ])();
}
