/** Nodes whose models are made by a service that a test serves. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freshFolder, type StartOptions, startTollgate, type TollgateProcess } from './harness.js';

export interface ServedKind {
  readonly kind: string;
  readonly url: string;
  /** Of the service; the file that the configuration names holds it. */
  readonly key: string;
  /** The provider's own name of the model that the gateway calls `clip`. */
  readonly model: string;
}

/** Starts a node with the one model `clip`, of 4 seconds at a DA each. */
export async function startNodeBefore(
  { kind, url, key, model }: ServedKind,
  options: StartOptions = {},
): Promise<{ readonly node: TollgateProcess; readonly keyFile: string }> {
  const folder = await freshFolder();
  const keyFile = join(folder, 'service.key');
  await writeFile(keyFile, `${key}\n`);
  const config = join(folder, 'tollgate.yaml');
  await writeFile(
    config,
    `providers:
  served: { kind: ${kind}, url: "${url}", key-file: service.key }
models:
  clip:
    price-per-second: 1
    seconds: { allowed: [4], default: 4 }
    routes: [{ provider: served, model: "${model}" }]
`,
  );
  const node = await startTollgate({ ...options, args: ['--config', config, ...(options.args ?? [])] });
  return { node, keyFile };
}
