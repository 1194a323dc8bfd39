/** The mistakes in files that a reload has to refuse. */
import type { Random } from '../../world/random.js';
import type { ReloadStep } from '../node-history.js';

export function mistakeOf(random: Random): Pick<ReloadStep, 'mistake'> {
  return random.weighted<Pick<ReloadStep, 'mistake'>>([
    [2, {}],
    [2, { mistake: 'lost_route' }],
    [6, { mistake: 'certificate' }],
  ]);
}
