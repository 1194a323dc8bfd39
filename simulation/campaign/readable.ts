/** How histories, violations and figures are put for people. */
import { digitGroups } from '../../src/metrics/digit-groups.js';
import { wrap } from '../../src/node/config/word-wrap.js';
import type { CoverageNumbers } from '../coverage/tally.js';
import type { History, Model, TraceLine, Violation } from '../model.js';
import type { CampaignState } from './campaign.js';
import type { Names } from './names.js';

const SETUP_CHARACTERS_MAX = 400;
/** Of a terminal; longer lines are broken between words. */
const WIDTH = 100;

/** A time in a history. @param ms after its first instant; below 0 for what stands before it */
function readableTime(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${(Math.abs(ms) / 1000).toFixed(3)} s`;
}

export function readableViolation({ invariant, message, atMs }: Violation, names?: Names): string {
  const text = names?.inText(message) ?? message;
  // So that JSON within it is broken between its members.
  return `${invariant} at ${readableTime(atMs)}: ${text.replaceAll(',"', ', "')}`;
}

/** Each once, below the first of each rule the rule itself, and what the ids are that they name. */
export function readableViolations(
  violations: readonly Violation[],
  max: number,
  names?: Names,
): readonly string[] {
  const told = new Map(violations.map((violation) => [readableViolation(violation, names), violation]));
  const rules = new Set<string>();
  const shown = [...told].slice(0, max);
  const lines = shown.flatMap(([line, { invariant, says }]) => {
    const isFirst = !rules.has(invariant);
    rules.add(invariant);
    return isFirst && says !== undefined ? [line, `  the rule: ${says}`] : [line];
  });
  return [
    ...lines,
    ...(told.size > max ? [`and ${told.size - max} more`] : []),
    ...(names?.idsIn(shown.map(([line]) => line)) ?? []),
  ].flatMap((line) => wrapped(line, WIDTH - MARGIN));
}

/** The margin that callers give to lines. */
const MARGIN = 2;

/** A line that is too long goes on further in. */
export function wrapped(line: string, width = WIDTH): readonly string[] {
  const margin = /^ */.exec(line)?.[0] ?? '';
  const [first = '', ...rest] = wrap(line.trimStart(), width - margin.length);
  if (rest.length === 0) return [line];
  const inner = `${margin}    `;
  return [margin + first, ...wrap(rest.join(' '), width - inner.length).map((one) => inner + one)];
}

export interface ReadableHistory {
  readonly setup: readonly string[];
  /** The lines of each step, with its number and its time. */
  readonly steps: readonly (readonly string[])[];
}

export function readableHistory(model: Model, { setup, steps }: History): ReadableHistory {
  const width = readableTime(steps.at(-1)?.at ?? 0).length;
  const digits = Math.max(0, ...steps.map(({ id }) => String(id).length));
  const indent = digits + width + 4;
  return {
    setup: setupLines(model, setup).flatMap((line) => wrapped(line, WIDTH - MARGIN)),
    steps: steps.map((step) => {
      const head = `${String(step.id).padStart(digits)}  ${readableTime(step.at).padStart(width)}  `;
      const [first = '', ...rest] = wrap(model.describe(step), WIDTH - MARGIN - indent);
      return [head + first, ...rest.map((line) => ' '.repeat(indent) + line)];
    }),
  };
}

function setupLines(model: Model, setup: unknown): readonly string[] {
  if (model.describeSetup !== undefined)
    return ['setup', ...model.describeSetup(setup).map((line) => `  ${line}`)];
  const text = JSON.stringify(setup) ?? 'nothing';
  const isLong = text.length > SETUP_CHARACTERS_MAX;
  return [`setup ${isLong ? `${text.slice(0, SETUP_CHARACTERS_MAX)}… (whole in the trace file)` : text}`];
}

export function readableTraceLine(line: TraceLine, names?: Names): string {
  const { at, what, ...rest } = line;
  const { request, step: _, ...others } = rest as { readonly request?: unknown; readonly step?: unknown };
  const step = names?.stepOf(request);
  const fields = Object.entries(step === undefined ? rest : { step, ...others }).map(
    ([name, value]) => ` ${name}=${readableValue(value)}`,
  );
  return `${readableTime(at)}  ${what}${fields.join('')}`;
}

function readableValue(value: unknown): string {
  // A body of JSON stands as it came.
  return typeof value === 'string' && /^([\w.:-]+|\{.*\})$/.test(value)
    ? value
    : (JSON.stringify(value) ?? '');
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
