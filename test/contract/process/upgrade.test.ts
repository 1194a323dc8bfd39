/**
 * The service is stopped, its program replaced by another, and started again, under the load of clients that
 * retry as clients should: the same Idempotency-Key until there is an answer.
 *
 * If an executable is tested, its file is replaced, as a package does it. `TOLLGATE_TEST_OLD_PROGRAM` names
 * the file that is there first, by default the same as comes after.
 */
import { chmod, copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, freePort, freshFolder, startTollgate } from '../support/harness.js';
import { auditKey, expectSettledOnce, microDaOf, wholeList } from '../support/ledger-audit.js';

const NEW_PROGRAM = process.env.TOLLGATE_TEST_PROGRAM || undefined;
const OLD_PROGRAM = process.env.TOLLGATE_TEST_OLD_PROGRAM || NEW_PROGRAM;
const REPLACEMENTS = 4;
const CLIENTS = 8;
const LOAD_MS_BETWEEN = 600;
/** Between two submits of a client, and before it tries one again. */
const PAUSE_MS = 20;
const PRICE_MICRO_DA = microDaOf(0.5);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

afterAll(cleanUp);

test('a stop, another program and a start under load lose no acknowledged job and charge none twice', async () => {
  const program = await installed(OLD_PROGRAM);
  const data = await freshFolder();
  const port = await freePort();
  let node = await startTollgate({ data, program, port });
  const key = await node.createKey({ credits: 100_000 });
  const load = { isOver: false, retried: 0, acknowledged: new Map<string, string>() };
  const clients = Array.from({ length: CLIENTS }, (_, client) => keepSubmitting(port, key.key, client, load));

  for (let replacement = 0; replacement < REPLACEMENTS; replacement++) {
    await pause(LOAD_MS_BETWEEN);
    const before = load.acknowledged.size;
    expect(await node.stop(), 'the stop').toEqual({ code: 0, signal: null });
    if (program !== undefined && NEW_PROGRAM !== undefined) await replace(program, NEW_PROGRAM);
    node = await startTollgate({ data, program, port });
    await expect.poll(() => load.acknowledged.size).toBeGreaterThan(before);
  }
  load.isOver = true;
  await Promise.all(clients);

  expect(load.retried, 'submits that were sent again').toBeGreaterThan(0);
  const ids = [...load.acknowledged.values()];
  expect(new Set(ids).size, 'jobs, one for each Idempotency-Key').toBe(ids.length);
  const listed: string[] = (await wholeList(node, '/v1/videos', key.key)).map(({ id }) => id);
  expect(listed.sort(), 'the jobs there are').toEqual([...ids].sort());
  for (const id of ids) expect((await node.settled(key.key, id)).json.status).toBe('completed');
  const audit = await auditKey(node, key);
  expectSettledOnce(audit);
  expect(audit.charged).toBe(ids.length * PRICE_MICRO_DA);
  await node.stop();
});

interface Load {
  isOver: boolean;
  retried: number;
  /** Ids of jobs, by the Idempotency-Key of their submit. */
  readonly acknowledged: Map<string, string>;
}

/**
 * A client of the service, whichever process that is: submits one job after the other, each until it is
 * accepted.
 */
async function keepSubmitting(port: number, key: string, client: number, load: Load): Promise<void> {
  const dispatcher = new Agent({ connections: 1, headersTimeout: 10_000, bodyTimeout: 10_000 });
  for (let job = 0; !load.isOver; job++) {
    const idempotencyKey = `${client}-${job}`;
    let id: string | undefined;
    while (id === undefined) {
      id = await submit(dispatcher, port, key, idempotencyKey).catch(() => undefined);
      if (id === undefined) load.retried += 1;
      await pause(PAUSE_MS);
    }
    load.acknowledged.set(idempotencyKey, id);
  }
  await dispatcher.close();
}

/** The job's id, or undefined if the client is told to come again; rejects if there is no answer. */
async function submit(
  dispatcher: Agent,
  port: number,
  key: string,
  idempotencyKey: string,
): Promise<string | undefined> {
  const { statusCode, body } = await request(`http://127.0.0.1:${port}/v1/videos`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ model: 'sim/video-instant', prompt: 'a lighthouse in the rain', seconds: 1 }),
    dispatcher,
  });
  const answer = (await body.json()) as { id: string };
  return statusCode === 202 ? answer.id : undefined;
}

/** A copy of the program in a folder of its own, to be replaced; undefined if there is no such file. */
async function installed(program: string | undefined): Promise<string | undefined> {
  if (program === undefined) return undefined;
  const path = join(await freshFolder(), 'tollgate');
  await copyFile(program, path);
  await chmod(path, 0o755);
  return path;
}

/** As a package manager does: the new file comes to the name at once, while the old one may still run. */
async function replace(path: string, program: string): Promise<void> {
  await copyFile(program, `${path}.new`);
  await chmod(`${path}.new`, 0o755);
  await rename(`${path}.new`, path);
}
