/** The rules of results: what is kept, for how long, and how it is read. */
import type { Rule } from '../invariant.js';
import { EVICTIONS } from './evictions.js';
import { KEPT_RESULTS } from './kept-results.js';
import { KEPT_ROOM } from './kept-room.js';
import { RANGES } from './ranges.js';
import { RESULT_LINKS } from './result-links.js';
import { RESULT_TRIES } from './result-tries.js';
import { SERVED_TYPES } from './served-types.js';

export const RESULT_RULES: readonly Rule[] = [
  KEPT_RESULTS,
  EVICTIONS,
  KEPT_ROOM,
  RANGES,
  SERVED_TYPES,
  RESULT_LINKS,
  RESULT_TRIES,
];
