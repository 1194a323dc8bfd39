/** The sections of `npm run bench`, in the order in which they run. */

import type { Section } from '../section.js';
import { backup } from './backup.js';
import { connections } from './connections.js';
import { decision } from './decision.js';
import { durable } from './durable.js';
import { growth } from './growth.js';
import { jobs } from './jobs.js';
import { memory } from './memory.js';
import { observe } from './observe.js';
import { overload } from './overload.js';
import { pages } from './pages.js';
import { providers } from './providers.js';
import { read } from './read-path.js';
import { signIns } from './sign-ins.js';
import { simulation } from './simulation.js';
import { soak } from './soak.js';
import { start } from './start.js';
import { text } from './text/text-section.js';
import { watch } from './watch.js';

export const SECTIONS: readonly Section[] = [
  decision,
  read,
  durable,
  overload,
  connections,
  growth,
  memory,
  jobs,
  backup,
  start,
  watch,
  observe,
  pages,
  signIns,
  text,
  providers,
  soak,
  simulation,
];
