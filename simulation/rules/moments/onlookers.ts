/** All that mark moments of a node by what is seen of it. */
import { jobMoments } from './job-moments.js';
import { moneyMoments } from './money-moments.js';
import type { Onlooker } from './onlooker.js';
import { processMoments } from './process-moments.js';
import { requestMoments } from './request-moments.js';
import { serviceMoments } from './service-moments.js';

export const ONLOOKERS: readonly Onlooker[] = [
  processMoments,
  requestMoments,
  moneyMoments,
  jobMoments,
  serviceMoments,
];
