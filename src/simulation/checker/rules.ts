/** Every rule that a history of a node is held to. */
import { CONSERVATION } from './conservation.js';
import { DURABILITY } from './durability.js';
import { FINAL_READING } from './final-reading.js';
import { IDEMPOTENCY } from './idempotency.js';
import type { Rule } from './invariant.js';
import { LINEARIZABILITY } from './linearizability.js';
import { LIVENESS } from './liveness.js';
import { NEVER_NEGATIVE } from './never-negative.js';
import { SETTLEMENT } from './settlement.js';
import { SETTLEMENT_CAUSE } from './settlement-cause.js';

export const RULES: readonly Rule[] = [
  CONSERVATION,
  NEVER_NEGATIVE,
  SETTLEMENT,
  SETTLEMENT_CAUSE,
  DURABILITY,
  LIVENESS,
  IDEMPOTENCY,
  LINEARIZABILITY,
  FINAL_READING,
];
