/** The sections of `npm run bench`, in the order in which they run. */
import type { Section } from './section.js';
import { simulation } from './simulation.js';

export const SECTIONS: readonly Section[] = [simulation];
