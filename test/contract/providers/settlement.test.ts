import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StandInServer, serveStandIn } from '../../../src/providers/adapters/remote/stand-in-server.js';
import { renderClip } from '../../../src/providers/adapters/simulated/clip.js';
import { describedStandIn } from '../../providers/conformance/described-stand-in.js';
import { KINDS, type KindUnderTest } from '../../providers/conformance/kinds.js';
import { isLong, repetitions } from '../../test-set.js';
import { cleanUp, freshFolder, startTollgate, type TollgateProcess } from '../support/harness.js';
import { type Audit, auditKey } from '../support/ledger-audit.js';
import { randomFaults } from './random-faults.js';

const KEY = 'stand-in-key-0123456789abcdef';
const JOBS = repetitions(12, 80);
/** The deadline of a job, and what a busy machine takes besides. */
const WITHIN_MS = 110_000;
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

interface EndedJob {
  readonly id: string;
  readonly status: 'completed' | 'failed';
  readonly prompt: string;
}

/**
 * One node as built before stand-ins of all kinds, over sockets, whose answers are faulty at random. Whatever
 * the faults: a job is submitted once at most and settled exactly once, only a result is charged, and nothing
 * stays reserved.
 */
describe('of jobs on a real kind of provider, whatever the faults,', () => {
  const servers = new Map<string, StandInServer>();
  const deviations: string[] = [];
  const ended = new Map<string, readonly EndedJob[]>();
  const audits = new Map<string, Audit>();
  const keys = new Map<string, string>();
  let node: TollgateProcess;

  beforeAll(async () => {
    for (const kind of KINDS) {
      const server = await serveStandIn(describedStandIn(kind, deviations), {
        key: KEY,
        nowMs: Date.now,
        pendingMs: 100,
        runningMs: 300,
        clip: clipOf,
        faultOf: randomFaults(SEED),
      });
      servers.set(kind.kind, server);
    }
    const config = await configuration((kind) => servers.get(kind)?.url ?? '');
    node = await startTollgate({ args: ['--config', config], env: { STAND_IN_KEY: KEY } });
    await Promise.all(KINDS.map(({ kind }) => run(kind)));
  }, 400_000);

  afterAll(async () => {
    await cleanUp();
    for (const server of servers.values()) await server.close();
  });

  async function run(kind: string): Promise<void> {
    const key = await node.createKey();
    keys.set(kind, key.key);
    const prompts = Array.from({ length: JOBS }, (_, at) => `boat ${at} ${FATES[at % FATES.length]}`);
    const jobs = prompts.map(async (prompt): Promise<EndedJob> => {
      const submitted = await node.submit(key.key, { model: kind, prompt });
      expect(submitted.status, submitted.text).toBeLessThan(300);
      const { json } = await node.settled(key.key, submitted.json.id, WITHIN_MS, 250);
      return { ...json, prompt };
    });
    ended.set(kind, await Promise.all(jobs));
    audits.set(kind, await auditKey(node, key));
  }

  describe.each(KINDS)('$kind', ({ kind, lengthMs }) => {
    const jobs = () => ended.get(kind) ?? [];

    it('each is submitted once at most', () => {
      const begun = servers.get(kind)?.standIn.begun;
      const twice = jobs().filter(({ prompt }) => (begun?.get(prompt) ?? 0) > 1);
      expect(twice, `seed ${SEED}`).toEqual([]);
    });

    it('each is settled once, and nothing stays reserved', () => {
      const audit = audits.get(kind);
      expect(audit?.reserved, `seed ${SEED}`).toBe(0);
      const reserves = jobs().map(({ id }) => audit?.jobs.get(id)?.reserves);
      expect(reserves, `seed ${SEED}`).toEqual(jobs().map(() => 1));
    });

    it('those with a result are charged, and no other', () => {
      const charged = jobs().filter(({ id }) => (audits.get(kind)?.jobs.get(id)?.charged ?? 0) > 0);
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
          .poll(() => sizeOf(node, `/v1/videos/${id}/content`, keys.get(kind) ?? ''), { interval: 250 })
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
  writeFileSync(join(folder, 'clip.json'), WORKFLOW);
  const providers = KINDS.map(({ kind, adapter }) => {
    const settings = adapter.example?.settings === undefined ? '' : `, ${adapter.example.settings}`;
    return `  ${kind}: { kind: ${kind}, url: "${urlOf(kind)}", key-env: STAND_IN_KEY, ${BOUNDS}${settings} }\n`;
  });
  const path = join(folder, 'tollgate.yaml');
  writeFileSync(
    path,
    `job-deadline-minutes: 1\nproviders:\n${providers.join('')}models:\n${KINDS.map(modelOf).join('')}`,
  );
  return path;
}

/** A breaker that opens keeps jobs waiting, for longer than a test should. */
const BOUNDS = 'submit-timeout-ms: 3000, poll-timeout-ms: 3000, breaker-failures: 100';

function modelOf({ kind, model, lengthMs }: KindUnderTest): string {
  const seconds = lengthMs / 1000;
  return `  ${kind}:
    price-per-second: 2
    seconds: { allowed: [${seconds}], default: ${seconds} }
    routes: [{ provider: ${kind}, model: ${model} }]
`;
}

const WORKFLOW = JSON.stringify({
  1: { class_type: 'CLIPTextEncode', inputs: { text: '{{prompt}}', clip: ['9', 0] } },
  2: { class_type: 'EmptyHunyuanLatentVideo', inputs: { width: 832, height: 480, length: '{{frames}}' } },
  3: { class_type: 'CreateVideo', inputs: { images: ['2', 0], fps: 16 } },
  4: { class_type: 'SaveVideo', inputs: { video: ['3', 0], filename_prefix: 'video/ComfyUI' } },
});
