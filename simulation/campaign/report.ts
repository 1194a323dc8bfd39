/** The output of a campaign: text for people, or JSON lines. */
import { join } from 'node:path';
import type { CoverageNumbers } from '../coverage/tally.js';
import { FAULT_LEVELS, type FaultLevel, type History, type Model } from '../model.js';
import type { CampaignEnd, CampaignState } from './campaign.js';
import type { Failure } from './failure.js';
import { namesIn } from './names.js';
import {
  progressItems,
  readableHistory,
  readableViolation,
  readableViolations,
  wrapped,
} from './readable.js';

const VIOLATIONS_SHOWN_MAX = 5;
/** More are there only if a history could not be shrunk. */
const HISTORY_LINES_MAX = 200;
/** Of a history that is shown as it was found. */
const STEPS_AROUND_MAX = 20;

export interface CampaignHead {
  readonly model: string;
  readonly seed: number;
  /** Undefined if each run has its own. */
  readonly faults: FaultLevel | undefined;
}

/** A failure, and the file that its trace was written to; undefined if there is none. */
export interface KeptFailure {
  readonly failure: Failure;
  readonly file: string | undefined;
  /** Real time from the beginning of the campaign, in ms. */
  readonly elapsedMs: number;
  /** Whether the shrunk history breaks the rule in a process of its own; undefined if nobody tried. */
  readonly isSoAlone?: boolean | undefined;
  /** How it comes about if it needs the runs before it. */
  readonly campaignCommand: string;
}

export interface CampaignSummary {
  readonly head: CampaignHead;
  readonly state: CampaignState;
  readonly reach: CoverageNumbers;
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

/** Runs everything again from the first seed of the campaign to this failure, in one process. */
export function campaignCommand({ model, faults, seed: first }: CampaignHead, { seed }: Failure): string {
  const level = faults === undefined ? '' : ` --faults ${faults}`;
  return `npm run fuzz -- --model ${model}${level} --seed ${first} --runs ${seed - first + 1}`;
}

export function headAsText(head: CampaignHead): string {
  return `fuzzing ${whatAsText(head)}`;
}

function whatAsText({ model, seed, faults }: CampaignHead): string {
  return `${model} from seed ${seed}, faults ${faults ?? 'by seed'}`;
}

/** The facts above a report of coverage. */
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

export function failureAsText(model: Model, kept: KeptFailure): string {
  const { failure, file } = kept;
  const { shortest, violations, seed, faults } = failure;
  const shown = shortest?.violations.length ? shortest.violations : violations;
  const title = `FAILURE in ${failure.model}, seed ${seed}, faults ${faults}`;
  const [first] = violations;
  const names = shortest && namesIn(shortest.trace);
  if (shortest === undefined && failure.steps > 0 && first !== undefined) {
    return `${title}, not shrunk: ${readableViolation(first)}; again: ${seedCommand(failure)}\n`;
  }
  const lines = [
    title,
    ...readableViolations(shown, VIOLATIONS_SHOWN_MAX, names).map((line) => `  ${line}`),
    ...(failure.stack === undefined ? [] : [failure.stack]),
  ];
  if (shortest === undefined) {
    lines.push('not shrunk');
  } else {
    const { history, runs, isMinimal } = shortest;
    const what = isMinimal ? 'the shortest history that breaks the rule' : 'a history that breaks the rule';
    const { setup, steps } = readableHistory(model, history);
    const [from, to] = stepsToShow(model, history, shown[0]?.atMs ?? 0);
    const left = (count: number, which: string) =>
      count > 0 ? [`  … ${count} ${which} steps${file === undefined ? '' : ' (in the trace file)'}`] : [];
    lines.push(
      `${what}: ${history.steps.length} of ${failure.steps} steps, found in ${runs} runs`,
      ...setup.map((line) => `  ${line}`),
      ...left(from, 'earlier'),
      ...steps.slice(from, to).flatMap((step) => step.map((line) => `  ${line}`)),
      ...left(steps.length - to, 'later'),
    );
  }
  if (kept.isSoAlone === false) lines.push(...ONLY_AFTER_OTHERS, `after others:   ${kept.campaignCommand}`);
  if (file !== undefined) lines.push(`step by step:   ${replayCommand(file)}`);
  lines.push(`from its seed:  ${seedCommand(failure)}`);
  return `\n${lines.join('\n')}\n\n`;
}

const ONLY_AFTER_OTHERS = [
  'NOT BY ITSELF: in a fresh process this history breaks no such rule. Something outlives a run: a',
  'variable of a module, a cache, a listener. Look for that first; the command below repeats all runs.',
];

/** Which steps to print: all of a history that is short, else those around the first violation. */
function stepsToShow(
  { isRepeatable }: Model,
  { steps }: History,
  atMs: number,
): readonly [from: number, to: number] {
  const max = isRepeatable === false ? STEPS_AROUND_MAX : HISTORY_LINES_MAX;
  const later = steps.findIndex(({ at }) => at > atMs);
  const to = Math.min(steps.length, (later < 0 ? steps.length : later) + Math.floor(max / 4));
  const from = Math.max(0, to - max);
  return [from, Math.min(steps.length, from + max)];
}

export function failureAsJson({ failure, file, elapsedMs, isSoAlone, campaignCommand }: KeptFailure): string {
  const { shortest, stack: _stack, ...told } = failure;
  return line({
    kind: 'failure',
    ...told,
    shortest: shortest === undefined ? null : { ...shortest, trace: undefined },
    trace: file ?? null,
    ...(isSoAlone === undefined ? {} : { isSoAlone }),
    ...(isSoAlone === false ? { afterOthers: campaignCommand } : {}),
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
  const counted = Object.entries(state.counts).filter(([, count]) => count > 0);
  const counts = counted.map(([name, count]) => `${name} ${count}`);
  const lines = [
    `${ENDS[end]}: ${progressItems(state, reach, elapsedMs).join('  ')}`,
    `fuzzed ${whatAsText(head)}; runs ${runsByFaultsAsText(state)}`,
    ...(counts.length === 0 ? [] : [`counted: ${counts.join(', ')}`]),
    ...(state.digest === undefined ? [] : [`digest of all traces: ${state.digest}`]),
    ...broken,
    ...findings,
  ];
  return `${lines.flatMap((line) => wrapped(line)).join('\n')}\n`;
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
