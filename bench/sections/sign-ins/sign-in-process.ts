/**
 * Has seeded people sign in, all at the same moment and each from a network of their own below 127.0.0.0/8.
 * Those who are turned away come back when they are told to. It takes `SignInForms` as JSON, prints a line
 * when all are connected, begins with a line that it is given, and prints `SignInResult`.
 *
 * It shares a core with the load: forms are made beforehand, and answers are read as bytes.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SEEDED_PASSWORD, seededUserName } from '../../seeding/seed-people.js';
import type { SignInForms, SignInResult } from './sign-in-forms.js';

/** Longer than the whole queue of hashes takes on a busy machine. */
const ANSWERED_WITHIN_MS = 60_000;
/** So many rounds later the windows of a network have room again. */
const NETWORKS_EACH = 8;
const HEAD_END = '\r\n\r\n';

interface Answer {
  readonly status: number;
  readonly retryAfterS: number;
  readonly isLast: boolean;
}

const { port, people, round, seconds } = JSON.parse(process.argv[2] ?? '{}') as SignInForms;
const result = { signedIn: 0, turnedAway: 0, failed: 0, signedInMaxMs: 0, turnedAwayMaxMs: 0 };

const forms = Array.from({ length: people }, (_, person) => formOf(person));
const connections = await Promise.all(forms.map((_, person) => connected(person)));
process.stdout.write('connected\n');
await once(process.stdin, 'data');
const until = performance.now() + seconds * 1_000;
await Promise.all(connections.map((connection, person) => signIn(person, connection)));
process.stdout.write(JSON.stringify(result satisfies SignInResult));
process.exit();

async function signIn(person: number, first: Socket): Promise<void> {
  for (let connection = first; ; ) {
    const began = performance.now();
    connection.write(forms[person] ?? '');
    const answer = await answerOn(connection);
    const tookMs = performance.now() - began;
    if (answer === undefined || answer.isLast) connection.destroy();
    if (answer?.status === 303) {
      result.signedIn += 1;
      result.signedInMaxMs = Math.max(result.signedInMaxMs, tookMs);
    } else if (answer?.status === 503 && answer.retryAfterS > 0) {
      result.turnedAway += 1;
      result.turnedAwayMaxMs = Math.max(result.turnedAwayMaxMs, tookMs);
      if (performance.now() + answer.retryAfterS * 1_000 < until) {
        await delay(answer.retryAfterS * 1_000);
        if (connection.destroyed) connection = await connected(person);
        continue;
      }
    } else result.failed += 1;
    return;
  }
}

function formOf(person: number): Buffer {
  const form = new URLSearchParams({ name: seededUserName(person), password: SEEDED_PASSWORD }).toString();
  const lines = [
    'POST /sign-in HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Accept: text/html',
    `Origin: http://127.0.0.1:${port}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${form.length}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}${HEAD_END}${form}`);
}

async function connected(person: number): Promise<Socket> {
  const localAddress = `127.${1 + (round % NETWORKS_EACH)}.${person >> 8}.${person & 255}`;
  const connection = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
  connection.on('error', () => {}).setTimeout(ANSWERED_WITHIN_MS, () => connection.destroy());
  await once(connection, 'connect');
  return connection;
}

/** Undefined if the connection ends before. */
function answerOn(connection: Socket): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const done = (answer: Answer | undefined) => {
      connection.off('data', read).off('close', closed);
      resolve(answer);
    };
    const closed = () => done(undefined);
    const read = (bytes: Buffer) => {
      text += bytes.toString('latin1');
      const end = text.indexOf(HEAD_END);
      const head = text.slice(0, Math.max(0, end));
      if (end === -1 || text.length < end + HEAD_END.length + numberIn(head, /^content-length: (\d+)/im))
        return;
      done({
        status: numberIn(head, /^HTTP\/1\.1 (\d+)/),
        retryAfterS: numberIn(head, /^retry-after: (\d+)/im),
        isLast: /^connection: close/im.test(head),
      });
    };
    connection.on('data', read).on('close', closed);
  });
}

function numberIn(head: string, field: RegExp): number {
  return Number(field.exec(head)?.[1] ?? 0);
}
