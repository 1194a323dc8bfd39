/**
 * The trace of a failure in a file: JSON lines. The first holds the shrunk history, what wrote it, and what
 * it breaks; each further one is a line of the trace.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { ConfigError } from '../../src/node/config/start-refused.js';
import { VERSION } from '../../src/packaged/version.js';
import { FAULT_LEVELS, type History, type TraceLine, type Violation } from '../model.js';

const FORMAT = 'tollgate-trace';
const FORMAT_VERSION = 1;

export interface TraceFile {
  readonly history: History;
  readonly violations: readonly Violation[];
  /** Whether the history is another one than that of the trace. */
  readonly isEdited: boolean;
  /** As they stand in the file, without their line ends. */
  readonly lines: readonly string[];
}

const KIND = z.object({ format: z.literal(FORMAT), v: z.literal(FORMAT_VERSION) });

const HEAD = z.object({
  tollgate: z.string(),
  /** SHA-256 of the history as it was run, in hex. */
  digest: z.string().optional(),
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

const LINE = z.object({ at: z.number(), what: z.string() });

export function writeTrace(
  history: History,
  violations: readonly Violation[],
  trace: readonly TraceLine[],
): string {
  const head = {
    format: FORMAT,
    v: FORMAT_VERSION,
    tollgate: VERSION,
    digest: digestOf(history),
    history,
    violations,
  };
  return [head, ...trace].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/**
 * @param name of the file, for messages
 * @throws ConfigError if the text is no trace, or one of another version, or one that is damaged or cut off
 */
export function readTrace(text: string, name: string): TraceFile {
  const [first = '', ...lines] = text.replace(/\n$/, '').split('\n');
  const raw = parsed(first);
  if (raw === undefined && first.startsWith(`{"format":"${FORMAT}"`))
    throw new ConfigError(`${name} is damaged or cut off in its line 1`);
  if (!KIND.safeParse(raw).success)
    throw new ConfigError(`${name} is no trace of the fuzzer, or one of another version`);
  const head = HEAD.safeParse(raw);
  if (!head.success) {
    const path = head.error.issues[0]?.path.join('.') ?? '';
    throw new ConfigError(`${name}: its first line is damaged at ${path}`);
  }
  for (const [index, line] of lines.entries()) {
    if (LINE.safeParse(parsed(line)).success) continue;
    const isCut = index === lines.length - 1 && !text.endsWith('\n');
    throw new ConfigError(
      `${name} is ${isCut ? 'cut off in' : 'damaged: no trace stands in'} its line ${index + 2}`,
    );
  }
  const { history, violations, digest } = head.data;
  const isEdited = digest !== undefined && digest !== digestOf((raw as { history: unknown }).history);
  return { history, violations, isEdited, lines };
}

function digestOf(history: unknown): string {
  return createHash('sha256').update(JSON.stringify(history)).digest('hex');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
