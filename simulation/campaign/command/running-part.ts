/** A campaign in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { startOf } from '../../../src/packaged/program.js';

export interface RunningPart {
  /** All that it said, once it has ended. */
  readonly ended: Promise<{ readonly status: number; readonly text: string }>;
  /** As Ctrl-C would. */
  stop(): void;
}

/** Ended by a signal. */
const KILLED = 1;

/** @param args those of `fuzz` */
export function startPart(args: readonly string[]): RunningPart {
  // The program that runs now, which need not be that of the checkout.
  const program = startOf(process.argv[1]);
  // In a group of its own: Ctrl-C at a terminal reaches this process, which then stops each part once.
  const child = spawn(program.file, [...process.execArgv, ...program.args, 'fuzz', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return {
    ended: said.then(([out, err]) => {
      const isWrong = child.exitCode === null || child.exitCode === 2;
      return { status: child.exitCode ?? KILLED, text: isWrong ? out + err : out };
    }),
    stop: () => child.kill('SIGINT'),
  };
}
