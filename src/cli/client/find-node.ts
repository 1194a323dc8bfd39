/**
 * Finds the node that a command is to manage, and the management key for it.
 *
 * The node: the one at `--url` or TOLLGATE_URL. Without that, the one of the data folder that the configuration names:
 * at the address that it left there while it runs; while none runs there, the folder itself. Where there is no such
 * folder on this machine, the one that answers where the configuration would have a node listen.
 *
 * The key: that in `--key-file`, else TOLLGATE_MANAGEMENT_KEY, else the one that the first start left in the folder.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf, messageOf } from '../../errors/error-text.js';
import type { NodeConfig } from '../../node/config/config.js';
import { MANAGEMENT_KEY_VARIABLE } from '../../node/config/options.js';
import { ConfigError, StartRefused } from '../../node/config/start-refused.js';
import { isInUse } from '../../node/folder/data-folder.js';
import { ADDRESS_FILE, DATABASE_FILE, MANAGEMENT_KEY_FILE } from '../../node/folder/folder-files.js';
import { reachableUrl } from '../../node/listening/reachable-url.js';
import type { CommandIo, GivenArguments, OptionSpec } from '../framework/command.js';
import { CommandFailed, UNREACHABLE } from '../framework/exit-status.js';
import { configFrom, nodeOptions } from '../framework/node-options.js';
import { ManagementApi, type ManagementKey, type Transport } from './management-api.js';
import { parseNodeAddress, plainHostOf } from './node-address.js';
import { folderTransport, networkTransport } from './transports.js';

const URL_VARIABLE = 'TOLLGATE_URL';
const CONFIG_KEYS = ['config', 'data', 'host', 'port'] as const;

/** Of every command that manages a node. */
export const NODE_ACCESS: readonly OptionSpec[] = [
  {
    name: 'url',
    placeholder: 'URL',
    description: `Where the node is, such as http://127.0.0.1:8080, or unix:/PATH for its Unix socket. Also ${URL_VARIABLE}. Without it the node of the data folder is managed, whether it runs or not.`,
  },
  {
    name: 'key-file',
    placeholder: 'FILE',
    description: `File with the management key. Without it ${MANAGEMENT_KEY_VARIABLE}, else the file ${MANAGEMENT_KEY_FILE} in the data folder.`,
    completes: 'file',
  },
  ...nodeOptions(...CONFIG_KEYS),
];

/** Opens the way to the node, lets `use` ask there, and closes it. */
export async function withNode(
  given: GivenArguments,
  io: CommandIo,
  use: (api: ManagementApi) => Promise<number>,
): Promise<number> {
  const { url, config, key } = named(given, io);
  const carrier =
    url === undefined ? await configuredNode(config, io) : networkTransport(baseOf(url, given, io));
  const api = new ManagementApi(carrier, key, (forMs, why) => {
    io.err.write(`tollgate: waiting ${Math.ceil(forMs / 1_000)} s, as the node asks: ${why}\n`);
  });
  try {
    return await use(api);
  } finally {
    await api.close();
  }
}

/** A node that runs, as far as whoever connects to it needs to know. */
export interface NodeAccess {
  /** See `node-address.ts`; without a trailing slash. */
  readonly url: string;
  readonly key: ManagementKey;
  /** See `NetworkTraits`. */
  readonly isOwn: boolean;
}

/**
 * For what only a node that runs can tell.
 *
 * @throws CommandFailed where none runs on the folder
 */
export async function runningNode(given: GivenArguments, io: CommandIo): Promise<NodeAccess> {
  const { url, config, key } = named(given, io);
  if (url !== undefined) return { url: baseOf(url, given, io), key, isOwn: false };
  const { data } = config;
  if (existsSync(join(data, DATABASE_FILE)) && !(await reaching(() => isInUse(data)))) {
    throw new CommandFailed(
      `no node runs on the data folder ${data}: start it with tollgate serve, or name one with --url`,
      UNREACHABLE,
    );
  }
  return { url: leftAddress(config), key, isOwn: true };
}

interface Named {
  /** Undefined where the node is that of the configured folder. */
  readonly url: string | undefined;
  readonly config: NodeConfig;
  readonly key: ManagementKey;
}

/** What the command line and the environment say of the node and its key. */
function named(given: GivenArguments, io: CommandIo): Named {
  const url = given.value('url') ?? (io.environment[URL_VARIABLE] || undefined);
  const config = configFrom(given, io, CONFIG_KEYS);
  return { url, config, key: keyFor(given, io, config, url !== undefined) };
}

/** The node of the configured folder, running or not. */
async function configuredNode(config: NodeConfig, { err }: CommandIo): Promise<Transport> {
  const { data } = config;
  if (!existsSync(join(data, DATABASE_FILE)))
    return networkTransport(managedAt(config), { otherwise: `, and ${data} is no data folder`, isOwn: true });
  if (await reaching(() => isInUse(data))) return networkTransport(leftAddress(config), { isOwn: true });
  const { openManagedFolder } = await import('../../node/managed-folder.js');
  const folder = await reaching(() => openManagedFolder(config));
  err.write(`No node runs on ${data}: this works on the folder itself, and no job goes on meanwhile.\n`);
  return folderTransport(data, folder);
}

/** Where the node that runs on the configured folder takes management keys, as it left word there. */
function leftAddress(config: NodeConfig): string {
  return fileText(join(config.data, ADDRESS_FILE)) ?? managedAt(config);
}

/** Where a node with this configuration takes management keys. */
function managedAt(config: NodeConfig): string {
  const { host, port, tlsCert, managementHost, managementPort, managementTls } = config;
  return managementPort === undefined
    ? reachableUrl(host, port, tlsCert !== undefined)
    : reachableUrl(managementHost, managementPort, managementTls);
}

function keyFor(
  given: GivenArguments,
  { environment, folder }: CommandIo,
  { data }: NodeConfig,
  isElsewhere: boolean,
): ManagementKey {
  const named = given.value('key-file');
  if (named !== undefined) {
    const path = resolve(folder, named);
    const text = fileText(path);
    if (text === undefined) throw new ConfigError(`--key-file: there is no management key in ${path}`);
    return { text, source: path };
  }
  const inEnvironment = environment[MANAGEMENT_KEY_VARIABLE];
  if (inEnvironment) return { text: inEnvironment, source: MANAGEMENT_KEY_VARIABLE };
  const file = join(data, MANAGEMENT_KEY_FILE);
  const kept = fileText(file);
  if (kept !== undefined) return { text: kept, source: file };
  if (!isElsewhere && !isThere(data)) {
    throw new CommandFailed(
      `there is no data folder ${data}: name it with --data or --config, or name a node with --url or ${URL_VARIABLE}`,
      UNREACHABLE,
    );
  }
  throw new ConfigError(
    `no management key: it is neither in ${MANAGEMENT_KEY_VARIABLE} nor in ${file}; name its file with --key-file`,
  );
}

function isThere(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The text of a small file without the white space around it; undefined where there is no such file. */
function fileText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const why =
      code === 'EACCES'
        ? 'permission denied; be the user that runs the node, or use --url and --key-file'
        : messageOf(error);
    throw new CommandFailed(`cannot read ${path}: ${why}`, UNREACHABLE, { cause: error });
  }
}

function baseOf(url: string, given: GivenArguments, io: CommandIo): string {
  const source = given.value('url') === undefined ? URL_VARIABLE : '--url';
  const address = parseNodeAddress(url, source);
  const plainHost = plainHostOf(address);
  if (plainHost !== undefined)
    io.err.write(`tollgate: the management key goes to ${plainHost} without encryption; use https\n`);
  return address;
}

/** What keeps a folder from being opened is no matter of the command line. */
async function reaching<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof StartRefused) || error instanceof ConfigError) throw error;
    throw new CommandFailed(error.message, UNREACHABLE, { cause: error });
  }
}
