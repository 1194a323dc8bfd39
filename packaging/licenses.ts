/**
 * Prints the licenses of everything inside the executable: `licenses.ts ROOT TARGET WORK`, after the bundle.
 *
 * Which packages are inside is what the bundler says that it read.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
}

const [root = '', target = '', work = ''] = process.argv.slice(2);

const { inputs } = JSON.parse(readFileSync(join(work, 'program.meta.json'), 'utf8')) as Metafile;
const bundled = new Set(
  Object.keys(inputs).flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
);
// Their addons are inside, and none of their JavaScript.
for (const name of ['uws-glibc227', 'uws-glibc238']) bundled.add(name);

section('Node.js', process.version.slice(1), join(root, `packaging/node_modules/node-${target}`));
for (const name of [...bundled].sort()) {
  const folder = join(work, 'modules/node_modules', name);
  if (!existsSync(folder))
    throw new Error(`${name} is in the bundle and not among the packages installed for it`);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  section(name, version, folder);
}

function section(name: string, version: string, folder: string): void {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const { license = 'see the package' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    license?: string;
  };
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  process.stdout.write(
    `${'='.repeat(100)}\n${name} ${version}, license ${license}\n\n${texts.join('\n\n') || 'The package holds no text of it.'}\n\n`,
  );
}
