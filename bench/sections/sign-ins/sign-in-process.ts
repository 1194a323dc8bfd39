/**
 * Has seeded people sign in, all at the same moment and each from a network of their own below 127.0.0.0/8.
 * Those who are turned away come back when they are told to. It takes `SignInForms` as JSON and prints
 * `SignInResult`.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { SEEDED_PASSWORD, seededUserName } from '../../seeding/seed-people.js';
import type { SignInForms, SignInResult } from './sign-in-forms.js';

/** Longer than the whole queue of hashes takes on a busy machine. */
const ANSWERED_WITHIN_MS = 60_000;
/** So many rounds later the windows of a network have room again. */
const NETWORKS_EACH = 8;

const { port, people, round, seconds } = JSON.parse(process.argv[2] ?? '{}') as SignInForms;
const origin = `http://127.0.0.1:${port}`;
const until = performance.now() + seconds * 1_000;
const result = { signedIn: 0, turnedAway: 0, failed: 0, signedInMaxMs: 0, turnedAwayMaxMs: 0 };

await Promise.all(Array.from({ length: people }, (_, person) => signIn(person)));
process.stdout.write(JSON.stringify(result satisfies SignInResult));

async function signIn(person: number): Promise<void> {
  const localAddress = `127.${1 + (round % NETWORKS_EACH)}.${person >> 8}.${person & 255}`;
  const agent = new Agent({ keepAlive: true });
  for (;;) {
    const began = performance.now();
    const answer = await send(person, { localAddress, agent }).catch(() => undefined);
    const tookMs = performance.now() - began;
    const waitS = Number(answer?.headers['retry-after']);
    if (answer?.statusCode === 303) {
      result.signedIn += 1;
      result.signedInMaxMs = Math.max(result.signedInMaxMs, tookMs);
    } else if (answer?.statusCode === 503 && waitS > 0) {
      result.turnedAway += 1;
      result.turnedAwayMaxMs = Math.max(result.turnedAwayMaxMs, tookMs);
      if (performance.now() + waitS * 1_000 < until) {
        await delay(waitS * 1_000);
        continue;
      }
    } else result.failed += 1;
    break;
  }
  agent.destroy();
}

function send(
  person: number,
  from: { readonly localAddress: string; readonly agent: Agent },
): Promise<IncomingMessage> {
  const form = new URLSearchParams({ name: seededUserName(person), password: SEEDED_PASSWORD }).toString();
  const headers = {
    accept: 'text/html',
    origin,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(form),
  };
  return new Promise((resolve, reject) => {
    request(`${origin}/sign-in`, { method: 'POST', headers, timeout: ANSWERED_WITHIN_MS, ...from })
      .on('response', (response) => response.resume().on('end', () => resolve(response)))
      .on('timeout', () => reject(new Error('no answer')))
      .on('error', reject)
      .end(form);
  });
}
