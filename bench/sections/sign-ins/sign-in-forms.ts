/**
 * People who sign in at once: in a process of their own, on the core of the load (`sign-in-process.ts`). It
 * lets the load go first, whose latencies are measured: to make a thousand forms is not the node's work.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { pinned } from '../../machine/pinning.js';

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

/** Resolves when the time is over and each form is answered. */
export async function sendForms(forms: SignInForms): Promise<SignInResult> {
  const child = spawn(
    ...pinned('load', 'nice', ['-n', '19', process.execPath, PROCESS, JSON.stringify(forms)]),
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return JSON.parse(await text(child.stdout)) as SignInResult;
}
