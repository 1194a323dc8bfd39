/** The machines whose coverage is measured: every machine of the product. */
import { generationMachine } from '../../src/machines/generation.js';
import { orderMachine } from '../../src/machines/order.js';
import { videoJobMachine } from '../../src/machines/video-job.js';
import { MOMENT_NAMES } from '../moments/moments.js';
import { chartOf } from './chart-of.js';
import { videoJobCannotMeet } from './reachable.js';
import { generationCannotMeet } from './reachable-generation.js';
import { orderCannotMeet } from './reachable-order.js';
import type { Subject } from './subject.js';

const VIDEO_JOB = chartOf(videoJobMachine);

/** Machines in a whole node, in which some events never come in some states. */
export const IN_A_NODE: Subject = {
  charts: [VIDEO_JOB, chartOf(generationMachine), chartOf(orderMachine)],
  cannotOccur: [...videoJobCannotMeet, ...generationCannotMeet, ...orderCannotMeet],
  moments: MOMENT_NAMES,
};

/** The machine of a job alone, to which every event can happen in every state. */
export const ON_THEIR_OWN: Subject = { charts: [VIDEO_JOB], cannotOccur: [], moments: [] };
