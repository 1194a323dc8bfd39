/** Servers that are measured: started on their core, ready when they listen, gone when they are stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { pinned } from '../machine/pinning.js';

const START_TIME_LIMIT_MS = 60_000;

export interface ServerCommand {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /**
   * The port to listen on; without it the server picks a port and prints a line with `listening` that ends in
   * it.
   */
  readonly port?: number;
  /** True to run on any core, and not on that of the servers. */
  readonly isUnpinned?: boolean;
  /** Told of each line that it prints on standard output. */
  readonly onLine?: (line: string) => void;
}

export interface ServerProcess {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** SIGTERM, and SIGKILL if that does not end it in ten seconds. */
  stop(): Promise<void>;
}

export interface StartedServer extends ServerProcess {
  /** SIGKILL. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Resolves when the server takes connections. Rejects, with what it wrote, if it ends before. */
export async function startServer(server: ServerCommand): Promise<StartedServer> {
  const { name, command, args, isUnpinned = false } = server;
  const child = spawn(...(isUnpinned ? ([command, args] as const) : pinned('server', command, args)), {
    env: server.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    throw new Error(`${name} ended with ${signal ?? code}: ${output.trim().slice(-500)}`);
  });
  ended.catch(() => undefined);
  const printed = new Promise<number>((resolve) => {
    const read = (text: string) => {
      if (output.length >= 65_536) return;
      output += text;
      const port = /listening (?:\S.*\D)?(\d+)$/m.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
  });
  if (server.onLine !== undefined) createInterface({ input: child.stdout }).on('line', server.onLine);
  const listening = server.port === undefined ? printed : untilListening(server.port);
  const late = delay(START_TIME_LIMIT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${name} does not listen after ${START_TIME_LIMIT_MS / 1000} s: ${output.trim()}`);
  });
  const port = await Promise.race([listening, ended, late]);
  return {
    name,
    port,
    pid: child.pid ?? 0,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

/** A port of 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

async function untilListening(port: number): Promise<number> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return port;
    await delay(20);
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  const kill = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await closed;
  clearTimeout(kill);
}
