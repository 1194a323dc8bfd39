/**
 * Tells the service manager how the node is, as `sd_notify(3)` does: for a unit of systemd with
 * `Type=notify`.
 *
 * The manager listens on a datagram socket in the file system, and Node.js has no such sockets. systemd's own
 * `systemd-notify` has, and is wherever systemd is. One shell is started for as long as the node runs, and
 * has it send each line that the node writes to a pipe. So a message costs the node a write to a pipe.
 * Starting a program for each would hold the event loop for the time of a fork, and fail when descriptors or
 * memory have run out, just when a missing sign of life would end a node that copes.
 *
 * Its messages come from a process other than the node's own: the unit needs `NotifyAccess=all`.
 *
 * When there is a sign of life (`WatchdogSec` of the unit): each third of that time, from a timer of the
 * event loop, while `isStalled` says no. So a loop that hangs gives none, nor does a commit that nobody gave
 * up in time. A node whose disk takes no writes does: it refuses them in order, serves reads, and a restart
 * would give it no room.
 *
 * Invariants
 *  1. Without `NOTIFY_SOCKET` nothing is started, and nothing runs.
 *  2. Nothing waits for the manager or the shell. Messages beyond what the pipe and a small buffer hold are
 *     dropped.
 *  3. The shell ends with the node, however that ends: it reads to the end of the pipe.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { World } from '../../time/world.js';
import type { EnvironmentVariables } from '../config/config.js';

/**
 * The signals that stop a service go to all its processes, and the node has something to say until it ends.
 */
const RELAY = `trap '' TERM INT HUP
command -v systemd-notify >/dev/null || exit 127
while IFS= read -r message; do systemd-notify -- "$message"; done`;

const PATH_DEFAULT = '/usr/local/bin:/usr/bin:/bin';
const BUFFERED_BYTES_MAX = 4_096;
const LOOK_EVERY_MS = 10_000;

/** The node, as far as it is told about. */
export interface Serviced {
  readonly world: Pick<World, 'after'>;
  readonly url: string;
  /** Undefined while the node takes work of every kind. */
  whyNotReady(): string | undefined;
  /** True if only a restart would help. */
  isStalled(): boolean;
}

export interface ServiceManager {
  /** The node takes requests. Signs of life begin, if the manager wants them. */
  ready(node: Serviced): void;
  /** The node drains. */
  stopping(): void;
}

/**
 * @param environment of the process
 * @param pid of the process: signs of life may be wanted of another one
 * @param warn told once, in one line, if messages cannot be sent
 * @returns undefined if no manager listens
 */
export function connectServiceManager(
  environment: EnvironmentVariables,
  pid: number,
  warn: (line: string) => void,
): ServiceManager | undefined {
  const { NOTIFY_SOCKET, PATH } = environment;
  if (NOTIFY_SOCKET === undefined || NOTIFY_SOCKET === '') return undefined;
  const relay = new Relay({ NOTIFY_SOCKET, PATH: PATH || PATH_DEFAULT }, warn);
  return new Reports(relay, watchdogMs(environment, pid));
}

/**
 * Within how many milliseconds the manager wants a sign of life; undefined if it wants none of this process.
 */
export function watchdogMs(environment: EnvironmentVariables, pid: number): number | undefined {
  const { WATCHDOG_USEC = '', WATCHDOG_PID = '' } = environment;
  if (!/^[1-9]\d{0,15}$/.test(WATCHDOG_USEC)) return undefined;
  if (WATCHDOG_PID !== '' && WATCHDOG_PID !== String(pid)) return undefined;
  return Number(WATCHDOG_USEC) / 1_000;
}

class Reports implements ServiceManager {
  readonly #relay: Relay;
  readonly #watchdogMs: number | undefined;
  #status = '';
  #isStopping = false;

  constructor(relay: Relay, watchdogMs: number | undefined) {
    this.#relay = relay;
    this.#watchdogMs = watchdogMs;
  }

  ready(node: Serviced): void {
    this.#look(node);
    this.#relay.send('READY=1');
  }

  stopping(): void {
    this.#isStopping = true;
    this.#relay.send('STOPPING=1');
    this.#tell('draining: open requests finish');
  }

  #look(node: Serviced): void {
    if (this.#isStopping) return;
    const why = node.whyNotReady();
    this.#tell(why === undefined ? `listening on ${node.url}` : `not ready: ${why}`);
    if (this.#watchdogMs !== undefined && !node.isStalled()) this.#relay.send('WATCHDOG=1');
    const waitMs = this.#watchdogMs === undefined ? LOOK_EVERY_MS : this.#watchdogMs / 3;
    node.world.after(waitMs, () => this.#look(node));
  }

  #tell(status: string): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#relay.send(`STATUS=${status}`);
  }
}

/** The shell that sends, one line a message. */
class Relay {
  readonly #shell: ChildProcess;
  #isBroken = false;

  constructor(environment: Record<string, string>, warn: (line: string) => void) {
    this.#shell = spawn('/bin/sh', ['-c', RELAY], {
      env: environment,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const broken = (why: string) => {
      if (!this.#isBroken) warn(`the service manager cannot be told how the node is: ${why}`);
      this.#isBroken = true;
    };
    this.#shell.on('error', (error) => broken(error.message));
    this.#shell.on('exit', (status) =>
      broken(status === 127 ? 'there is no systemd-notify' : 'the shell that sends it has ended'),
    );
    this.#shell.stdin?.on('error', (error) => broken(error.message));
    // Neither keeps the process alive.
    this.#shell.unref();
    (this.#shell.stdin as Socket | null)?.unref();
  }

  send(message: string): void {
    const { stdin } = this.#shell;
    if (this.#isBroken || stdin === null || stdin.writableLength > BUFFERED_BYTES_MAX) return;
    stdin.write(`${message}\n`);
  }
}
