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
  const models = `  clip:
    price-per-second: 1
    seconds: { allowed: [4], default: 4 }
    routes: [{ provider: served, model: "${model}" }]
`;
  return startNode({ kind, url, key }, models, options);
}

/** Starts a node with the one model `text`, whose tokens cost 40 and 120 micro-DA. */
export async function startTextNodeBefore(
  { kind, url, key, model }: ServedKind,
  options: StartOptions = {},
): Promise<TollgateProcess> {
  const models = `  text:
    price-per-million: { input: 40, output: 120 }
    context-tokens: 8192
    output-tokens: { max: 2048, default: 256 }
    routes: [{ provider: served, model: "${model}" }]
`;
  return (await startNode({ kind, url, key }, models, options)).node;
}

async function startNode(
  { kind, url, key }: Omit<ServedKind, 'model'>,
  models: string,
  options: StartOptions,
): Promise<{ readonly node: TollgateProcess; readonly keyFile: string }> {
  const folder = await freshFolder();
  const keyFile = join(folder, 'service.key');
  await writeFile(keyFile, `${key}\n`);
  const config = join(folder, 'tollgate.yaml');
  const provider = `  served: { kind: ${kind}, url: "${url}", key-file: service.key }`;
  await writeFile(config, `providers:\n${provider}\nmodels:\n${models}`);
  const node = await startTollgate({ ...options, args: ['--config', config, ...(options.args ?? [])] });
  return { node, keyFile };
}
