/**
 * One program of the hunt that holds every planted defect, and runs with the one that its environment names.
 *
 * A file with defects is in it as it is, and once more for each of them; its importers get the one that is
 * wanted. So all are bundled at once, and a hunt starts as quickly as the program. A process may plant
 * another defect later: importers that have kept what they got go on without it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Mutant, mutated } from './mutant.js';

const BUNDLER_MS_MAX = 120_000;
const BUNDLED = [
  'src',
  'simulation',
  'test/simulation/mutants',
  'scripts/build-program.sh',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const LINKED = ['node_modules', 'dist/assets'];
const HUNT = 'test/simulation/mutants/hunt.ts';
const WANTED = 'TOLLGATE_MUTANT';
const CHOICES = 'tollgateVersionChoices';

export class MutantBundle {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tollgate-mutants-'));

  /**
   * Bundles.
   *
   * @param root the top of the project
   * @throws if the project cannot be bundled, or a mutant is stale
   */
  constructor(root: string, mutants: readonly Mutant[]) {
    try {
      for (const path of BUNDLED) cpSync(join(root, path), join(this.#folder, path), { recursive: true });
      for (const path of LINKED) linkInto(this.#folder, root, path);
      for (const file of new Set(mutants.flatMap(filesOf))) this.#plant(file, mutants);
      execFileSync('sh', ['scripts/build-program.sh', HUNT], {
        cwd: this.#folder,
        timeout: BUNDLER_MS_MAX,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  get hunt(): string {
    return join(this.#folder, 'dist/program/hunt.js');
  }

  /** With it a process has the defect; without a mutant, none. */
  environmentOf(mutant: Mutant | undefined): NodeJS.ProcessEnv {
    return { ...process.env, [WANTED]: mutant?.name };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #plant(file: string, mutants: readonly Mutant[]): void {
    const path = join(this.#folder, file);
    const product = readFileSync(path, 'utf8');
    const versions = new Map([['product', product]]);
    for (const mutant of mutants) {
      const edits = mutant.edits.filter((edit) => edit.file === file);
      if (edits.length > 0) versions.set(mutant.name, mutated(product, edits));
    }
    for (const [name, text] of versions) writeFileSync(versionOf(path, name), text);
    const names = [...versions.keys()];
    const values = new Set([...versions.values()].flatMap(exportsOf));
    const lines = [
      ...names.map((name, at) => `import * as v${at} from './${importNameOf(versionOf(path, name))}';`),
      `const versions = { ${names.map((name, at) => `'${name}': v${at}`).join(', ')} };`,
      `export let { ${[...values].join(', ')} } = versions[process.env.${WANTED}] ?? v0;`,
      `const choose = (name) => { ({ ${[...values].join(', ')} } = versions[name] ?? v0); };`,
      `(globalThis.${CHOICES} ??= []).push(choose);`,
    ];
    writeFileSync(path, lines.join('\n'));
  }
}

/** In a process of the bundle: takes out the defect that is planted, and plants this one, if any. */
export function plant(mutant: string | undefined): void {
  const choices = Reflect.get(globalThis, CHOICES) as ((name: string | undefined) => void)[] | undefined;
  for (const choose of choices ?? []) choose(mutant);
  // Processes that this one starts read it.
  if (mutant === undefined) delete process.env[WANTED];
  else process.env[WANTED] = mutant;
}

function linkInto(folder: string, root: string, path: string): void {
  const parent = join(folder, path, '..');
  mkdirSync(parent, { recursive: true });
  symlinkSync(join(root, path), join(folder, path));
}

function filesOf({ edits }: Mutant): readonly string[] {
  return [...new Set(edits.map(({ file }) => file))];
}

function versionOf(path: string, name: string): string {
  return path.replace(/(\.tsx?)$/, `.${name}$1`);
}

function importNameOf(path: string): string {
  return basename(path).replace(/\.tsx?$/, '.js');
}

/** Names of its values; if one were missing, the bundler would say what lacks it. */
function exportsOf(text: string): readonly string[] {
  const declared = text.matchAll(/^export (?:abstract |async )?(?:class|const|function)\*? (\w+)/gm);
  const listed = text.matchAll(/^export \{ (.+) \}/gm);
  return [
    ...[...declared].map(([, name = '']) => name),
    ...[...listed].flatMap(([, names = '']) => names.split(', ')),
  ];
}
