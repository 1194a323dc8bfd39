/** Load of texts on a server, from a process on the core of the load, and its cost to the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cpuSeconds } from '../../machine/cpu-time.js';
import { pinned } from '../../machine/pinning.js';
import type { ServerProcess } from '../../servers/server-process.js';

const PROCESS = fileURLToPath(new URL('./text-load-process.js', import.meta.url));

export interface TextLoad {
  readonly port: number;
  /** Each asks for one text at a time. */
  readonly clients: number;
  /** Between the beginnings of two clients. */
  readonly everyMs: number;
  readonly seconds: number;
  /** See `text-stand-in.ts`. */
  readonly model: 'paced' | 'slow' | 'burst';
  readonly isStreamed: boolean;
  readonly isHeld: boolean;
  readonly keys: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Written by the process alone. */
export interface TextOutcome {
  /** Answers that were read to their end. */
  requests: number;
  /** Packets after the first of texts that are held: each has a token. */
  tokens: number;
  readonly firstTokenMs: number[];
  failed: number;
  seconds: number;
  cpuSeconds: number;
}

export interface TextResult extends TextOutcome {
  /** Of the server. */
  readonly serverCpuSeconds: number;
}

export interface HeldTexts {
  readonly streams: number;
  /** Tokens a second from now on, for so long; the texts are left then. */
  tokensPerSecond(seconds: number): Promise<number>;
}

export async function applyTextLoad(
  server: ServerProcess,
  load: Omit<TextLoad, 'port'>,
): Promise<TextResult> {
  const before = cpuSeconds(server.pid);
  const child = started(server, load);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return { ...(JSON.parse(output) as TextOutcome), serverCpuSeconds: cpuSeconds(server.pid) - before };
}

/** Resolves when all texts have their first token, or as many as have it when the time is over. */
export async function holdTexts(server: ServerProcess, load: Omit<TextLoad, 'port'>): Promise<HeldTexts> {
  const child = started(server, load);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('\n')) resolve();
    });
    child.on('close', () => reject(new Error('the texts did not begin')));
  });
  return {
    streams: Number(output.split('\n')[0]),
    async tokensPerSecond(seconds) {
      child.stdin?.write('count\n');
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      child.stdin?.end();
      await once(child, 'close');
      const outcome = JSON.parse(output.split('\n')[1] ?? '') as TextOutcome;
      return outcome.tokens / outcome.seconds;
    },
  };
}

function started({ port }: ServerProcess, load: Omit<TextLoad, 'port'>) {
  const args = [PROCESS, JSON.stringify({ ...load, port } satisfies TextLoad)];
  return spawn(...pinned('load', process.execPath, args), { stdio: ['pipe', 'pipe', 'inherit'] });
}
