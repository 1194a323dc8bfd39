/**
 * The file of the Unix socket that a node listens on.
 *
 * The server's library removes whatever stands at the path, so what stands there is looked at first: a socket
 * that somebody listens on, or another kind of file, is left alone and the start refused.
 */
import { chmodSync, chownSync, lstatSync, readFileSync, rmSync, type Stats } from 'node:fs';
import { connect } from 'node:net';
import { codeOf, messageOf } from '../../errors/error-text.js';
import { ConfigError, StartRefused } from '../config/start-refused.js';

/** Length that the kernel takes (`sun_path`), without the byte that ends it. */
const PATH_BYTES_MAX = 107;

/** Rejects with `StartRefused` if no socket can be made there without taking something away from somebody. */
export async function validateSocketPath(path: string): Promise<void> {
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) {
    throw new ConfigError(`unix-socket: ${path} is longer than ${PATH_BYTES_MAX} bytes`);
  }
  const there = lstatOf(path);
  if (there === undefined) return;
  if (!there.isSocket()) throw new StartRefused(`unix-socket: ${path} is there already, and is no socket`);
  const why = await whyNotListening(path);
  if (why === undefined) throw new StartRefused(`unix-socket: another process listens on ${path}`);
  if (why !== 'ECONNREFUSED' && why !== 'ENOENT') {
    throw new StartRefused(`unix-socket: cannot tell whether anybody listens on ${path} (${why})`);
  }
}

export interface SocketFile {
  /** Removes the file, if it is still this socket's. */
  remove(): void;
  /**
   * Throws if something else stands at the path, which would be taken away if the path were listened on
   * again.
   */
  assertReplaceable(): void;
}

/**
 * Opens a socket that was made for its owner alone to those whom the configuration names.
 *
 * @param mode in octal
 * @param owner `USER`, `USER:GROUP` or `:GROUP`
 */
export function openSocketFile(path: string, mode: string, owner: string | undefined): SocketFile {
  try {
    if (owner !== undefined) {
      const { uid, gid } = idsOf(owner);
      chownSync(path, uid, gid);
    }
    chmodSync(path, Number.parseInt(mode, 8));
  } catch (error) {
    rmSync(path, { force: true });
    if (error instanceof StartRefused) throw error;
    const why = messageOf(error);
    throw new StartRefused(`unix-socket-owner and -mode: cannot give ${path} away: ${why}`, { cause: error });
  }
  const made = lstatOf(path);
  const standing = () => {
    const now = lstatOf(path);
    if (now === undefined) return 'nothing';
    return made !== undefined && isSame(now, made) ? 'itself' : 'another';
  };
  return {
    remove() {
      if (standing() === 'itself') rmSync(path, { force: true });
    },
    assertReplaceable() {
      if (standing() === 'another') throw new Error(`unix-socket: ${path} is somebody else's by now`);
    },
  };
}

/** Names are those of the machine's own files: no directory service is asked. -1 leaves what is. */
function idsOf(owner: string): { readonly uid: number; readonly gid: number } {
  const [user = '', group = ''] = owner.split(':');
  return { uid: idOf('user', user, '/etc/passwd'), gid: idOf('group', group, '/etc/group') };
}

function idOf(what: string, name: string, file: string): number {
  if (name === '') return -1;
  if (/^\d+$/.test(name)) return Number(name);
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [known, , id] = line.split(':');
    if (known === name) return Number(id);
  }
  throw new ConfigError(`unix-socket-owner: there is no ${what} ${name} in ${file}`);
}

/** The code of why nobody answers there; undefined if somebody does. */
function whyNotListening(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.on('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on('error', (error) => resolve(codeOf(error) ?? error.message));
  });
}

/** A file system gives the number of a file that was removed to the next one. */
function isSame(one: Stats, other: Stats): boolean {
  return (
    one.isSocket() && one.ino === other.ino && one.dev === other.dev && one.birthtimeMs === other.birthtimeMs
  );
}

function lstatOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
