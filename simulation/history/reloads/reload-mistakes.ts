/** The mistakes in files that a reload has to refuse. */
import type { Random } from '../../world/random.js';
import type { ReloadStep } from '../node-history.js';
import type { LackingKey } from '../reload-words.js';

/** Of the mistakes in a generator's files. */
const BEATEN_CHANCE = 0.25;
const KEY_CHANCE = 0.3;
/** Payments make ready last of all that have keys. */
const KEYS: readonly LackingKey[] = ['provider_key', 'text_key', 'payment_key', 'payment_key'];

export function mistakeOf(random: Random): Pick<ReloadStep, 'mistake'> {
  const drawn = random.weighted<Pick<ReloadStep, 'mistake'>>([
    [2, {}],
    [2, { mistake: 'lost_route' }],
    [6, { mistake: 'certificate' }],
  ]);
  const keys = random.fork('keys');
  if (keys.chance(KEY_CHANCE)) return { mistake: keys.pick(KEYS) };
  // Whatever is drawn, so that other draws stay what they are.
  return random.fork('beaten').chance(BEATEN_CHANCE) ? { mistake: 'beaten' } : drawn;
}
