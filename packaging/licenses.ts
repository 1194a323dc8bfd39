/**
 * Prints the licenses of everything inside the executable: `licenses.ts ROOT TARGET WORK`, after the bundle.
 *
 * The bundler lists the packages that it read; the addons are known by name. A package brings its text in
 * files of its own. Libraries that were compiled into an addon have theirs elsewhere, and a package under the
 * MIT license may hold no text at all: then the text is the license's own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TEXTS = join(import.meta.dirname, 'licenses');

/** Files with the texts of libraries in the addon of a package, below its folder. */
const IN_ADDON: Readonly<Record<string, readonly string[]>> = {
  lmdb: [
    'dependencies/lmdb/libraries/liblmdb/COPYRIGHT',
    'dependencies/lmdb/libraries/liblmdb/LICENSE',
    'dependencies/lz4/lib/LICENSE',
  ],
};

/** Texts in the folder `licenses`, for packages that hold none of the libraries in their addons. */
const BESIDE: Readonly<Record<string, string>> = {
  'uws-glibc227': 'uwebsockets-addon.txt',
  'uws-glibc238': 'uwebsockets-addon.txt',
};

interface PackageManifest {
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/** @throws an Error if the package comes without a text and its license has none that fits every author */
export function licenseOf(name: string, folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest;
  const texts = [
    ...ownTexts(folder),
    ...(IN_ADDON[name] ?? []).map((path) => textOf(join(folder, path))),
    ...(BESIDE[name] === undefined ? [] : [textOf(join(TEXTS, BESIDE[name]))]),
  ];
  if (texts.length === 0) texts.push(textOfMit(name, manifest));
  return `${name} ${manifest.version}, license ${manifest.license ?? 'as below'}\n\n${texts.join('\n\n')}`;
}

function ownTexts(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  return files.map((file) => textOf(join(folder, file)));
}

function textOfMit(name: string, { license, author }: PackageManifest): string {
  const holder = typeof author === 'object' ? author.name : author;
  if (license !== 'MIT' || holder === undefined)
    throw new Error(`${name} comes without the text of its license`);
  return `Copyright (c) ${holder}\n\n${textOf(join(TEXTS, 'mit.txt'))}`;
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8').trim();
}

interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
}

function printAll(root: string, target: string, work: string): void {
  print('Tollgate', textOf(join(root, 'LICENSE')));
  print('Node.js', licenseOf(`node-${target}`, join(root, `packaging/node_modules/node-${target}`)));
  for (const name of packagesInside(work)) {
    const folder = join(work, 'modules/node_modules', name);
    if (!existsSync(folder))
      throw new Error(`${name} is in the bundle and not among the packages installed for it`);
    print(name, licenseOf(name, folder));
  }
}

function packagesInside(work: string): readonly string[] {
  // The addons of these are inside, and none of their JavaScript; what browsers load is bundled apart.
  const inside = new Set([
    'uws-glibc227',
    'uws-glibc238',
    '@node-rs/argon2',
    'marked',
    'uplot',
    '@preact/signals-core',
  ]);
  for (const file of readdirSync(work).filter((name) => name.endsWith('.meta.json'))) {
    const { inputs } = JSON.parse(readFileSync(join(work, file), 'utf8')) as Metafile;
    for (const path of Object.keys(inputs)) {
      const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
      if (name !== undefined) inside.add(name);
    }
  }
  return [...inside].sort();
}

function print(name: string, text: string): void {
  process.stdout.write(`${'='.repeat(100)}\n${name}\n\n${text}\n\n`);
}

if (process.argv[1] === import.meta.filename) {
  const [root = '', target = '', work = ''] = process.argv.slice(2);
  printAll(root, target, work);
}
