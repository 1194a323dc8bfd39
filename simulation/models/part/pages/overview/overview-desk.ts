/** The first page over drawn records, without a node behind it. As all pages, loaded late. */

import type { JobStatus, VideoJobState } from '../../../../../src/actors/jobs/video-job-messages.js';
import { encodeVideoJob, keyJobsKey } from '../../../../../src/actors/jobs/video-job-records.js';
import { encodeApiKey } from '../../../../../src/actors/keys/api-key-record.js';
import { encodeOrder } from '../../../../../src/actors/orders/order-records.js';
import type {
  DashboardPage,
  DashboardParts,
} from '../../../../../src/http/pages/dashboard/requests/dashboard-page.js';
import type { SignedInRequest } from '../../../../../src/http/pages/dashboard/requests/dashboard-request.js';
import { USUAL_LIMITS } from '../../../../../src/limits/limits.js';
import { microDa } from '../../../../../src/money/micro-da.js';
import type { ChosenWorld } from '../../chosen-world.js';
import { PlainRecords } from '../../plain-records.js';
import { idOf, stateOf } from '../orders/drawn-orders.js';
import type { DrawnJob, DrawnKey, DrawnUse, OverviewAct } from './overview-acts.js';

export const BASE_URL = 'https://gateway.test';
export const DEMO_KEY = 'demo-secret';
const DAY_MS = 86_400_000;
const OWN = idOf('acct', 1);

const STATUSES: Readonly<Record<DrawnJob['state'], JobStatus>> = {
  pending: 'pending',
  in_progress: 'in_progress',
  failed: 'failed',
  kept_here: 'completed',
  kept_there: 'completed',
  gone: 'completed',
};

export function statusOf({ state }: DrawnJob): JobStatus {
  return STATUSES[state];
}

export async function overviewOf(act: OverviewAct, world: ChosenWorld): Promise<string> {
  const { overview } = (await import('../../../../../src/http/pages/dashboard/overview/overview.js')) as {
    readonly overview: DashboardPage;
  };
  const records = recordsOf(act, world.wallMs());
  const { marked, reserved, charged } = act;
  const balance = act.keys.reduce((sum, key) => sum + key.balance, 0);
  const totals = {
    credited: BigInt(balance + reserved + charged),
    charged: BigInt(charged),
    reserved: BigInt(reserved),
    marked: BigInt(marked),
  };
  const numberOf = (subject: string) => act.keys.findIndex((_, n) => subject.endsWith(idOf('key', n)));
  const deps = {
    world,
    limits: USUAL_LIMITS,
    account: 'account',
    system: {
      records,
      view: (_: unknown, id: string) => (id === OWN ? { totals } : undefined),
      reportDefect: (_: string, error: unknown) => {
        throw error;
      },
    },
    windows: { find: numberOf, counted: (number: number) => act.keys[number]?.lastMinute },
    catalogue: { list: () => act.models.map((id) => ({ id })) },
    results: {
      open: async ({ id }: VideoJobState) => ({
        state: act.jobs.some((job, n) => idOf('job', n) === id && job.state === 'gone') ? 'gone' : 'there',
      }),
    },
  };
  const nodeFrame = () => ({
    not_ready: act.isReady ? null : 'it stops',
    providers: act.breakers.map((breaker) => ({ breaker })),
  });
  const parts = { deps, nodeFrame, demoKey: act.isDemo ? DEMO_KEY : undefined };
  const answer = await overview.get?.(
    requestOf(act) as unknown as SignedInRequest,
    parts as unknown as DashboardParts,
  );
  if (answer?.kind !== 'page') throw new Error(`the first page is answered with ${answer?.kind}`);
  return String(answer.body);
}

function requestOf({ role, look }: OverviewAct) {
  return {
    language: 'en',
    path: '/',
    here: '/',
    signedIn: {
      user: idOf('user', 1),
      name: 'somebody',
      account: OWN,
      role,
      session: '',
      grants: [],
      hasPassword: true,
    },
    assets: { style: '', script: '', chart: '', chat: '', icon: '' },
    query: new URLSearchParams(look === 0 ? {} : { look: String(look) }),
    baseUrl: BASE_URL,
    signal: new AbortController().signal,
  };
}

function recordsOf({ keys, jobs, used, hasOrdersSetAside }: OverviewAct, nowMs: number): PlainRecords {
  const records = new PlainRecords();
  for (const [number, key] of keys.entries()) {
    records.put('account_keys', `${OWN}/${idOf('key', number)}`, '');
    records.put('keys', idOf('key', number), keyRecord(number, key));
  }
  for (const [number, job] of jobs.entries()) {
    const state = jobState(number, job, Math.floor(nowMs / 1_000));
    const { id, key, status } = state;
    const place = status === 'completed' || status === 'failed' ? status : 'open';
    records.put('jobs', id, encodeVideoJob(state));
    records.put('key_jobs', keyJobsKey(key, place, id), '');
  }
  for (const [name, use] of rowsOf(used, nowMs)) records.put('account_activity', name, use);
  if (hasOrdersSetAside) {
    const order = stateOf(idOf('order', 1), 1, {
      key: 3,
      status: 'canceled',
      service: { kind: 'chargily', isLive: true },
      amountDa: 500,
      isRefused: false,
      finding: 'amount',
      isDismissed: false,
      hasCard: false,
    });
    records.put('orders', order.id, encodeOrder(order));
    records.put('set_aside_orders', order.id, '1');
  }
  return records;
}

function keyRecord(number: number, key: DrawnKey): string {
  const none = microDa(0);
  return encodeApiKey({
    id: idOf('key', number),
    account: OWN,
    name: key.name,
    rateLimitRpm: key.rpm,
    isRevoked: key.isRevoked,
    createdAt: 1,
    balances: {
      credited: microDa(key.balance),
      charged: none,
      reserved: none,
      withdrawn: none,
      marked: none,
    },
    open: { video_job: key.unfinished, generation: 1 },
    entries: key.entries,
    credentialHash: '0'.repeat(64),
    rotations: 0,
    earlier: [],
  });
}

function jobState(number: number, drawn: DrawnJob, nowS: number): VideoJobState {
  const status = statusOf(drawn);
  const isMade = status === 'completed';
  const isKept = drawn.state !== 'kept_there';
  const file = { isKept, bytes: 1, sha256: '0'.repeat(64), contentType: 'video/mp4' };
  return {
    id: idOf('job', number),
    key: idOf('key', drawn.key),
    account: OWN,
    provider: 'p',
    model: 'a/fine',
    lengthMs: 4_000,
    pricePerSecond: microDa(1),
    reserved: microDa(4),
    createdAt: nowS - drawn.ageS,
    idempotencyKeyHash: null,
    status,
    machine: {
      value: status === 'pending' ? 'submitting' : status,
      context: {
        route: { provider: 'p', model: 'a/fine', lostAnswer: { kind: 'unknown' } },
        fallbacks: [],
        isBound: false,
        attempt: 1,
        handle: null,
        made: null,
        output: isMade ? { lengthMs: 4_000, location: 'https://files.test/1', file } : null,
        failure: status === 'failed' ? { slug: 'expired', message: 'It took too long.' } : null,
      },
    } as unknown as VideoJobState['machine'],
    settled: isMade || status === 'failed' ? { at: nowS, cost: microDa(4) } : null,
    repeatUntil: null,
  };
}

/** Uses of a model on one day stand in one row. */
function rowsOf(used: readonly DrawnUse[], nowMs: number): ReadonlyMap<string, string> {
  const rows = new Map<string, DrawnUse[]>();
  for (const use of used) {
    const day = new Date(nowMs - use.daysAgo * DAY_MS).toISOString().slice(0, 10);
    const name = `${OWN}/${day}/${encodeURIComponent(use.model)}/p`;
    rows.set(name, [...(rows.get(name) ?? []), use]);
  }
  const sum = (uses: readonly DrawnUse[], of: 'completed' | 'failed' | 'cost') =>
    uses.reduce((total, use) => total + use[of], 0);
  return new Map(
    [...rows].map(([name, uses]) => [
      name,
      JSON.stringify({
        v: 1,
        completed: sum(uses, 'completed'),
        failed: sum(uses, 'failed'),
        output_ms: 0,
        cost: sum(uses, 'cost'),
      }),
    ]),
  );
}
