/** The machines whose coverage is measured: every machine of the product. */
import { videoJobMachine } from '../../src/machines/video-job.js';
import { chartOf } from './chart-of.js';
import { videoJobCannotMeet } from './reachable.js';
import type { Subject } from './subject.js';

const CHARTS = [chartOf(videoJobMachine)];

/** Machines in a whole node, in which some events never come in some states. */
export const IN_A_NODE: Subject = { charts: CHARTS, cannotOccur: videoJobCannotMeet };

/** Machines alone, to which every event can happen in every state. */
export const ON_THEIR_OWN: Subject = { charts: CHARTS, cannotOccur: [] };
