/** The sections of `npm run bench`, in the order in which they run. */
import { connections } from './connections.js';
import { durable } from './durable.js';
import { read } from './read-path.js';
import type { Section } from './section.js';
import { simulation } from './simulation.js';

export const SECTIONS: readonly Section[] = [read, durable, connections, simulation];
