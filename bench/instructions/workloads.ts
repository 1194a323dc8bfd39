/** All that is counted, in the order in which it is shown. */
import { anyKey, busyKey } from './decision-workloads.js';
import { durableSubmit, jobLife } from './job-workloads.js';
import { readCredits, readVideo, refusal } from './request-workloads.js';
import type { Workload } from './workload.js';

export const WORKLOADS: readonly Workload[] = [
  busyKey,
  anyKey,
  readCredits,
  readVideo,
  refusal,
  durableSubmit,
  jobLife,
];
