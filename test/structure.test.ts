import { existsSync } from 'node:fs';
import { basename, dirname, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import benchManifest from '../bench/package.json' with { type: 'json' };
import manifest from '../package.json' with { type: 'json' };
import packagingManifest from '../packaging/package.json' with { type: 'json' };
import { circleOfEntries, circleOfFiles, foldersOf } from './structure/circles.js';
import { arrowsAmong, imports } from './structure/imports.js';
import {
  CODE,
  findings,
  IN_FOLDERS,
  lineAt,
  read,
  SOURCES,
  type SourceFile,
  WRITTEN,
} from './structure/project.js';

/**
 * The rules of `ARCHITECTURE.md` that can be read off the text of the project. Each finding is
 * `path:line: text`, and each test expects none.
 */

/** The program itself and its list of commands import what they like: they stand above all rooms. */
const ABOVE_ALL = /^src\/(main|commands)\.ts$/;

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
  /**
   * The rooms from the top floor to the ground, each with all that it may import besides itself. A name that
   * ends in a slash is a room with all that it holds, any other a single module. A room within another one is
   * held to its own line alone: the rules of the fuzzer know the contract and not the code, the runtime of
   * the actors no key, job or money.
   */
  const FLOORS: readonly (readonly [room: string, mayImport: readonly string[]])[] = [
    ['bench', ['src/', 'simulation/']],
    ['simulation', ['src/']],
    [
      'simulation/rules',
      [
        'simulation/model',
        'simulation/history/',
        'simulation/moments/',
        'src/store/store',
        'src/providers/provider',
        // The rule `sound-records` holds records to it.
        'src/audit/records/audit',
      ],
    ],
    [
      'src/cli',
      [
        'src/audit/',
        'src/node/',
        'src/http/live/frame-shape',
        'src/actors/accounts/operators-account',
        'src/actors/people/rights',
        'src/providers/adapters/',
        'src/packaged/low-priority',
        'src/errors/',
        'src/metrics/',
        'src/money/',
      ],
    ],
    [
      'src/audit',
      [
        'src/node/',
        'src/results/',
        'src/actors/',
        'src/machines/',
        'src/payments/simulated/cards',
        'src/providers/text-provider',
        'src/store/',
        'src/packaged/',
        'src/files/',
        'src/errors/',
        'src/money/',
        'src/time/',
      ],
    ],
    [
      'src/node',
      [
        'src/http/',
        'src/routing/',
        'src/results/',
        'src/people/',
        'src/mail/',
        'src/passwords/',
        'src/actors/',
        'src/machines/order-context',
        'src/machines/run-machine',
        'src/payments/',
        'src/providers/',
        'src/outward/',
        'src/sealing/',
        'src/store/',
        'src/overload/',
        'src/packaged/',
        'src/files/',
        'src/errors/',
        'src/metrics/',
        'src/money/',
        'src/limits/',
        'src/time/',
      ],
    ],
    [
      'src/http',
      [
        'src/routing/',
        'src/people/',
        'src/actors/',
        'src/machines/order-context',
        'src/payments/simulated/cards',
        'src/providers/provider',
        'src/outward/outward',
        'src/store/store',
        'src/overload/',
        'src/packaged/',
        'src/errors/',
        'src/metrics/',
        'src/money/',
        'src/limits/',
        'src/time/',
      ],
    ],
    [
      'src/people',
      ['src/actors/', 'src/mail/', 'src/passwords/', 'src/sealing/', 'src/limits/', 'src/time/'],
    ],
    ['src/mail', ['src/errors/', 'src/time/']],
    ['src/passwords', ['src/packaged/', 'src/errors/']],
    [
      'src/routing',
      [
        'src/actors/',
        'src/payments/',
        'src/providers/',
        'src/outward/outward',
        'src/money/',
        'src/limits/',
        'src/time/',
      ],
    ],
    [
      'src/results',
      [
        'src/providers/provider',
        'src/providers/provider-report',
        'src/outward/outward',
        'src/sealing/',
        'src/packaged/program',
        'src/files/',
        'src/errors/',
        'src/limits/',
        'src/time/',
      ],
    ],
    [
      'src/actors',
      [
        'src/machines/',
        'src/payments/payment-provider',
        'src/payments/payment-report',
        'src/payments/simulated/cards',
        'src/providers/provider',
        'src/providers/provider-report',
        'src/store/store',
        'src/money/',
        'src/limits/',
        'src/time/',
      ],
    ],
    [
      'src/actors/runtime',
      ['src/store/store', 'src/store/caller-rules', 'src/metrics/', 'src/limits/', 'src/time/'],
    ],
    ['src/machines', ['src/providers/provider', 'src/providers/text-provider']],
    [
      'src/payments',
      ['src/providers/adapters/remote/stand-in', 'src/outward/outward', 'src/errors/', 'src/time/'],
    ],
    [
      'src/providers',
      [
        'src/outward/',
        'src/sealing/',
        'src/packaged/assets',
        'src/metrics/',
        'src/money/',
        'src/limits/',
        'src/time/',
      ],
    ],
    ['src/store', ['src/files/', 'src/errors/']],
    ['src/overload', ['src/time/']],
    ['src/packaged', ['src/files/', 'src/errors/']],
    ['src/outward', []],
    ['src/sealing', []],
    ['src/time', []],
    ['src/limits', []],
    ['src/money', []],
    ['src/metrics', []],
    ['src/errors', []],
    ['src/files', []],
  ];

  const ARROWS = new Map(FLOORS);

  function isIn(room: string, path: string): boolean {
    return path.startsWith(`${room}/`);
  }

  function roomOf(path: string): string | undefined {
    const rooms = [...ARROWS.keys()].filter((room) => isIn(room, path));
    return rooms.sort((a, b) => b.length - a.length)[0];
  }

  it('lead down', () => {
    const order = FLOORS.map(([room]) => room);
    const wrong = FLOORS.flatMap(([room, mayImport], floor) =>
      mayImport
        .filter((known) => {
          const beneath = order.findLastIndex((other) => isIn(other, known) && !isIn(other, room));
          return beneath >= 0 && beneath < floor;
        })
        .map((known) => `${room} may import ${known}`),
    );
    expect(wrong).toEqual([]);
  });

  /**
   * Imports of a room from another one, by the allowed arrow that they follow; undefined if none allows them.
   */
  const drawn = CODE.filter(({ path }) => /^(src|simulation|bench)\//.test(path)).flatMap((file) => {
    const room = roomOf(file.path);
    if (room === undefined) return [];
    return imports(file)
      .filter(({ module }) => module !== undefined && !isIn(room, module))
      .map(({ line, module = '' }) => ({
        room,
        text: `${file.path}:${line}: ${room} must not import ${module}`,
        arrow: ARROWS.get(room)?.find((known) =>
          known.endsWith('/') ? module.startsWith(known) : module === known,
        ),
      }));
  });

  it('are drawn by imports of the floors beneath alone', () => {
    const roomless = SOURCES.filter(({ path }) => !ABOVE_ALL.test(path) && roomOf(path) === undefined);
    expect(roomless.map(({ path }) => `${path}: is in no known room`)).toEqual([]);
    expect(drawn.filter(({ arrow }) => arrow === undefined).map(({ text }) => text)).toEqual([]);
  });

  it('are all drawn: none is allowed that the code has no use for', () => {
    const used = new Set(drawn.map(({ room, arrow }) => `${room} → ${arrow}`));
    const allowed = FLOORS.flatMap(([room, mayImport]) => mayImport.map((known) => `${room} → ${known}`));
    expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  it('let only the wiring, and who looks at the disk of a real process, reach the database, and only one module load the HTTP server', () => {
    const wrong = SOURCES.flatMap((file) =>
      imports(file)
        .filter(({ from }) => {
          if (from === 'lmdb') return !file.path.startsWith('src/store/lmdb/');
          if (/\/store\/lmdb\/[^/]*$/.test(from))
            return (
              !/^(src\/(node|audit)|simulation\/(models\/(process|store|part\/node\/folders)|power-cuts))\//.test(
                file.path,
              ) && !ABOVE_ALL.test(file.path)
            );
          return from.startsWith('uws-') && file.path !== 'src/http/uws/uws.ts';
        })
        .map(({ from, line }) => `${file.path}:${line}: ${from}`),
    );
    expect(wrong).toEqual([]);
  });

  it('load the packages of traces only if an endpoint is configured', () => {
    const tracing = /^src\/node\/tracing\/(otlp-tracing|span-export|trace-parent|request-traces|job-traces)$/;
    const wrong = SOURCES.flatMap((file) =>
      imports(file)
        .filter(({ kind }) => kind === 'static')
        .filter(({ from, module = '' }) => from.startsWith('@opentelemetry/') || tracing.test(module))
        .filter(() => !tracing.test(file.path.replace(/\.tsx?$/, '')))
        .map(({ from, line }) => `${file.path}:${line}: ${from}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the dashboard', () => {
  const entry = 'src/http/pages/dashboard/dashboard.ts';
  const light =
    /^src\/http\/pages\/dashboard\/(dashboard|routes|asset-path|requests\/request-windows|live\/live-page)$/;

  it('is rendered by what the first request loads: no start waits for it', () => {
    const wrong = SOURCES.filter(
      ({ path }) => !path.startsWith('src/http/pages/dashboard/') || path === entry,
    )
      .flatMap((file) => imports(file).map((one) => ({ ...one, path: file.path })))
      .filter(({ kind }) => kind === 'static')
      .filter(
        ({ from, module = '' }) =>
          from.startsWith('preact') ||
          (module.startsWith('src/http/pages/dashboard/') && !light.test(module)),
      );
    expect(wrong.map(({ path, line, from }) => `${path}:${line}: ${from}`)).toEqual([]);
  });

  it('has islands that know nothing of the server', () => {
    const islands = 'src/http/pages/dashboard/islands/';
    const IN_BROWSERS = /^(uplot|@preact\/signals-core|preact|preact\/hooks|marked|eventsource-parser)$/;
    const wrong = SOURCES.filter(({ path }) => path.startsWith(islands)).flatMap((file) =>
      imports(file)
        .filter(({ module = '', from }) => !module.startsWith(islands) && !IN_BROWSERS.test(from))
        .map(({ from, line }) => `${file.path}:${line}: ${from}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('circles', () => {
  const PRODUCT = CODE.filter(({ path }) => /^(src|simulation|bench|packaging)\//.test(path));
  const arrows = arrowsAmong(PRODUCT).filter(({ from }) => !ABOVE_ALL.test(from));

  it('are not among files, types and lazy imports included', () => {
    expect(circleOfFiles(arrows)).toEqual([]);
  });

  it('are not among the entries of a folder, its files and its sub-folders', () => {
    const folders = foldersOf(PRODUCT.map(({ path }) => path));
    expect(folders.flatMap((folder) => circleOfEntries(folder, arrows))).toEqual([]);
  });
});

describe('folders', () => {
  it('hold at most 18 loose files of source: a subject has a folder of its own before that', () => {
    const loose = new Map<string, number>();
    for (const { path } of CODE) loose.set(dirname(path), (loose.get(dirname(path)) ?? 0) + 1);
    expect([...loose].filter(([, files]) => files > 18)).toEqual([]);
  });

  it('are named for what is inside', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|libs?|shared)(\/|$)/;
    expect(IN_FOLDERS.filter((path) => vague.test(dirname(path)))).toEqual([]);
  });

  it('hold files with names in kebab case', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.tsx?$/;
    expect(CODE.map(({ path }) => path).filter((path) => !kebab.test(basename(path)))).toEqual([]);
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

describe('names of other files', () => {
  const PAGES = WRITTEN.filter(({ path }) => path.endsWith('.md'));
  const WRITTEN_BY_THE_READER = 'simulation/rules/requests/prompt-answers.ts';
  /** `path.ts`, or `path.ts:function`; the path may begin at any folder. */
  const NAMED_FILE = /`([\w./-]+\.(?:tsx?|css|sh|md))(?::(\w+))?`/g;
  const NAMED_FOLDER = /`((?:src|simulation|test|bench|packaging|scripts|docs|observability)\/[\w/-]*)`/g;
  const LINK = /\]\(([\w./-]+\.md)(?:#[\w-]+)?\)/g;
  const DOCUMENT = /(?<![\w/.-])(docs\/[\w-]+\.md)/g;

  function wrongNames(files: readonly SourceFile[], pattern: RegExp, isRight: NameCheck): readonly string[] {
    return files.flatMap((file) =>
      [...file.text.matchAll(pattern)]
        .filter(([, name = '', inside]) => !isRight(name, inside, file.path))
        .map((match) => `${file.path}:${lineAt(file.text, match.index)}: ${match[0]}`),
    );
  }

  type NameCheck = (name: string, inside: string | undefined, from: string) => boolean;

  function filesNamed(name: string): readonly SourceFile[] {
    return WRITTEN.filter(({ path }) => path === name || path.endsWith(`/${name}`));
  }

  it('in documents and comments are those of files that exist, and that have the function', () => {
    const isThere: NameCheck = (name, inside) => {
      if (name === WRITTEN_BY_THE_READER) return true;
      const files = filesNamed(name);
      if (inside === undefined) return files.length > 0;
      const word = new RegExp(`\\b${inside}\\b`);
      return files.some(({ text }) => word.test(text));
    };
    const isCode = ({ path }: SourceFile) => /^(src|simulation|bench|packaging)\/.*\.tsx?$/.test(path);
    expect(wrongNames([...PAGES, ...WRITTEN.filter(isCode)], NAMED_FILE, isThere)).toEqual([]);
  });

  it('in documents are those of folders that exist', () => {
    const isThere: NameCheck = (name) => existsSync(name) || name.endsWith('/node_modules');
    expect(wrongNames(PAGES, NAMED_FOLDER, isThere)).toEqual([]);
  });

  it('in links are those of documents that exist', () => {
    const isThere: NameCheck = (name, _inside, from) => existsSync(posix.join(dirname(from), name));
    expect(wrongNames(PAGES, LINK, isThere)).toEqual([]);
  });

  it('in sources are those of documents that exist', () => {
    expect(wrongNames(WRITTEN, DOCUMENT, (name) => existsSync(name))).toEqual([]);
  });
});
