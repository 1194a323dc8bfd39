import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import benchManifest from '../bench/package.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };
import packagingManifest from '../packaging/package.json' with { type: 'json' };

/**
 * The rules of `ARCHITECTURE.md` that can be read off the text of the project. Each finding is
 * `file:line: what`, and each test expects none.
 */

interface SourceFile {
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

function read(path: string): SourceFile {
  return { path, text: readFileSync(path, 'utf8') };
}

const TOP = readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isFile());
const IN_FOLDERS = FOLDERS.flatMap(walk);
const WRITTEN = [...TOP.map(({ name }) => name), ...IN_FOLDERS]
  .filter(
    (path) =>
      /(\.(ts|js|sh|md|json|lua)|\/run|\.npmrc|\.gitignore)$/.test(path) &&
      basename(path) !== 'package-lock.json',
  )
  .map(read);
const CODE = WRITTEN.filter(({ path }) => path.endsWith('.ts')).map(({ path, text }) => ({
  path,
  text: withoutComments(text),
}));
const SOURCES = CODE.filter(({ path }) => /^(src|simulation)\//.test(path));

/** Blanks out comments, keeping lines in their places. Strings stay: they may hold `//`. */
function withoutComments(text: string): string {
  const stringOrComment =
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<!\\)\/\/[^\n]*/g;
  return text.replace(stringOrComment, (match, string) => string ?? match.replace(/[^\n]/g, ' '));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

function findings(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => `${path}:${lineAt(text, match.index)}: ${match[0].trim()}`),
  );
}

describe('the actors and machines', () => {
  const rooms = SOURCES.filter(({ path }) => /^src\/(actors|machines)\//.test(path));

  it('know no ambient clock, timer, randomness or process', () => {
    const ambient =
      /(?<!\.)\b(Date\.now|new Date\(\)|performance\.|Math\.random|setTimeout|setInterval|setImmediate|queueMicrotask|process\.|globalThis|randomUUID|getRandomValues|console\.)/g;
    expect(findings(rooms, ambient)).toEqual([]);
  });

  it('import nothing of Node but hashing', () => {
    expect(findings(rooms, /from 'node:(?!crypto')[^']*'/g)).toEqual([]);
    expect(findings(rooms, /import \{[^}]*\b(random|generate)\w*[^}]*\} from 'node:crypto'/g)).toEqual([]);
  });
});

describe('the arrows between rooms', () => {
  const INTERFACES = ['src/store/store', 'src/store/caller-rules', 'src/providers/provider'];
  const GROUND = ['src/time/', 'src/money/', 'src/metrics/', 'src/errors/'];

  /** What each room may import besides itself; rooms end in a slash, single modules do not. */
  const ARROWS: Readonly<Record<string, readonly string[]>> = {
    'src/time': [],
    'src/money': [],
    'src/metrics': [],
    'src/errors': [],
    'src/packaged': ['src/errors/'],
    'src/overload': ['src/time/'],
    'src/store': ['src/time/', 'src/money/', 'src/errors/'],
    'src/providers': ['src/time/', 'src/money/', 'src/metrics/', 'src/store/store'],
    'src/machines': ['src/time/', 'src/money/', ...INTERFACES],
    'src/actors/runtime': ['src/time/', 'src/metrics/', 'src/store/store', 'src/store/caller-rules'],
    'src/actors': ['src/machines/', 'src/time/', 'src/money/', 'src/errors/', ...INTERFACES],
    'src/routing': ['src/actors/', 'src/providers/', 'src/time/', 'src/money/'],
    'src/http': [
      ...GROUND,
      ...INTERFACES,
      'src/actors/',
      'src/machines/',
      'src/overload/',
      'src/packaged/',
      'src/routing/',
    ],
    'src/node': [
      ...GROUND,
      'src/actors/',
      'src/machines/',
      'src/overload/',
      'src/providers/',
      'src/routing/',
      'src/store/',
      'src/http/',
      'src/packaged/',
    ],
    simulation: ['src/'],
    'src/cli': [...GROUND, 'src/http/', 'src/node/', 'src/audit/', 'simulation/'],
    'src/audit': [...GROUND, 'src/actors/', 'src/machines/', 'src/store/', 'src/node/', 'src/packaged/'],
  };

  function roomOf(path: string): string | undefined {
    const folder = dirname(path);
    return Object.keys(ARROWS)
      .filter((room) => `${folder}/`.startsWith(`${room}/`))
      .sort((a, b) => b.length - a.length)[0];
  }

  it('point one way: http, actors, machines, and the interfaces of store and provider', () => {
    const wrong = SOURCES.flatMap(({ path, text }) => {
      const room = roomOf(path);
      if (room === undefined) return dirname(path) === 'src' ? [] : [`${path}: is in no known room`];
      return imports(text)
        .filter(({ from }) => from.startsWith('.'))
        .map(({ from, line }) => ({
          line,
          to: posix.join(dirname(path), from).replace(/\.js$/, ''),
        }))
        .filter(({ to }) => !to.startsWith(`${room}/`))
        .filter(
          ({ to }) =>
            !(ARROWS[room] ?? []).some((allowed) =>
              allowed.endsWith('/') ? to.startsWith(allowed) : to === allowed,
            ),
        )
        .map(({ line, to }) => `${path}:${line}: ${room} must not import ${to}`);
    });
    expect(wrong).toEqual([]);
  });

  it('let only the wiring, and who looks at the disk of a real process, reach the database, and only one module load the HTTP server', () => {
    const wrong = SOURCES.flatMap(({ path, text }) =>
      imports(text)
        .filter(({ from }) => {
          if (from === 'lmdb') return !path.startsWith('src/store/lmdb/');
          if (/\/store\/lmdb\/[^/]*$/.test(from))
            return !/^(src\/(node|audit)|simulation\/models\/process)\//.test(path) && path !== 'src/main.ts';
          return from.startsWith('uws-') && path !== 'src/http/uws/uws.ts';
        })
        .map(({ from, line }) => `${path}:${line}: ${from}`),
    );
    expect(wrong).toEqual([]);
  });

  it('load the packages of traces only where an endpoint is configured', () => {
    const tracing = /^src\/node\/tracing\/(otlp-tracing|span-export|trace-parent|request-traces|job-traces)$/;
    const wrong = SOURCES.flatMap(({ path, text }) =>
      imports(text)
        .filter(({ isType }) => !isType)
        .filter(({ from }) => {
          const to = posix.join(dirname(path), from).replace(/\.js$/, '');
          const isOfTraces = from.startsWith('@opentelemetry/') || tracing.test(to);
          return isOfTraces && !tracing.test(path.replace(/\.ts$/, ''));
        })
        .map(({ from, line }) => `${path}:${line}: ${from}`),
    );
    expect(wrong).toEqual([]);
  });

  it('never run in a circle', () => {
    const graph = new Map(
      SOURCES.map(({ path, text }) => [
        path,
        imports(text)
          .filter(({ from, isType }) => from.startsWith('.') && !isType)
          .map(({ from }) => posix.join(dirname(path), from).replace(/\.js$/, '.ts')),
      ]),
    );
    expect(circle(graph)).toEqual([]);
  });
});

interface Import {
  readonly from: string;
  readonly line: number;
  readonly isType: boolean;
}

function imports(text: string): readonly Import[] {
  const statement = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
  return [...text.matchAll(statement)].map((match) => ({
    from: match[2] ?? '',
    line: lineAt(text, match.index),
    isType: match[1] !== undefined,
  }));
}

/** The modules of one circle of imports, in order; none where there is none. */
function circle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): readonly string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of graph.get(path) ?? []) {
      const found = visit(next, [...trail, path]);
      if (found.length > 0) return found;
    }
    done.add(path);
    return [];
  };
  for (const path of graph.keys()) {
    const found = visit(path, []);
    if (found.length > 0) return found;
  }
  return [];
}

describe('names', () => {
  it('of folders say what is inside', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|libs?|shared)(\/|$)/;
    expect(IN_FOLDERS.filter((path) => vague.test(dirname(path)))).toEqual([]);
  });

  it('of files are in kebab case', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.ts$/;
    expect(CODE.map(({ path }) => path).filter((path) => !kebab.test(basename(path)))).toEqual([]);
  });
});

describe('the text', () => {
  it('leaves nothing for later', () => {
    const later = new RegExp(
      `\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b.*`,
      'g',
    );
    expect(findings(WRITTEN, later)).toEqual([]);
  });

  it('runs every test', () => {
    expect(findings(CODE, /\b(it|test|describe|suite)\.(only|skip)\(/g)).toEqual([]);
  });

  it('names no path of the machine it was written on', () => {
    expect(findings(WRITTEN, /(?<![\w.$}*-])\/(work|root|tmp|Users)\/.*/g)).toEqual([]);
  });

  it('silences no check of types', () => {
    expect(findings(WRITTEN, new RegExp(`@ts-${'(ignore|nocheck)'}.*`, 'g'))).toEqual([]);
  });
});

describe('the packages', () => {
  it('are fixed to exact versions', () => {
    const ranges = [
      manifest.dependencies,
      manifest.devDependencies,
      benchManifest.dependencies,
      packagingManifest.dependencies,
      packagingManifest.optionalDependencies,
    ]
      .flatMap((packages) => Object.entries(packages))
      .filter(([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(ranges).toEqual([]);
  });

  it('come from whichever registry npm is set to: neither the lock file nor .npmrc names one', () => {
    const locks = ['package-lock.json', 'bench/package-lock.json', 'packaging/package-lock.json'].map(read);
    expect(findings(locks, /"resolved".*|https?:\/\/(?!.*fund)[^"]*(registry|npmjs)[^"]*/g)).toEqual([]);
    expect(findings(['.npmrc', 'bench/.npmrc', 'packaging/.npmrc'].map(read), /registry\s*=.*/g)).toEqual([]);
  });
});

describe('exports', () => {
  const DECLARED =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (?:enum )?(\w+)/gm;
  const LISTED = /^export (?:type )?\{([^}]*)\}/gm;

  function exported({ text }: SourceFile): readonly string[] {
    const declared = [...text.matchAll(DECLARED)].map(([, name]) => name ?? '');
    const listed = [...text.matchAll(LISTED)].flatMap(([, names = '']) =>
      names.split(',').map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/^.* as /, ''),
      ),
    );
    return [...declared, ...listed].filter((name) => name !== '');
  }

  /** A type that an exported function takes or answers is exported for whoever wants to name it. */
  function isUsed(name: string, file: SourceFile): boolean {
    const word = new RegExp(`\\b${name}\\b`);
    if (CODE.some(({ path, text }) => path !== file.path && word.test(text))) return true;
    const isType = new RegExp(`^export (type|interface) ${name}\\b`, 'm').test(file.text);
    return isType && file.text.split(word).length > 2;
  }

  it('of the product are used in another file', () => {
    const unused = SOURCES.flatMap((file) =>
      exported(file)
        .filter((name) => !isUsed(name, file))
        .map((name) => `${file.path}: ${name}`),
    );
    expect(unused).toEqual([]);
  });
});

it('every document that the sources name exists', () => {
  const named = WRITTEN.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w/.-])docs\/[\w-]+\.md/g)].map(([document]) => ({ path, document })),
  );
  const there = new Set(IN_FOLDERS);
  expect(
    named.filter(({ document }) => !there.has(document)).map(({ path, document }) => `${path}: ${document}`),
  ).toEqual([]);
});
