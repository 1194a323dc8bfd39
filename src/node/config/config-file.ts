/**
 * The configuration file: one YAML document, of which JSON is a part, holding a map.
 *
 * It knows syntax and lines, not options: `config.ts` validates the keys and their values, and asks here
 * for the line of whatever it refuses.
 */
import { readFileSync } from 'node:fs';
import { isNode, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import { codeOf, messageOf } from '../../errors/error-text.js';
import { ConfigError } from './start-refused.js';

/** Far above any sensible file; a bound so that a wrong path cannot fill the memory. */
const FILE_BYTES_MAX = 1_048_576;

export type FilePath = readonly (string | number)[];

export interface ConfigFile {
  /** The top level of the file, in its order. */
  readonly entries: readonly (readonly [key: string, value: unknown])[];
  /** `FILE:LINE: a.b[0]`, for the beginning of a message. */
  where(path: FilePath): string;
}

/**
 * Reads and parses the file.
 *
 * @param path the file's absolute path
 * @param namedBy the option or variable that named the file, for the message if it cannot be read
 */
export function readConfigFile(path: string, namedBy: string): ConfigFile {
  return parseConfigFile(path, readText(path, namedBy));
}

/** Parses the text of a file; `path` is for the messages alone. */
function parseConfigFile(path: string, text: string): ConfigFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2', merge: false });
  const [error] = document.errors;
  const problem = error ?? document.warnings[0];
  if (problem !== undefined) {
    const line = lines.linePos(problem.pos[0]).line;
    const why = problem.message.replace(/( at line \d+, column \d+)?:?\n.*$/s, '');
    throw new ConfigError(`${path}:${line}: ${error === undefined ? '' : 'is not valid YAML: '}${why}`);
  }
  const { contents } = document;
  const value: unknown =
    contents === null ? {} : toPlainValue(path, () => document.toJS({ maxAliasCount: 100 }));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError(`${path}:1: must be a map of options and their values`);
  }
  const where = (at: FilePath) => `${path}:${lineOf(document, at, lines)}: ${printPath(at)}`;
  return { entries: Object.entries(value), where };
}

function readText(path: string, namedBy: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new ConfigError(`${namedBy}: cannot read ${path}: ${reasonOf(error)}`, { cause: error });
  }
  if (bytes.length > FILE_BYTES_MAX)
    throw new ConfigError(`${namedBy}: ${path} is larger than ${FILE_BYTES_MAX} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ConfigError(`${namedBy}: ${path} is not UTF-8 text`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission denied';
  return messageOf(error);
}

function toPlainValue(path: string, convert: () => unknown): unknown {
  try {
    return convert();
  } catch (error) {
    throw new ConfigError(`${path}:1: ${messageOf(error)}`, { cause: error });
  }
}

/** The line of the key at the end of the path, or of the nearest thing around it that has a place. */
function lineOf(
  document: { readonly contents: ParsedNode | null },
  path: FilePath,
  lines: LineCounter,
): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    const next = child(node, step);
    if (next === undefined) break;
    offset = next.offset ?? offset;
    node = next.value;
  }
  return lines.linePos(offset).line;
}

interface Child {
  readonly value: unknown;
  readonly offset: number | undefined;
}

function child(node: unknown, step: string | number): Child | undefined {
  if (typeof node !== 'object' || node === null || !('items' in node) || !Array.isArray(node.items))
    return undefined;
  if (typeof step === 'number') {
    const value: unknown = node.items[step];
    return { value, offset: offsetOf(value) };
  }
  for (const pair of node.items) {
    if (String(pair?.key?.value) === step) return { value: pair.value, offset: offsetOf(pair.key) };
  }
  return undefined;
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** `['providers', 'simulated', 'models', 0]` as `providers.simulated.models[0]`. */
function printPath(path: FilePath): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}
