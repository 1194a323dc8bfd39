/**
 * The trace of a failure in a file: JSON lines. The first holds the shrunk history, what wrote it, and what it
 * breaks; each further one is a line of the trace.
 */
import { z } from 'zod';
import { ConfigError } from '../../node/start-refused.js';
import { VERSION } from '../../node/version.js';
import { FAULT_LEVELS, type History, type TraceLine, type Violation } from '../model.js';

const FORMAT = 'tollgate-trace';
const FORMAT_VERSION = 1;

export interface TraceFile {
  readonly history: History;
  readonly violations: readonly Violation[];
  /** As they stand in the file, without their line ends. */
  readonly lines: readonly string[];
}

const HEAD = z.object({
  format: z.literal(FORMAT),
  v: z.literal(FORMAT_VERSION),
  tollgate: z.string(),
  history: z.object({
    v: z.literal(1),
    model: z.string(),
    seed: z.int(),
    faults: z.enum(FAULT_LEVELS),
    setup: z.unknown(),
    steps: z.array(z.looseObject({ id: z.number(), at: z.number(), do: z.string() })),
  }),
  violations: z.array(z.object({ invariant: z.string(), message: z.string(), atMs: z.number() })),
});

export function writeTrace(
  history: History,
  violations: readonly Violation[],
  trace: readonly TraceLine[],
): string {
  const head = { format: FORMAT, v: FORMAT_VERSION, tollgate: VERSION, history, violations };
  return [head, ...trace].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * @param name of the file, for messages
 * @throws ConfigError where the text is no trace, or one of another version
 */
export function readTrace(text: string, name: string): TraceFile {
  const [first = '', ...lines] = text.replace(/\n$/, '').split('\n');
  const head = HEAD.safeParse(parsed(first));
  if (!head.success) throw new ConfigError(`${name} is no trace of the fuzzer, or one of another version`);
  return { history: head.data.history, violations: head.data.violations, lines };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
