/** Every rule that a history of a node is held to. */
import { ACTIVITY } from './activity.js';
import { ANSWERS } from './answers.js';
import { CONSERVATION } from './conservation.js';
import { DURABILITY } from './durability.js';
import { FINAL_READING } from './final-reading.js';
import { IDEMPOTENCY } from './idempotency.js';
import type { Rule } from './invariant.js';
import { ISOLATION } from './isolation.js';
import { JOB_STATUS } from './job-status.js';
import { LINEARIZABILITY } from './linearizability.js';
import { LIVENESS } from './liveness.js';
import { NEVER_NEGATIVE } from './never-negative.js';
import { POLLS_GO_ON } from './polls-go-on.js';
import { PROVIDER_CALLS } from './provider-calls.js';
import { RATE_HEADERS } from './rate-headers.js';
import { SETTLEMENT } from './settlement.js';
import { SETTLEMENT_CAUSE } from './settlement-cause.js';
import { WINDOW_EXACT } from './window.js';

export const RULES: readonly Rule[] = [
  CONSERVATION,
  ACTIVITY,
  NEVER_NEGATIVE,
  SETTLEMENT,
  SETTLEMENT_CAUSE,
  PROVIDER_CALLS,
  POLLS_GO_ON,
  DURABILITY,
  LIVENESS,
  IDEMPOTENCY,
  LINEARIZABILITY,
  FINAL_READING,
  WINDOW_EXACT,
  RATE_HEADERS,
  ANSWERS,
  ISOLATION,
  JOB_STATUS,
];
