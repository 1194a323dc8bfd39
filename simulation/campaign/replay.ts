/** Runs the history of a trace file again, shows it line by line, and says where it went another way. */
import type { Model, Violation } from '../model.js';
import type { Patience } from './bounded-run.js';
import { runTraced } from './failure.js';
import { type Names, namesIn } from './names.js';
import { readableHistory, readableTraceLine, readableViolations } from './readable.js';
import type { TraceFile } from './trace-file.js';

const VIOLATIONS_SHOWN_MAX = 20;

export interface Divergence {
  /** Of the file; its first line is 1. */
  readonly line: number;
  /** The line of the file; undefined after its end. */
  readonly inFile: string | undefined;
  /** The line of the run; undefined after its end. */
  readonly now: string | undefined;
}

export interface Replay {
  /** For people, in order. */
  readonly lines: readonly string[];
  readonly violations: readonly Violation[];
  readonly names: Names;
  readonly divergence: Divergence | undefined;
  /** False if the model cannot repeat a history, so that a divergence tells nothing. */
  readonly isRepeatable: boolean;
}

export async function replay(model: Model, file: TraceFile, patience: Patience): Promise<Replay> {
  const { run, trace } = await runTraced(model, file.history, patience);
  const now = trace.map((line) => JSON.stringify(line));
  const isRepeatable = model.isRepeatable !== false;
  const at = isRepeatable ? firstDifference(file.lines, now) : undefined;
  const { setup, steps } = readableHistory(model, file.history);
  const names = namesIn(trace);
  const lines = [...setup];
  let next = 0;
  const showSteps = (upTo: number) => {
    for (; next < steps.length && (file.history.steps[next]?.at ?? 0) <= upTo; next++) {
      lines.push(...(steps[next] ?? []).map((line) => `> ${line}`));
    }
  };
  for (const [index, line] of trace.entries()) {
    showSteps(line.at);
    if (index === at) lines.push(`! here it goes another way than line ${at + 2} of the file`);
    lines.push(`    ${readableTraceLine(line, names)}`);
  }
  showSteps(Number.POSITIVE_INFINITY);
  return {
    lines,
    violations: run.outcome.violations,
    names,
    divergence: at === undefined ? undefined : { line: at + 2, inFile: file.lines[at], now: now[at] },
    isRepeatable,
  };
}

function firstDifference(a: readonly string[], b: readonly string[]): number | undefined {
  for (let at = 0; at < Math.max(a.length, b.length); at++) if (a[at] !== b[at]) return at;
  return undefined;
}

/** The first field of the line that is not the same in both; nothing if one of the two lines is missing. */
function fieldThatDiffers({ inFile, now }: Divergence): readonly string[] {
  if (inFile === undefined || now === undefined) return [];
  const before = fieldsOf(inFile);
  const after = fieldsOf(now);
  const name = [...before.keys(), ...after.keys()].find((one) => before.get(one) !== after.get(one));
  if (name === undefined) return ['  the same fields are written another way'];
  const [was, is] = [before, after].map((fields) => fields.get(name) ?? '(not there)');
  return [`  first in ${name}: ${was} in the file, ${is} now`];
}

/** The values as JSON, by the path of their names: `answer.status`. */
function fieldsOf(line: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const add = (path: string, value: unknown): void => {
    const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (inner.length === 0) fields.set(path, JSON.stringify(value));
    for (const [name, one] of inner) add(path === '' ? name : `${path}.${name}`, one);
  };
  add('', JSON.parse(line));
  return fields;
}

/** The last lines, after those of the trace. */
export function replayVerdict(
  { violations, names, divergence, isRepeatable }: Replay,
  { violations: before, isEdited }: TraceFile,
): readonly string[] {
  return [
    ...(isEdited
      ? ['the history was changed after its trace was written, which is that of the old one']
      : []),
    ...(divergence === undefined
      ? [
          isRepeatable
            ? 'the trace is that of the file, byte for byte'
            : 'it ran in real time: its trace is its own, and is not held against the file',
        ]
      : [
          `the trace differs from the file from its line ${divergence.line} on`,
          ...fieldThatDiffers(divergence),
          `  in the file: ${divergence.inFile ?? '(nothing more)'}`,
          `  now:         ${divergence.now ?? '(nothing more)'}`,
        ]),
    ...(violations.length === 0
      ? [
          before.length === 0
            ? 'every rule holds, as it did'
            : `every rule holds now; in the file, ${[...new Set(before.map(({ invariant }) => invariant))].join(', ')} did not`,
        ]
      : [
          'broken:',
          ...readableViolations(violations, VIOLATIONS_SHOWN_MAX, names).map((line) => `  ${line}`),
        ]),
  ];
}
