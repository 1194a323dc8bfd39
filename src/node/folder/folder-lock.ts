/**
 * One node per folder: a lock that the kernel releases when its holder dies, however it dies.
 *
 * Node has no file locks, and LMDB's own admits many processes. The kernel does give up the listening sockets
 * of a process that ends: connecting to one with a path succeeds exactly while a process listens on it, also
 * when that process is frozen, belongs to another user or runs in another container, and is refused ever
 * after. So a lock is a socket in the folder; the question is only how a dead one is replaced without two
 * starters both believing they did it. Removing "the dead one" by its name may hit a live one that came in
 * between. Hence nobody replaces: locks have rising numbers.
 *
 *  - A starter listens on a socket of a name of its own, finds the highest number, and stops if that one is
 *    alive. If it is dead, or there is none, it links its socket to the next number. Linking is atomic and
 *    fails if the number is taken; then it looks again.
 *  - It then looks once more. Should a higher number be there, the number it got was an old one that had
 *    been cleared away meanwhile; it withdraws and looks again.
 *
 * Why at most one holder lives
 *  1. A numbered socket is alive from the moment its number shows until its process dies, and never again.
 *  2. Number n+1 is made only by one who saw n as the highest, and dead. While n's holder lives there is
 *     none above it; of several who saw n dead, one gets n+1.
 *  3. Dead numbers are cleared by the holder alone, and only far below its own, so that one who was slow
 *     between looking and linking finds either its number taken, or a higher one when it looks again.
 *
 * It works wherever sockets with paths and hard links do: local file systems. It does not see across the
 * machines of a network file system; neither does LMDB, which must not be used on one.
 */
import { closeSync, existsSync, linkSync, openSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { codeOf } from '../../errors/error-text.js';
import { makeFolder } from '../../files/folders.js';

/** How many dead numbers below the holder's stay (reason 3). */
const NUMBERS_KEPT = 32;

/** A bound for what the reasons above let end after one or two rounds. */
const ROUNDS_MAX = 1_000;

/** The kernel's bound on the path of a socket, in bytes, without the final NUL. */
const SOCKET_PATH_BYTES_MAX = process.platform === 'linux' ? 107 : 103;

export type LockAttempt =
  | { readonly outcome: 'held'; readonly lock: FolderLock }
  /** A living process holds it. */
  | { readonly outcome: 'in_use' };

export interface FolderLock {
  /** Gives the lock up; the next starter finds it free at once. */
  release(): void;
}

/**
 * Tries to get the lock. Throws the error of the file system if it cannot be had at all.
 *
 * @param folder the lock's own; made if it is missing
 * @param name tells this attempt from every other: hexadecimal digits, from a random source
 */
export async function tryLock(folder: string, name: string): Promise<LockAttempt> {
  makeFolder(folder);
  const sockets = new SocketFolder(folder);
  const own = `starting-${name}`;
  let server = await sockets.listen(own);
  try {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const highest = highestNumber(folder);
      const state = highest === 0 ? 'dead' : await sockets.probe(String(highest));
      if (state === 'alive') return giveUp(server, join(folder, own));
      if (state === 'gone') continue;
      const number = highest + 1;
      const linked = link(folder, own, number);
      if (linked === 'swept') {
        server.close();
        server = await sockets.listen(own);
      }
      if (linked === 'linked' && isHighest(folder, number)) {
        rmSync(join(folder, own), { force: true });
        await sweep(folder, sockets, number);
        return { outcome: 'held', lock: hold(server, join(folder, String(number))) };
      }
    }
    throw new Error(`no lock after ${ROUNDS_MAX} rounds`);
  } catch (error) {
    giveUp(server, join(folder, own));
    throw error;
  } finally {
    sockets.close();
  }
}

/** Whether a living process holds the lock, without taking it. Throws what the file system says. */
export async function isHeld(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  const sockets = new SocketFolder(folder);
  try {
    const highest = highestNumber(folder);
    return highest > 0 && (await sockets.probe(String(highest))) === 'alive';
  } finally {
    sockets.close();
  }
}

function giveUp(server: Server, path: string): LockAttempt {
  rmSync(path, { force: true });
  server.close();
  return { outcome: 'in_use' };
}

/** The name goes first, so that a number never shows a dead socket after the holder left in order. */
function hold(server: Server, path: string): FolderLock {
  return {
    release() {
      rmSync(path, { force: true });
      server.close();
    },
  };
}

/** `swept` if the holder took this starter's socket, not yet listened on, for an orphan. */
function link(folder: string, own: string, number: number): 'linked' | 'taken' | 'swept' {
  try {
    linkSync(join(folder, own), join(folder, String(number)));
    return 'linked';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return 'taken';
    if (code === 'ENOENT') return 'swept';
    throw error;
  }
}

/** Whether the number just linked counts; one that does not is withdrawn. */
function isHighest(folder: string, number: number): boolean {
  if (highestNumber(folder) === number) return true;
  rmSync(join(folder, String(number)), { force: true });
  return false;
}

/** Clears away what starters that died have left; only the holder may (reason 3). */
async function sweep(folder: string, sockets: SocketFolder, number: number): Promise<void> {
  for (const name of readdirSync(folder)) {
    const isOld = isNumber(name) && Number(name) < number - NUMBERS_KEPT;
    const isOrphan = name.startsWith('starting-') && (await sockets.probe(name)) === 'dead';
    if (isOld || isOrphan) rmSync(join(folder, name), { force: true });
  }
}

function highestNumber(folder: string): number {
  return Math.max(0, ...readdirSync(folder).filter(isNumber).map(Number));
}

function isNumber(name: string): boolean {
  return /^[1-9]\d{0,14}$/.test(name);
}

type SocketState = 'alive' | 'dead' | 'gone';

/** The sockets in a folder, also if its path is longer than a socket's may be. */
class SocketFolder {
  readonly #path: string;
  readonly #descriptor: number | undefined;

  constructor(folder: string) {
    // Room for the names used here, of which the longest is `starting-` and 32 digits.
    const fits = Buffer.byteLength(join(folder, 'x'.repeat(48))) <= SOCKET_PATH_BYTES_MAX;
    this.#descriptor = fits || process.platform !== 'linux' ? undefined : openSync(folder, 'r');
    this.#path = this.#descriptor === undefined ? folder : `/proc/self/fd/${this.#descriptor}`;
  }

  listen(name: string): Promise<Server> {
    const server = createServer((connection) => connection.destroy());
    server.unref();
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ path: join(this.#path, name), exclusive: true }, () => {
        server.off('error', reject);
        // Too many open files, for one. Nothing needs to be accepted for the lock to hold.
        server.on('error', () => {});
        resolve(server);
      });
    });
  }

  probe(name: string): Promise<SocketState> {
    return new Promise((resolve, reject) => {
      const socket = connect({ path: join(this.#path, name) });
      socket.once('connect', () => {
        socket.destroy();
        resolve('alive');
      });
      socket.once('error', (error) => {
        const code = codeOf(error);
        if (code === 'ECONNREFUSED') resolve('dead');
        else if (code === 'ENOENT') resolve('gone');
        // Its queue of connections is full, or it closed ours already: somebody listens.
        else if (code === 'EAGAIN' || code === 'ECONNRESET') resolve('alive');
        else reject(error);
      });
    });
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}
