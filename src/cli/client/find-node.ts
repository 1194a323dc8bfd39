/**
 * Finds the node that a command is to manage, and the management key for it.
 *
 * The node is the one at `--url` or TOLLGATE_URL, else the one of the data folder that the configuration
 * names: a running node left its address there; if none runs, the folder itself is managed. If this machine
 * has no such folder, the node is looked for at the configured host and port.
 *
 * The key is the one in `--key-file`, else TOLLGATE_MANAGEMENT_KEY, else the one that the first start left in
 * the folder.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf, messageOf } from '../../errors/error-text.js';
import type { NodeConfig } from '../../node/config/config.js';
import { MANAGEMENT_KEY_VARIABLE } from '../../node/config/options/options.js';
import { ConfigError, StartRefused } from '../../node/config/start-refused.js';
import { isInUse } from '../../node/folder/data-folder.js';
import { ADDRESS_FILE, DATABASE_FILE, MANAGEMENT_KEY_FILE } from '../../node/folder/folder-files.js';
import { reachableUrl } from '../../node/listening/reachable-url.js';
import type { CommandIo, GivenArguments, OptionSpec } from '../framework/command.js';
import { CommandFailed, UNREACHABLE } from '../framework/exit-status.js';
import { configFrom, DATA_OPTIONS, nodeOption } from '../framework/node-options.js';
import { ManagementApi, type ManagementKey, type Transport } from './management-api.js';
import { parseNodeAddress, plainHostOf } from './node-address.js';
import { folderTransport, networkTransport } from './transports.js';

const URL_VARIABLE = 'TOLLGATE_URL';
const CONFIG_KEYS = ['config', 'data', 'host', 'port'] as const;

const ACCESS: readonly OptionSpec[] = [
  {
    name: 'url',
    placeholder: 'URL',
    description: `Address of the node, such as https://gateway.example, or unix:/PATH for its Unix socket. Default ${URL_VARIABLE}, else the node of the data folder, whether it runs or not.`,
  },
  {
    name: 'key-file',
    placeholder: 'FILE',
    description: `File with the management key. Default ${MANAGEMENT_KEY_VARIABLE}, else ${MANAGEMENT_KEY_FILE} in the data folder.`,
    completes: 'file',
  },
  ...DATA_OPTIONS,
  nodeOption('host', 'Where the node listens, if this machine has no such data folder.'),
  nodeOption('port', 'The port at that host.'),
];

/** Of every command that manages a node. */
export const NODE_ACCESS = ACCESS.map((option) => ({ ...option, heading: 'Where the node is' }));

/** Opens a transport to the node, lets `use` ask there, and closes it. */
export async function withNode(
  given: GivenArguments,
  io: CommandIo,
  use: (api: ManagementApi) => Promise<number>,
): Promise<number> {
  const { url, config, key } = named(given, io);
  const transport =
    url === undefined ? await configuredNode(config, io) : networkTransport(baseOf(url, given, io));
  const api = new ManagementApi(transport, key, (forMs, why) => {
    io.err.write(`tollgate: the node is busy; trying again in ${Math.ceil(forMs / 1_000)} s: ${why}\n`);
  });
  try {
    return await use(api);
  } finally {
    await api.close();
  }
}

/** Everything that it takes to connect to a running node. */
export interface NodeAccess {
  /** See `node-address.ts`; without a trailing slash. */
  readonly url: string;
  readonly key: ManagementKey;
  /** See `NetworkTraits`. */
  readonly isOwn: boolean;
}

/**
 * For a command that only a running node can answer.
 *
 * @throws CommandFailed if none runs on the folder
 */
export async function runningNode(given: GivenArguments, io: CommandIo): Promise<NodeAccess> {
  const { url, config, key } = named(given, io);
  if (url !== undefined) return { url: baseOf(url, given, io), key, isOwn: false };
  const { data } = config;
  if (existsSync(join(data, DATABASE_FILE)) && !(await reaching(() => isInUse(data)))) {
    throw new CommandFailed(
      `no node runs on the data folder ${data}: start one with tollgate serve, or name one with --url`,
      UNREACHABLE,
    );
  }
  return { url: leftAddress(config), key, isOwn: true };
}

interface Named {
  /** Undefined for the node of the configured folder. */
  readonly url: string | undefined;
  readonly config: NodeConfig;
  readonly key: ManagementKey;
}

/** The node and the key that the command line and the environment name. */
function named(given: GivenArguments, io: CommandIo): Named {
  const url = given.value('url') ?? (io.environment[URL_VARIABLE] || undefined);
  const config = configFrom(given, io, CONFIG_KEYS);
  return { url, config, key: keyFor(given, io, config, url !== undefined) };
}

/** The node of the configured folder, running or not. */
async function configuredNode(config: NodeConfig, { err }: CommandIo): Promise<Transport> {
  const { data } = config;
  if (!existsSync(join(data, DATABASE_FILE)))
    return networkTransport(managedAt(config), {
      otherwise: `, and ${data} is not a data folder`,
      isOwn: true,
    });
  if (await reaching(() => isInUse(data))) return networkTransport(leftAddress(config), { isOwn: true });
  const { openManagedFolder } = await import('../../node/managed-folder.js');
  const folder = await reaching(() => openManagedFolder(config));
  err.write(
    `No node runs on ${data}: this command works on the folder itself. Jobs do not progress meanwhile.\n`,
  );
  return folderTransport(data, folder);
}

/** The address for management that the running node left in its folder. */
function leftAddress(config: NodeConfig): string {
  return fileText(join(config.data, ADDRESS_FILE)) ?? managedAt(config);
}

/** The address for management of a node with this configuration. */
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
    if (text === undefined) throw new ConfigError(`--key-file: ${path} does not exist or is empty`);
    return { text, source: path };
  }
  const inEnvironment = environment[MANAGEMENT_KEY_VARIABLE];
  if (inEnvironment) return { text: inEnvironment, source: MANAGEMENT_KEY_VARIABLE };
  const file = join(data, MANAGEMENT_KEY_FILE);
  const kept = fileText(file);
  if (kept !== undefined) return { text: kept, source: file };
  if (!isElsewhere && !isThere(data)) {
    throw new CommandFailed(
      `there is no data folder ${data}: name one with --data or --config, or a node with --url or ${URL_VARIABLE}`,
      UNREACHABLE,
    );
  }
  throw new ConfigError(
    `no management key: neither ${MANAGEMENT_KEY_VARIABLE} nor ${file} has one; name its file with --key-file`,
  );
}

function isThere(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The text of a small file without white space around it; undefined if there is no such file, or no text. */
function fileText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const why =
      code === 'EACCES'
        ? 'permission denied; run this as the user that runs the node, or use --url and --key-file'
        : messageOf(error);
    throw new CommandFailed(`cannot read ${path}: ${why}`, UNREACHABLE, { cause: error });
  }
}

function baseOf(url: string, given: GivenArguments, io: CommandIo): string {
  const source = given.value('url') === undefined ? URL_VARIABLE : '--url';
  const address = parseNodeAddress(url, source);
  const plainHost = plainHostOf(address);
  if (plainHost !== undefined)
    io.err.write(
      `tollgate: warning: the management key goes to ${plainHost} without encryption; use https\n`,
    );
  return address;
}

/** A folder that cannot be opened is no mistake of the command line. */
async function reaching<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof StartRefused) || error instanceof ConfigError) throw error;
    throw new CommandFailed(error.message, UNREACHABLE, { cause: error });
  }
}
