/** Makes requests in the very ms in which a process stops or ends, and bodies in each ms behind it. */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import type { NodeStep, RequestStep } from '../node-history.js';

/** Of an end, that some come with it. */
const CHANCE = 0.5;
const OPS = ['submit', 'poll', 'list_jobs', 'credits', 'set_rpm', 'add_credit'] as const;
/** Bodies come in each of so many ms behind the end. */
const BODIES = 4;

type Asked = Extract<ClientCall, { readonly op: (typeof OPS)[number] }>;
type KeyCall = Extract<Asked, { readonly key: number }>;

/**
 * The troubles, and requests with them: right before an end for what others of the history ask for, and once
 * a process should be there again for what their keys have left.
 */
export function withRequestsAtEnds(
  random: Random,
  requests: readonly RequestStep[],
  troubles: readonly NodeStep[],
): readonly NodeStep[] {
  const before: RequestStep[] = [];
  const after: RequestStep[] = [];
  const asked = requests.flatMap(({ call, client }) => (isAsked(call) ? [{ call, client }] : []));
  for (const [n, end] of troubles.entries()) {
    const of = random.fork(n);
    const isEnd = end.do === 'restart' || (end.do === 'crash' && end.on === 'now');
    if (!isEnd || asked.length === 0 || !of.chance(CHANCE)) continue;
    const { at, downMs } = end;
    for (let left = of.between(1, BODIES); left > 0; left--) {
      const { call, client } = of.pick(asked);
      before.push({ id: 0, at, do: 'request', call, client, bodyAfterMs: of.between(0, BODIES) });
      if (isOfKey(call)) after.push(later(of, at + downMs, call.key, client));
    }
  }
  return [...before, ...troubles, ...after];
}

function later(random: Random, at: number, key: number, client: number): RequestStep {
  const call = { op: 'credits', key } as const;
  return { id: 0, at: at + random.pick([30, 400, 3_000]), do: 'request', call, client, bodyAfterMs: 0 };
}

function isAsked(call: ClientCall): call is Asked {
  return (OPS as readonly string[]).includes(call.op);
}

function isOfKey(call: Asked): call is KeyCall {
  return call.op !== 'set_rpm' && call.op !== 'add_credit';
}
