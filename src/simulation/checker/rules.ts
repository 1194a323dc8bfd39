/** Every rule that a history of a node is held to. */
import type { Rule } from './invariant.js';

export const RULES: readonly Rule[] = [];
