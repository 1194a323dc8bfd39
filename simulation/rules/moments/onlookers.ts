/** All that mark moments of a node by what is seen of it. */
import { jobMoments } from './job-moments.js';
import type { Onlooker } from './onlooker.js';
import { processMoments } from './process-moments.js';
import { requestMoments } from './request-moments.js';

export const ONLOOKERS: readonly Onlooker[] = [processMoments, requestMoments, jobMoments];
