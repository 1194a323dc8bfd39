/**
 * `kill -9` at random instants under concurrent load, again and again on the same data folder.
 *
 * The test compares what the clients were told with what the last start finds. Every acknowledged job and
 * credit is there, every job settled once, the ledgers add up and no key has spent more than it had.
 */
import { afterAll, expect, test } from 'vitest';
import { repetitions } from '../../test-set.js';
import {
  cleanUp,
  freshFolder,
  OPERATOR_KEY,
  startTollgate,
  type TollgateProcess,
} from '../support/harness.js';
import { auditKey, expectSettledOnce, microDaOf, wholeList } from '../support/ledger-audit.js';

const ROUNDS = repetitions(4, 30);
const CLIENTS_PER_KEY = 6;
const MODELS = ['sim/video-instant', 'sim/video-half', 'sim/video-reject', 'sim/video-flaky', 'sim/video'];

interface Told {
  readonly key: { key: string; id: string };
  /** Jobs acknowledged, by the idempotency key they were sent with. */
  readonly jobs: Map<string, string>;
  /** Acknowledged credits in micro-DA, by reference; what was sent but not acknowledged in `doubtful`. */
  readonly credits: Map<string, number>;
  readonly doubtful: Map<string, number>;
}

afterAll(cleanUp);

test('kill -9 at any instant loses nothing acknowledged and settles every job once', async () => {
  const data = await freshFolder();
  let node = await startTollgate({ data });
  const told: Told[] = [];
  for (let made = 0; made < 3; made++) {
    const key = await node.createKey({ credits: 20 });
    told.push({ key, jobs: new Map(), credits: new Map(), doubtful: new Map() });
  }

  const acknowledgedJobs = () => told.reduce((sum, { jobs }) => sum + jobs.size, 0);
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) node = await startTollgate({ data });
    const load = told.flatMap((key, index) =>
      Array.from({ length: CLIENTS_PER_KEY }, (_, client) =>
        keepBusy(node, key, `${round}-${index}-${client}`),
      ),
    );
    // On a slow machine nothing may be acknowledged so soon; the last round goes on until enough is.
    do await node.pause(20 + Math.random() * 380);
    while (round === ROUNDS - 1 && acknowledgedJobs() <= ROUNDS);
    await node.kill();
    await Promise.all(load);
  }

  node = await startTollgate({ data });
  for (const { key, jobs, credits, doubtful } of told) {
    const listed = new Set<string>();
    for (const { id } of await wholeList(node, '/v1/videos', key.key)) {
      listed.add(id);
      await node.settled(key.key, id, 30_000);
    }
    for (const id of jobs.values()) expect(listed, 'an acknowledged job').toContain(id);
    const audit = await auditKey(node, key);
    expectSettledOnce(audit);
    expect([...audit.jobs.keys()].sort()).toEqual([...listed].sort());
    expectCredits(audit.entries, credits, doubtful);
    await expectReplays(node, key.key, jobs);
  }
  await node.stop();
});

/** Submits, polls and tops up without a pause, until the node is gone. */
async function keepBusy(node: TollgateProcess, told: Told, name: string): Promise<void> {
  try {
    for (let turn = 0; ; turn++) {
      const request = `${name}-${turn}`;
      const model = MODELS[turn % MODELS.length];
      const answer = await node.submit(told.key.key, { model, seconds: 1 }, { 'idempotency-key': request });
      if (answer.status === 202) {
        told.jobs.set(request, answer.json.id);
        await node.call('GET', `/v1/videos/${answer.json.id}`, { key: told.key.key });
      } else {
        expect([402, 503], answer.text).toContain(answer.status);
        await topUp(node, told, `top-up-${request}`);
      }
    }
  } catch (error) {
    if (node.child.signalCode !== 'SIGKILL' && node.child.exitCode === null && !isConnectionLoss(error))
      throw error;
  }
}

async function topUp(node: TollgateProcess, told: Told, reference: string): Promise<void> {
  told.doubtful.set(reference, 2_000_000);
  const answer = await node.call('POST', `/api/keys/${told.key.id}/credits`, {
    key: OPERATOR_KEY,
    json: { amount: 2, reference },
  });
  if (answer.status === 201) told.credits.set(reference, 2_000_000);
}

function isConnectionLoss(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return [
    'UND_ERR_SOCKET',
    'ECONNRESET',
    'ECONNREFUSED',
    'EPIPE',
    'UND_ERR_DESTROYED',
    'UND_ERR_CLOSED',
  ].includes(code);
}

function expectCredits(
  entries: readonly { type: string; amount: number; reference?: string | null }[],
  acknowledged: ReadonlyMap<string, number>,
  sent: ReadonlyMap<string, number>,
): void {
  const found = new Map<string, number>();
  for (const { type, amount, reference } of entries) {
    if (type !== 'credit' || reference === 'key_creation') continue;
    expect(found.has(reference ?? ''), `credit ${reference} twice`).toBe(false);
    found.set(reference ?? '', microDaOf(amount));
  }
  for (const [reference, amount] of acknowledged) expect(found.get(reference)).toBe(amount);
  for (const [reference, amount] of found) expect(sent.get(reference)).toBe(amount);
}

/** The same request again is the same job, also now. */
async function expectReplays(
  node: TollgateProcess,
  key: string,
  jobs: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [request, id] of [...jobs].slice(-5)) {
    const turn = Number(request.split('-')[3]);
    const model = MODELS[turn % MODELS.length];
    const again = await node.submit(key, { model, seconds: 1 }, { 'idempotency-key': request });
    expect(again.status).toBe(202);
    expect(again.json.id).toBe(id);
    expect(again.headers['idempotent-replayed']).toBe('true');
  }
}
