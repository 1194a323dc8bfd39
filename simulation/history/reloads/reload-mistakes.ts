/** The mistakes in files that a reload has to refuse. */
import type { Random } from '../../world/random.js';
import type { ReloadStep } from '../node-history.js';

/** Of the mistakes in a generator's files. */
const BEATEN_CHANCE = 0.25;

export function mistakeOf(random: Random): Pick<ReloadStep, 'mistake'> {
  const drawn = random.weighted<Pick<ReloadStep, 'mistake'>>([
    [2, {}],
    [2, { mistake: 'lost_route' }],
    [6, { mistake: 'certificate' }],
  ]);
  // Whatever is drawn, so that other draws stay what they are.
  return random.fork('beaten').chance(BEATEN_CHANCE) ? { mistake: 'beaten' } : drawn;
}
