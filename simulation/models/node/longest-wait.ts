/** How long the jobs of a history may take to end once nothing fails any more. */
import type { NodeSetup } from '../../history/node-history.js';
import { DEFAULTS } from './config/node-config.js';

/** How long jobs may take beyond their deadline. */
const SETTLE_MARGIN_MS = 120_000;
/** The simulated provider's slow model takes ten minutes, and its jobs have this deadline. */
const SIMULATED_DEADLINE_MS = 1_800_000;

export function longestWaitMs({ models, settings }: NodeSetup): number {
  const { resultDeadlineMinutes = DEFAULTS.resultDeadlineMinutes } = settings;
  const readingMs = resultDeadlineMinutes * 60_000;
  const deadlines = models.map((one) => one.deadlineAfterMs + readingMs);
  return Math.max(SIMULATED_DEADLINE_MS, ...deadlines) + SETTLE_MARGIN_MS;
}
