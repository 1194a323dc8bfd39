/** The rules of what a node tells of itself. */
import type { Rule } from '../invariant.js';
import { FIGURES } from './figures.js';
import { FIGURES_AT_REST } from './figures-at-rest.js';
import { FRAMES } from './frames.js';
import { HEALTH } from './health.js';
import { PAGE_FRAMES } from './page-frames.js';
import { WORK_DONE } from './work-done.js';

export const WATCHING_RULES: readonly Rule[] = [
  FIGURES,
  FIGURES_AT_REST,
  FRAMES,
  HEALTH,
  PAGE_FRAMES,
  WORK_DONE,
];
