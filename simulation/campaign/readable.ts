/** How histories, violations and figures are put for people. */
import { digitGroups } from '../../src/metrics/digit-groups.js';
import type { CoverageNumbers } from '../coverage/tally.js';
import type { History, Model, TraceLine, Violation } from '../model.js';
import type { CampaignState } from './campaign.js';

const SETUP_CHARACTERS_MAX = 400;

/** A time in a history. @param ms after its first instant; below 0 for what stands before it */
function readableTime(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${(Math.abs(ms) / 1000).toFixed(3)} s`;
}

export function readableViolation({ invariant, message, atMs }: Violation): string {
  return `${invariant} at ${readableTime(atMs)}: ${message}`;
}

/** Each once, and below the first of each rule the rule itself. */
export function readableViolations(violations: readonly Violation[], max: number): readonly string[] {
  const told = new Map(violations.map((violation) => [readableViolation(violation), violation]));
  const rules = new Set<string>();
  const lines = [...told].slice(0, max).flatMap(([line, { invariant, says }]) => {
    const isFirst = !rules.has(invariant);
    rules.add(invariant);
    return isFirst && says !== undefined ? [line, `  the rule: ${says}`] : [line];
  });
  return told.size > max ? [...lines, `and ${told.size - max} more`] : lines;
}

/** One line for what stands at the beginning, and one for each step. */
export function readableHistory(model: Model, history: History): readonly string[] {
  const setup = JSON.stringify(history.setup) ?? 'nothing';
  const isLong = setup.length > SETUP_CHARACTERS_MAX;
  const width = readableTime(history.steps.at(-1)?.at ?? 0).length;
  return [
    `setup ${isLong ? `${setup.slice(0, SETUP_CHARACTERS_MAX)}… (whole in the trace file)` : setup}`,
    ...history.steps.map((step) => `${readableTime(step.at).padStart(width)}  ${model.describe(step)}`),
  ];
}

export function readableTraceLine({ at, what, ...rest }: TraceLine): string {
  const fields = Object.entries(rest).map(([name, value]) => ` ${name}=${readableValue(value)}`);
  return `${readableTime(at)}  ${what}${fields.join('')}`;
}

function readableValue(value: unknown): string {
  return typeof value === 'string' && /^[\w.:-]+$/.test(value) ? value : (JSON.stringify(value) ?? '');
}

/**
 * The most telling item comes first.
 *
 * @param elapsedMs real time
 */
export function progressItems(
  state: CampaignState,
  reach: CoverageNumbers,
  elapsedMs: number,
): readonly string[] {
  const seconds = Math.max(elapsedMs, 1) / 1000;
  const failures = state.failures === 1 ? '1 failure' : `${digitGroups(state.failures)} failures`;
  return [
    `${digitGroups(state.runs)} ${state.runs === 1 ? 'run' : 'runs'}`,
    `${rounded(state.runs / seconds)}/s`,
    failures,
    ...(state.shrinkingSteps === undefined
      ? []
      : [`shrinking a history, ${state.shrinkingSteps} steps left`]),
    `${rounded(state.simulatedMs / 3_600_000)} h simulated (${rounded(state.simulatedMs / 1000 / seconds)} × real time)`,
    ...(reach.statesAll === 0
      ? []
      : [
          `states ${reach.statesReached} of ${reach.statesAll}`,
          `transitions ${reach.transitionsReached} of ${reach.transitionsAll}`,
        ]),
    ...(reach.momentsAll === 0 ? [] : [`moments ${reach.momentsReached} of ${reach.momentsAll}`]),
  ];
}

function rounded(value: number): string {
  return value >= 100 ? digitGroups(Math.round(value)) : value.toPrecision(2).replace(/\.0$/, '');
}
