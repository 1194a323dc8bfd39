import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StandInServer, serveStandIn } from '../../../src/providers/adapters/remote/stand-in-server.js';
import { renderClip } from '../../../src/providers/adapters/simulated/clip.js';
import { describedStandIn } from '../../providers/conformance/described-stand-in.js';
import { KINDS, type KindUnderTest, WORKFLOW_TEXT } from '../../providers/conformance/kinds.js';
import { isLong, repetitions } from '../../test-set.js';
import { cleanUp, freshFolder, startTollgate, type TollgateProcess } from '../support/harness.js';
import { type Audit, auditKey } from '../support/ledger-audit.js';
import { randomFaults } from './random-faults.js';

const KEY = 'stand-in-key-0123456789abcdef';
const JOBS = repetitions(12, 80);
/** The deadlines of a job and of reading its result, a minute each, and what a busy machine takes besides. */
const WITHIN_MS = 200_000;
const SEED = isLong ? Math.floor(Math.random() * 2 ** 31) : 1;

const QUICK_FATES = [
  '',
  '',
  '',
  '[fails]',
  '[fails_for_content]',
  '[rejects]',
  '[dead_link]',
  '[private_link]',
];
/** They end at the job's deadline, which is a minute at least. */
const SLOW_FATES = ['[never_ends]', '[unknown_state]'];
const FATES = isLong ? [...QUICK_FATES, ...SLOW_FATES] : QUICK_FATES;

/** A model with one route for each kind is called as the kind is; this one has a route to most of them. */
const ANYWHERE = 'anywhere';
const ANYWHERE_LENGTH_MS = 4_000;
const MODELS = [
  ...KINDS.map(({ kind, lengthMs }) => ({ name: kind, lengthMs })),
  { name: ANYWHERE, lengthMs: ANYWHERE_LENGTH_MS },
];

interface SubmittedJob {
  readonly id: string;
  readonly prompt: string;
}

interface EndedJob {
  readonly id: string;
  readonly status: 'completed' | 'failed';
  readonly prompt: string;
}

/**
 * One node as built before stand-ins of all kinds, over sockets, whose answers are faulty at random. It is
 * killed when half of the jobs are submitted, and started again. Whatever the faults: a job is submitted once
 * at most, by whatever route, and settled exactly once; only a result is charged, and nothing stays reserved.
 */
describe('of jobs at real providers, whatever the faults and in spite of a kill,', () => {
  const servers = new Map<string, StandInServer>();
  const deviations: string[] = [];
  const ended = new Map<string, readonly EndedJob[]>();
  const audits = new Map<string, Audit>();
  const keys = new Map<string, { readonly key: string; readonly id: string }>();
  let node: TollgateProcess;

  beforeAll(async () => {
    for (const [at, kind] of KINDS.entries()) {
      const server = await serveStandIn(describedStandIn(kind, deviations), {
        key: KEY,
        nowMs: Date.now,
        pendingMs: 100,
        runningMs: 300,
        clip: clipOf,
        faultOf: randomFaults(SEED + at),
      });
      servers.set(kind.kind, server);
    }
    const config = await configuration((kind) => servers.get(kind)?.url ?? '');
    const data = await freshFolder();
    const start = () => startTollgate({ data, args: ['--config', config], env: { STAND_IN_KEY: KEY } });
    node = await start();
    for (const { name } of MODELS) keys.set(name, await node.createKey());
    const before = await submitAll(0, JOBS / 2);
    await node.kill();
    node = await start();
    const after = await submitAll(JOBS / 2, JOBS);
    await Promise.all(
      MODELS.map(({ name }, at) => settle(name, [...(before[at] ?? []), ...(after[at] ?? [])])),
    );
  });

  afterAll(async () => {
    await cleanUp();
    for (const server of servers.values()) await server.close();
  });

  function keyOf(model: string) {
    const key = keys.get(model);
    if (key === undefined) throw new Error(`no key for ${model}`);
    return key;
  }

  function submitAll(from: number, to: number): Promise<readonly SubmittedJob[][]> {
    const numbers = Array.from({ length: to - from }, (_, at) => from + at);
    const submit = async (model: string, at: number): Promise<SubmittedJob> => {
      const prompt = `${model} ${at} ${FATES[at % FATES.length]}`;
      const { status, json, text } = await node.submit(keyOf(model).key, { model, prompt });
      expect(status, text).toBeLessThan(300);
      return { id: json.id, prompt };
    };
    return Promise.all(MODELS.map(({ name }) => Promise.all(numbers.map((at) => submit(name, at)))));
  }

  async function settle(model: string, jobs: readonly SubmittedJob[]): Promise<void> {
    const key = keyOf(model);
    const settled = jobs.map(async ({ id, prompt }): Promise<EndedJob> => {
      const { json } = await node.settled(key.key, id, WITHIN_MS, 250);
      return { ...json, prompt };
    });
    ended.set(model, await Promise.all(settled));
    audits.set(model, await auditKey(node, key));
  }

  function begunAnywhere(prompt: string): number {
    const counts = [...servers.values()].map(({ standIn }) => standIn.begun.get(prompt) ?? 0);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  describe.each(MODELS)('$name', ({ name, lengthMs }) => {
    const jobs = () => ended.get(name) ?? [];

    it('each is submitted once at most', () => {
      expect(
        jobs().filter(({ prompt }) => begunAnywhere(prompt) > 1),
        `seed ${SEED}`,
      ).toEqual([]);
    });

    it('each is settled once, and nothing stays reserved', () => {
      const audit = audits.get(name);
      expect(audit?.reserved, `seed ${SEED}`).toBe(0);
      const reserves = jobs().map(({ id }) => audit?.jobs.get(id)?.reserves);
      expect(reserves, `seed ${SEED}`).toEqual(jobs().map(() => 1));
    });

    it('those with a result are charged, and no other', () => {
      const charged = jobs().filter(({ id }) => (audits.get(name)?.jobs.get(id)?.charged ?? 0) > 0);
      const completed = jobs().filter(({ status }) => status === 'completed');
      expect(charged, `seed ${SEED}`).toEqual(completed);
      expect(completed.length, `seed ${SEED}: ${JSON.stringify(jobs())}`).toBeGreaterThan(0);
    });

    it('the result of one that is completed can be had whole', async () => {
      const size = String(clipOf(lengthMs).length);
      for (const { id, status } of jobs()) {
        if (status !== 'completed') continue;
        // The stand-in is faulty here, too: a client tries again.
        await expect
          .poll(() => sizeOf(node, `/v1/videos/${id}/content`, keyOf(name).key), { interval: 250 })
          .toBe(size);
      }
    });
  });

  // Jobs in an unknown state deviate on purpose.
  it.skipIf(isLong)('each sound answer of a stand-in is as its service describes it', () => {
    expect(deviations).toEqual([]);
  });
});

function clipOf(lengthMs: number): Uint8Array {
  return renderClip({ lengthMs, seed: 1 });
}

/** Of a result that arrives; undefined if it does not. */
async function sizeOf(node: TollgateProcess, path: string, key: string): Promise<string | undefined> {
  try {
    const { status, headers } = await node.call('GET', path, { key });
    return status === 200 ? headers['content-length'] : undefined;
  } catch {
    return undefined;
  }
}

/** A model for each kind, called as the kind is. */
async function configuration(urlOf: (kind: string) => string): Promise<string> {
  const folder = await freshFolder();
  writeFileSync(join(folder, 'clip.json'), WORKFLOW_TEXT);
  const providers = KINDS.map(({ kind, adapter }) => {
    const settings = adapter.example?.settings === undefined ? '' : `, ${adapter.example.settings}`;
    return `  ${kind}: { kind: ${kind}, url: "${urlOf(kind)}", key-env: STAND_IN_KEY, ${BOUNDS}${settings} }\n`;
  });
  const path = join(folder, 'tollgate.yaml');
  writeFileSync(
    path,
    `job-deadline-minutes: 1\nresult-deadline-minutes: 1\nproviders:\n${providers.join('')}models:\n${KINDS.map((kind) => modelOf(kind.kind, kind.lengthMs, [kind])).join('')}${modelOf(ANYWHERE, ANYWHERE_LENGTH_MS, ANYWHERE_KINDS)}`,
  );
  return path;
}

/** A breaker that opens keeps jobs waiting, for longer than a test should. */
const BOUNDS = 'submit-timeout-ms: 3000, poll-timeout-ms: 3000, breaker-failures: 100';

const ANYWHERE_KINDS = KINDS.filter(({ lengthMs }) => lengthMs === ANYWHERE_LENGTH_MS);

function modelOf(name: string, lengthMs: number, kinds: readonly KindUnderTest[]): string {
  const seconds = lengthMs / 1000;
  const routes = kinds.map(({ kind, model }) => `      - { provider: ${kind}, model: ${model} }\n`);
  return `  ${name}:
    price-per-second: 2
    seconds: { allowed: [${seconds}], default: ${seconds} }
    routes:
${routes.join('')}`;
}
