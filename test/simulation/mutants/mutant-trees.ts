/**
 * Trees of compiled code that differ from the product in one defect each.
 *
 * The project is compiled once, and in a second run of the compiler every file with a defect in it. A tree is
 * made of hard links, save the files with the defect.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Mutant, mutated } from './mutant.js';

const COMPILER_MS_MAX = 120_000;
const PROJECT = 'test/simulation/mutants/tsconfig.json';

export class MutantTrees {
  readonly #root: string;
  readonly #folder: string;
  #made = 0;

  /**
   * Compiles.
   *
   * @param root the top of the project
   * @throws if the project cannot be compiled, or a mutant is stale
   */
  constructor(root: string, mutants: readonly Mutant[]) {
    this.#root = root;
    this.#folder = mkdtempSync(join(tmpdir(), 'tollgate-mutants-'));
    try {
      symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'));
      // Files that the program reads are in the source tree, and those of its pages beside it.
      symlinkSync(join(root, 'src'), join(this.#folder, 'src'));
      mkdirSync(join(this.#folder, 'dist'));
      symlinkSync(join(root, 'dist/assets'), join(this.#folder, 'dist/assets'));
      cpSync(join(root, 'package.json'), join(this.#folder, 'package.json'));
      this.#compile(join(root, PROJECT), this.#compiled);
      this.#compileMutated(mutants);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** The product as it is. */
  get #compiled(): string {
    return join(this.#folder, 'compiled');
  }

  get #mutated(): string {
    return join(this.#folder, 'mutated');
  }

  /**
   * The folder of the product with the defect in it, and how to be rid of it; without one, of the product.
   */
  tree(mutant: Mutant | undefined): { readonly folder: string; readonly remove: () => void } {
    if (mutant === undefined) return { folder: this.#compiled, remove: () => {} };
    this.#made += 1;
    const folder = join(this.#folder, `tree-${this.#made}`);
    const patches = new Map(
      filesOf(mutant).map((file) => [
        compiledName(file),
        join(this.#mutated, 'compiled', mutant.name, compiledName(file)),
      ]),
    );
    linkAll(this.#compiled, folder, '', patches);
    return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Types are not checked: that is another run's to do, and takes longer. */
  #compile(project: string, outDir: string): void {
    const compiler = join(this.#root, 'node_modules/.bin/tsc');
    execFileSync(compiler, ['-p', project, '--outDir', outDir, '--noCheck'], {
      cwd: this.#folder,
      timeout: COMPILER_MS_MAX,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  /** By itself, for a defect may well break the types of others, and nothing that a file imports is there. */
  #compileMutated(mutants: readonly Mutant[]): void {
    for (const mutant of mutants) {
      for (const file of filesOf(mutant)) {
        const text = readFileSync(join(this.#root, file), 'utf8');
        const edits = mutant.edits.filter((edit) => edit.file === file);
        const path = join(this.#mutated, mutant.name, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, mutated(text, edits));
      }
    }
    const project = join(this.#mutated, 'tsconfig.json');
    const compilerOptions = {
      target: 'es2023',
      module: 'nodenext',
      jsx: 'react-jsx',
      jsxImportSource: 'preact',
      rootDir: '.',
      noResolve: true,
      verbatimModuleSyntax: true,
      types: [],
    };
    writeFileSync(project, JSON.stringify({ compilerOptions, include: ['.'], exclude: ['compiled'] }));
    const out = join(this.#mutated, 'compiled');
    try {
      this.#compile(project, out);
    } catch (error) {
      const wanted = mutants.flatMap((mutant) =>
        filesOf(mutant).map((file) => join(out, mutant.name, compiledName(file))),
      );
      if (!wanted.every(existsSync)) throw error;
    }
  }
}

function filesOf({ edits }: Mutant): readonly string[] {
  return [...new Set(edits.map(({ file }) => file))];
}

function compiledName(file: string): string {
  return file.replace(/\.tsx?$/, '.js');
}

/** @param patches by path below `from`: what is linked in the place of it */
function linkAll(from: string, to: string, below: string, patches: ReadonlyMap<string, string>): void {
  mkdirSync(join(to, below), { recursive: true });
  for (const entry of readdirSync(join(from, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) linkAll(from, to, path, patches);
    else linkSync(patches.get(path) ?? join(from, path), join(to, path));
  }
}
