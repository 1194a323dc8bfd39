/** What a campaign prints: text for people, or JSON lines. */
import { join } from 'node:path';
import { FAULT_LEVELS, type FaultLevel, type Model } from '../model.js';
import type { CampaignEnd, CampaignState } from './campaign.js';
import type { Failure } from './failure.js';
import type { Reach } from './machine-tally.js';
import { readableFigures, readableHistory, readableViolation } from './readable.js';

const VIOLATIONS_SHOWN_MAX = 5;
/** More are there only where a history could not be shrunk. */
const HISTORY_LINES_MAX = 200;

export interface CampaignHead {
  readonly model: string;
  readonly seed: number;
  /** Undefined where each run has its own. */
  readonly faults: FaultLevel | undefined;
}

/** A failure, and the file that its trace was written to; undefined where there is none. */
export interface KeptFailure {
  readonly failure: Failure;
  readonly file: string | undefined;
  /** Real time from the beginning of the campaign, in ms. */
  readonly elapsedMs: number;
}

export interface CampaignSummary {
  readonly head: CampaignHead;
  readonly state: CampaignState;
  readonly reach: Reach;
  /** Moves of machines that go against their charts, or were held to be impossible. */
  readonly findings: readonly string[];
  readonly end: CampaignEnd;
  readonly elapsedMs: number;
}

export function traceFileName(folder: string, { model, faults, seed }: Failure): string {
  return join(folder, `${model}-${faults}-${seed}.jsonl`);
}

export function replayCommand(file: string): string {
  const quoted = /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
  return `npm run fuzz -- --replay ${quoted}`;
}

/** Runs the failure again from its seed, whatever the campaign was. */
export function seedCommand({ model, faults, seed }: Pick<Failure, 'model' | 'faults' | 'seed'>): string {
  return `npm run fuzz -- --model ${model} --faults ${faults} --seed ${seed} --runs 1`;
}

export function headAsText({ model, seed, faults }: CampaignHead): string {
  return `fuzzing ${model} from seed ${seed}, faults ${faults ?? 'by seed'}`;
}

/** What stands above a report of coverage. */
export function aboutCampaign(
  { model, seed, faults }: CampaignHead,
  state: CampaignState,
): readonly (readonly [string, string])[] {
  return [
    ['model', model],
    ['first seed', String(seed)],
    ['faults', faults ?? 'by seed'],
    ['runs', runsByFaultsAsText(state)],
    ['failures', String(state.failures)],
  ];
}

function runsByFaultsAsText({ runs, runsByFaults }: CampaignState): string {
  return `${runs} (${FAULT_LEVELS.map((level) => `${level} ${runsByFaults[level]}`).join(', ')})`;
}

export function failureAsText(model: Model, { failure, file }: KeptFailure): string {
  const { shortest, violations, seed, faults } = failure;
  const shown = shortest?.violations.length ? shortest.violations : violations;
  const others = shown.length - VIOLATIONS_SHOWN_MAX;
  const lines = [
    `FAILURE in ${failure.model}, seed ${seed}, faults ${faults}`,
    ...shown.slice(0, VIOLATIONS_SHOWN_MAX).map((violation) => `  ${readableViolation(violation)}`),
    ...(others > 0 ? [`  and ${others} more`] : []),
    ...(failure.stack === undefined ? [] : [failure.stack]),
  ];
  if (shortest === undefined) {
    lines.push('not shrunk');
  } else {
    const { history, runs, isMinimal } = shortest;
    const what = isMinimal ? 'the shortest history that breaks the rule' : 'a history that breaks the rule';
    const told = readableHistory(model, history);
    lines.push(
      `${what}: ${history.steps.length} of ${failure.steps} steps, found in ${runs} runs`,
      ...told.slice(0, HISTORY_LINES_MAX).map((line) => `  ${line}`),
      ...(told.length > HISTORY_LINES_MAX ? [`  and ${told.length - HISTORY_LINES_MAX} more steps`] : []),
    );
  }
  if (file !== undefined) lines.push(`step by step:   ${replayCommand(file)}`);
  lines.push(`from its seed:  ${seedCommand(failure)}`);
  return `\n${lines.join('\n')}\n\n`;
}

export function failureAsJson({ failure, file, elapsedMs }: KeptFailure): string {
  const { shortest, stack: _stack, ...told } = failure;
  return line({
    kind: 'failure',
    ...told,
    shortest: shortest === undefined ? null : { ...shortest, trace: undefined },
    trace: file ?? null,
    replay: file === undefined ? seedCommand(failure) : replayCommand(file),
    timing: { seconds: elapsedMs / 1000 },
  });
}

const ENDS: Readonly<Record<CampaignEnd, string>> = {
  runs: 'all runs done',
  time: 'time is up',
  failure: 'ended by a failure',
  stopped: 'stopped',
};

export function summaryAsText({ head, state, reach, findings, end, elapsedMs }: CampaignSummary): string {
  const broken = Object.entries(state.broken).map(
    ([rule, runs]) => `broken in ${runs} of ${state.runs}: ${rule}`,
  );
  const counts = Object.entries(state.counts).map(([name, count]) => `${name} ${count}`);
  return `${[
    `${ENDS[end]}: ${readableFigures(state, reach, elapsedMs)}`,
    `${headAsText(head)}; runs ${runsByFaultsAsText(state)}`,
    ...(counts.length === 0 ? [] : [`counted: ${counts.join(', ')}`]),
    ...(state.digest === undefined ? [] : [`digest of all traces: ${state.digest}`]),
    ...broken,
    ...findings,
  ].join('\n')}\n`;
}

export function summaryAsJson({ head, state, reach, findings, end, elapsedMs }: CampaignSummary): string {
  const { runs, runsByFaults, failures, broken, counts, simulatedMs, digest } = state;
  const seconds = elapsedMs / 1000;
  return line({
    kind: 'summary',
    ...head,
    faults: head.faults ?? null,
    end,
    runs,
    runsByFaults,
    failures,
    broken,
    counts,
    reach,
    findings,
    ...(digest === undefined ? {} : { digest }),
    timing: {
      seconds,
      runsPerSecond: runs / Math.max(seconds, 0.001),
      simulatedHours: simulatedMs / 3_600_000,
      timesRealTime: simulatedMs / Math.max(elapsedMs, 1),
    },
  });
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
