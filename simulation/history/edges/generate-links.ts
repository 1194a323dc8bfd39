/**
 * Makes clients that ask for the same things by several names of the gateway, over TLS and without, and
 * through a proxy, which may be trusted.
 */
import type { Random } from '../../world/random.js';
import type { Asked, ClientCall } from '../client-call.js';
import { type NodeSettings, type NodeStep, PROXY_NETWORKS, type RequestStep } from '../node-history.js';
import { edgeStep } from './edge-steps.js';

export const LINKED_PROMPT = 'A linked scene';

const LINKS_CHANCE = 0.3;
/** No other step makes a key of this number. */
const KEY = 7_700;
/** Those whose number is odd come through a trusted proxy, if there is one. */
const CLIENTS = [6, 7, 7];
const MODELS = ['sim/video-instant', 'sim/video', 'sim/video-half'];
const HOSTS = ['other.test', 'other.test:8443', '[2001:db8::7]:81'];
const PROTOS = ['http', 'https', 'https, http', 'http,https'];

interface LinkFacts {
  readonly durationMs: number;
  /** Pages and payments keep the public URL that they have. */
  readonly hasPublicUrl: boolean;
}

interface MadeLinks {
  readonly steps: readonly NodeStep[];
  readonly settings: Pick<NodeSettings, 'trustedProxies'>;
}

export function generateLinks(random: Random, { durationMs, hasPublicUrl }: LinkFacts): MadeLinks {
  if (!random.chance(LINKS_CHANCE)) return { steps: [], settings: {} };
  let at = random.between(0, durationMs);
  const submit = { op: 'submit', key: KEY, model: random.pick(MODELS), prompt: LINKED_PROMPT } as const;
  const steps: NodeStep[] = [
    edgeStep(at, { op: 'create_key', newKey: KEY, account: 0, rpm: 1_000, creditsMicroDa: 100_000_000 }),
    named(random, at + 400, { ...submit, idempotencyKey: 'linked' }),
  ];
  at += random.between(4_000, 20_000);
  for (let left = random.between(4, 9); left > 0; left--) {
    at += random.pick([0, 20, 400]);
    if (!hasPublicUrl && random.chance(0.1)) steps.push(reload(random, at));
    const call = random.weighted<ClientCall>([
      [5, { op: 'poll', key: KEY, job: 0 }],
      [1, { op: 'list_jobs', key: KEY, limit: 20 }],
      [1, { op: 'page', list: 'all_jobs', key: KEY }],
      [1, { ...submit, idempotencyKey: 'linked' }],
    ]);
    steps.push(named(random, at, call));
  }
  return { steps, settings: random.chance(0.6) ? { trustedProxies: PROXY_NETWORKS } : {} };
}

function named(random: Random, at: number, call: ClientCall): RequestStep {
  const asked: Asked = {
    host: random.pick(HOSTS),
    ...(random.chance(0.3) ? { isTls: true } : {}),
    ...(random.chance(0.6) ? { proto: random.pick(PROTOS) } : {}),
    ...(random.chance(0.6) ? { forwardedHost: forwarded(random) } : {}),
  };
  return { ...edgeStep(at, call), asked, client: random.pick(CLIENTS) };
}

function forwarded(random: Random): string {
  const host = random.pick(HOSTS);
  return random.chance(0.3) ? `${random.pick(HOSTS)}, ${host}` : host;
}

function reload(random: Random, at: number): NodeStep {
  const publicUrl = random.pick(['https://first.test', 'https://second.test/base']);
  return { id: 0, at, do: 'reload', isMistaken: false, options: { publicUrl } };
}
