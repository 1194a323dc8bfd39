/**
 * People who sign in at once: in a process of their own, on the core of the load (`sign-in-process.ts`). It
 * lets the load go first, whose latencies are measured: to make a thousand forms is not the node's work.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isInstalled, pinned } from '../../machine/pinning.js';

const PROCESS = fileURLToPath(new URL('./sign-in-process.js', import.meta.url));

export interface SignInForms {
  readonly port: number;
  readonly people: number;
  /** People come from other networks with another number. */
  readonly round: number;
  /** For so long those who are told to come back do so. */
  readonly seconds: number;
}

export interface SignInResult {
  readonly signedIn: number;
  /** Forms that were answered 503, with the seconds to wait. */
  readonly turnedAway: number;
  /** Forms without an answer, and those with another one. */
  readonly failed: number;
  /** Of the forms that signed somebody in. */
  readonly signedInMaxMs: number;
  readonly turnedAwayMaxMs: number;
}

export interface ConnectedPeople {
  /** Has all send their forms. Resolves when the time is over and each form is answered. */
  send(): Promise<SignInResult>;
}

/** Resolves when each has a connection, as browsers have that show the form. */
export async function connectPeople(forms: SignInForms): Promise<ConnectedPeople> {
  const child = spawn(
    ...pinned('load', ...atLowPriority([process.execPath, PROCESS, JSON.stringify(forms)])),
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'close').then(() => Promise.reject(new Error('the process of the people ended')));
  await Promise.race([once(child.stdout, 'data'), ended]);
  return {
    async send() {
      child.stdin.end('go\n');
      return JSON.parse(await text(child.stdout)) as SignInResult;
    },
  };
}

/** With `nice` alone, a kernel since Linux 6.6 lets it finish a slice of time while the load waits. */
function atLowPriority(command: readonly string[]): [string, string[]] {
  return isInstalled('chrt') ? ['chrt', ['-i', '0', ...command]] : ['nice', ['-n', '19', ...command]];
}
