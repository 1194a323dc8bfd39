/** Makes people who read the pages about jobs. */
import type { Random } from '../../../world/random.js';
import type { NodeStep } from '../../node-history.js';
import { generateJobPages } from '../generate-job-pages.js';
import type { PeopleFacts } from '../people-steps.js';
import { generatePrivatePages } from './generate-private-pages.js';

/** @param random of all people, of which each has a fork */
export function generatePages(random: Random, facts: PeopleFacts): readonly NodeStep[] {
  return [
    ...generateJobPages(random.fork('job pages'), facts),
    ...generatePrivatePages(random.fork('private pages'), facts),
  ];
}
