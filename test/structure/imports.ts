import { posix } from 'node:path';
import { lineAt, type SourceFile } from './project.js';

/** `lazy` is `import('…')`: a module that is loaded when it is needed, or a type taken out of it. */
export type ImportKind = 'static' | 'type' | 'lazy';

export interface Import {
  /** As it is written: a package, or a path that begins with a dot. */
  readonly from: string;
  /** The path of the module in the project, without its extension; undefined for a package. */
  readonly module: string | undefined;
  readonly line: number;
  readonly kind: ImportKind;
}

const STATEMENT = /^(?:import|export)\s+(?<type>type\s)?(?:[^'";]*?\sfrom\s+)?'(?<from>[^']+)'/gm;
const EXPRESSION = /\bimport\(\s*'(?<from>[^']+)'/g;

export function imports({ path, text }: SourceFile): readonly Import[] {
  return [STATEMENT, EXPRESSION].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match): Import => {
      const { from = '', type } = match.groups ?? {};
      const isOwn = from.startsWith('.');
      return {
        from,
        module: isOwn ? posix.join(posix.dirname(path), from).replace(/\.js$/, '') : undefined,
        line: lineAt(text, match.index),
        kind: pattern === EXPRESSION ? 'lazy' : type === undefined ? 'static' : 'type',
      };
    }),
  );
}

/** One file imports another, in whatever way. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

export function arrowsAmong(files: readonly SourceFile[]): readonly Arrow[] {
  const paths = new Map(files.map(({ path }) => [path.replace(/\.tsx?$/, ''), path]));
  return files.flatMap((file) =>
    imports(file).flatMap(({ module = '' }) => {
      const to = paths.get(module);
      return to === undefined ? [] : [{ from: file.path, to }];
    }),
  );
}
