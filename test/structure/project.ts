import { readdirSync, readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';

/** The text of the project, as the tests of structure and style read it. */

export interface SourceFile {
  /** From the top of the project, with slashes. */
  readonly path: string;
  readonly text: string;
}

const FOLDERS = ['src', 'simulation', 'test', 'bench', 'packaging', 'scripts', 'docs', '.ci'];

function walk(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.name === 'node_modules') return [];
    return entry.isDirectory() ? walk(path) : [path];
  });
}

export function read(path: string): SourceFile {
  return { path, text: readFileSync(path, 'utf8') };
}

const TOP = readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isFile());

export const IN_FOLDERS = FOLDERS.flatMap(walk);

/** Every file that people write, code or not. */
export const WRITTEN = [...TOP.map(({ name }) => name), ...IN_FOLDERS]
  .filter(
    (path) =>
      /(\.(tsx?|css|js|sh|md|json|lua)|\/run|\.npmrc|\.gitignore)$/.test(path) &&
      basename(path) !== 'package-lock.json',
  )
  .map(read);

export function isTypeScript(path: string): boolean {
  return /\.tsx?$/.test(path);
}

/** All TypeScript, without its comments. */
export const CODE = WRITTEN.filter(({ path }) => isTypeScript(path)).map(({ path, text }) => ({
  path,
  text: withoutComments(text),
}));

export const SOURCES = CODE.filter(({ path }) => /^(src|simulation)\//.test(path));

/** Blanks out comments, keeping lines in their places. Strings stay: they may hold `//`. */
function withoutComments(text: string): string {
  const stringOrComment =
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<!\\)\/\/[^\n]*/g;
  return text.replace(stringOrComment, (match, string) => string ?? match.replace(/[^\n]/g, ' '));
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** Each match of the pattern as `path:line: text`. */
export function findings(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => `${path}:${lineAt(text, match.index)}: ${match[0].trim()}`),
  );
}
