/** Prints the configuration file of the Debian package: `default-config.ts ROOT`, after a build. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [root = ''] = process.argv.slice(2);
const { commentedConfig } = (await import(
  pathToFileURL(join(root, 'dist/src/node/config/commented-config.js')).href
)) as typeof import('../../src/node/config/commented-config.js');
process.stdout.write(commentedConfig({ data: '/var/lib/tollgate' }));
