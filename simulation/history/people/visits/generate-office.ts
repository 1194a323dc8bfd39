/** Makes what people do in the offices of a gateway, each from a stream of chance of its own. */
import type { Random } from '../../../world/random.js';
import type { NodeStep } from '../../node-history.js';
import { generateAccountForms } from '../generate-account-forms.js';
import { generatePasswordForms } from './generate-password-forms.js';
import { generateVisits } from './generate-visits.js';
import { generateWatchingPages } from './generate-watching-pages.js';
import type { OfficeFacts } from './office-facts.js';

export function generateOffice(random: Random, facts: OfficeFacts): readonly NodeStep[] {
  return [
    ...generateAccountForms(random.fork('account forms'), facts),
    ...generateVisits(random.fork('visits'), facts),
    ...generateWatchingPages(random.fork('watching pages'), facts),
    ...generatePasswordForms(random.fork('password forms'), facts),
  ];
}
