/** A node under load, with the trace of its system calls (`system-calls.ts`). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DATABASE_FILE } from '../../src/node/folder/folder-files.js';
import { type Moment, SystemCalls } from './system-calls.js';

const PROGRAM = fileURLToPath(new URL('../../program/main.js', import.meta.url));
const CALLS = 'openat,close,lseek,write,writev,pwrite64,pwritev,fdatasync,fsync,ftruncate,msync,sendto';
const MANAGEMENT_KEY = 'management-key-of-the-power-cuts-0123456789';
const CLIENTS = 8;
const MODELS = ['sim/video-instant', 'sim/video', 'sim/video-flaky'];
/** Longer than any text of a call. */
const TEXT_CHARACTERS_MAX = String(2 ** 24);

/** @param folder is empty; the node's data folder and the trace are in it afterwards */
export async function tracedRun(folder: string, submitsEach: number): Promise<readonly Moment[]> {
  const [data, trace] = [join(folder, 'data'), join(folder, 'trace')];
  const strace = ['-f', '-y', '-xx', '-s', TEXT_CHARACTERS_MAX, '-o', trace, '-e', `trace=${CALLS}`];
  const program = [process.execPath, PROGRAM, 'serve', '--port', '0', '--data', data];
  const tracer = spawn('strace', [...strace, ...program], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TOLLGATE_MANAGEMENT_KEY: MANAGEMENT_KEY },
  });
  const ended = once(tracer, 'close');
  const started = new Promise<{ readonly url: string; readonly pid: number }>((resolve, reject) => {
    let said = '';
    tracer.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, pid, url] = /"pid":(\d+).*"url":"(http:[^"]+)"/s.exec(said) ?? [];
      if (url !== undefined) resolve({ url, pid: Number(pid) });
    });
    ended.then(() => reject(new Error(`the traced node did not start: ${said}`)), reject);
  });
  let pid: number | undefined;
  try {
    const node = await started;
    pid = node.pid;
    const { url } = node;
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => useNode(url, client, submitsEach)));
  } finally {
    // strace ends with the node, which commits what is left.
    if (pid !== undefined) process.kill(pid, 'SIGTERM');
    await ended;
  }
  const calls = new SystemCalls(join(data, DATABASE_FILE));
  for await (const line of createInterface({ input: createReadStream(trace) })) calls.read(line);
  return calls.moments;
}

/** One client: a key with credit, jobs one after the other, each asked after, and some more credit. */
async function useNode(url: string, client: number, submits: number): Promise<void> {
  const operator = { Authorization: `Bearer ${MANAGEMENT_KEY}` };
  const made = await send(`${url}/api/keys`, operator, { rate_limit_rpm: 100_000, credits: 1_000 });
  const holder = { Authorization: `Bearer ${made.key}` };
  for (let n = 0; n < submits; n++) {
    const model = MODELS[(client + n) % MODELS.length];
    const job = await send(`${url}/v1/videos`, holder, { model, prompt: `a lighthouse ${n}`, seconds: 1 });
    await send(`${url}/v1/videos/${job.id}`, holder);
    if (n % 5 === 4)
      await send(`${url}/api/keys/${made.id}/credits`, operator, { amount: 1, reference: `${client}-${n}` });
  }
}

async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<{ readonly id: string; readonly key: string }> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url, { ...sent, headers: { ...headers, 'Content-Type': 'application/json' } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
