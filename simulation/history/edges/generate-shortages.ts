/** Makes a machine that runs short of memory, disk or time for a while, and clients that ask throughout. */
import type { Random } from '../../world/random.js';
import { SHORTAGES } from '../../world/shortages.js';
import type { ClientCall } from '../client-call.js';
import type { ModelSetup, NodeStep } from '../node-history.js';
import type { TextSetup } from '../texts/text-setup.js';
import { edgeStep, richKey } from './edge-steps.js';

/** A process that watches its machine is woken far more often. */
const SHORTAGE_CHANCE = 0.2;
/** No other step makes a key of this number. */
const KEY = 9_410;
const CREDITS_MICRO_DA = 900_000_000_000_000;
const FOR_MS = [3_000, 8_000, 8_000];
/** Memory is short once ten looks, a second apart, have seen it so. */
const MEMORY_FOR_MS = 22_000;
const EVERY_MS = 900;
/** The shortage is seen a second after it began, and after it ended. */
const SEEN_MS = 3_000;
const AFTER_MS = 4_000;
/** As likely as two of the others. */
const TWICE: readonly string[] = ['disk', 'time'];
/** Of those that come at the same instant. */
const BURST = 3;

export interface ShortageFacts {
  readonly models: readonly ModelSetup[];
  readonly texts: TextSetup | undefined;
  readonly durationMs: number;
}

export function generateShortages(
  random: Random,
  { models, texts, durationMs }: ShortageFacts,
): readonly NodeStep[] {
  if (!random.chance(SHORTAGE_CHANCE)) return [];
  const from = random.between(0, durationMs);
  const of = random.weighted(SHORTAGES.map((one) => [TWICE.includes(one) ? 2 : 1, one]));
  const forMs = of === 'memory' ? MEMORY_FOR_MS : random.pick(FOR_MS);
  const asks = Math.ceil((SEEN_MS + forMs + SEEN_MS + AFTER_MS) / EVERY_MS);
  const text = texts?.models[0]?.id;
  const call = (n: number): ClientCall =>
    random.weighted<ClientCall>([
      [4, { op: 'submit', key: KEY, model: random.pick(models).id, prompt: `Scene in need ${n}` }],
      [
        text === undefined ? 0 : 3,
        {
          op: 'chat',
          key: KEY,
          model: text ?? '',
          prompt: `Text in need ${n}`,
          isStreamed: random.chance(0.5),
        },
      ],
      [1, { op: 'list_jobs', key: KEY, limit: 10 }],
      [1, { op: 'activity', key: KEY }],
      [1, { op: 'credits', key: KEY }],
    ]);
  return [
    edgeStep(from, richKey(KEY, CREDITS_MICRO_DA)),
    { id: 0, at: from + SEEN_MS, do: 'shortage', of, forMs },
    ...Array.from({ length: asks }, (_, n) => edgeStep(from + 200 + n * EVERY_MS, call(n))),
    ...(of === 'time' ? bursts(random.fork('bursts'), models, from + SEEN_MS, forMs) : []),
  ];
}

/** Many that come at an instant: each that is refused is told another time. */
function bursts(
  random: Random,
  models: readonly ModelSetup[],
  from: number,
  forMs: number,
): readonly NodeStep[] {
  return Array.from({ length: Math.floor(forMs / EVERY_MS) }, (_, n) => {
    const model = random.pick(models).id;
    const at = from + n * EVERY_MS + random.between(0, EVERY_MS);
    return Array.from({ length: BURST }, (_, nth) =>
      edgeStep(at, { op: 'submit', key: KEY, model, prompt: `Scene of many ${n}.${nth}` }),
    );
  }).flat();
}
