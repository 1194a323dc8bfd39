/**
 * Makes pages of several origins whose scripts ask the gateway, with a key or by the link of a result, and
 * browsers that ask first whether they may. Reloads say which origins may: none, one, several, or all.
 */
import type { Random } from '../../world/random.js';
import type { ClientCall } from '../client-call.js';
import { edgeStep, richKey } from '../edges/edge-steps.js';
import type { NodeStep, RequestStep } from '../node-history.js';
import { ASKED_PATHS } from '../onlookers/preflight-call.js';

const CHANCE = 0.15;
/** No other step makes keys of these numbers, or comes from this network. */
const [KEY, NEW_KEY] = [9_450, 9_451];
const CLIENT = 76;
/** Questions that are no preflights count on a network of their own. */
const ASKING = 77;
const [SHOP, BLOG, FORUM] = ['https://shop.test', 'http://blog.test:8080', 'https://forum.test'] as const;
/** A page in a sandbox has none that can be told. */
const PAGES = [SHOP, SHOP, BLOG, BLOG, FORUM, 'https://other.test', 'null', undefined];
/** As the option says them. */
const ORIGINS = [SHOP, `${SHOP},${BLOG}`, `${FORUM},${SHOP},${BLOG}`, BLOG, '*', ''];

export function generateCrossOrigin(random: Random, durationMs: number): readonly NodeStep[] {
  if (!random.chance(CHANCE)) return [];
  let at = random.between(0, durationMs);
  const steps: NodeStep[] = [edgeStep(at, richKey(KEY, 100_000_000))];
  at += 400;
  const ask = (call: ClientCall): RequestStep => {
    const origin = random.pick(PAGES);
    const client = call.op === 'preflight' ? ASKING : CLIENT;
    return { ...edgeStep(at, call), client, ...(origin !== undefined && { asked: { origin } }) };
  };
  steps.push(ask({ op: 'submit', key: KEY, model: 'sim/video-instant', prompt: 'A shared scene' }));
  for (let reloads = random.between(2, 4); reloads > 0; reloads--) {
    const options = { corsOrigins: random.pick(ORIGINS) };
    steps.push({ id: 0, at, do: 'reload', isMistaken: random.chance(0.1), options });
    for (let left = random.between(4, 9); left > 0; left--) {
      at += random.pick([0, 5, 60, 700]);
      steps.push(ask(callOf(random)));
    }
  }
  return steps;
}

function callOf(random: Random): ClientCall {
  return random.weighted<ClientCall>([
    [5, { op: 'preflight', path: random.pick(ASKED_PATHS), method: random.pick(['GET', 'POST', 'DELETE']) }],
    [2, { op: 'credits', key: KEY }],
    [1, { op: 'list_jobs', key: KEY, limit: 5 }],
    [1, { op: 'submit', key: KEY, model: 'sim/video-instant', prompt: 'A shared scene', seconds: 1 }],
    [1, { op: 'submit', key: KEY, model: 'no/such-model', prompt: 'A shared scene' }],
    [1, { op: 'stray', key: KEY, how: random.pick(['unknown_path', 'wrong_method', 'not_json', 'no_key']) }],
    [1, { op: 'show_key', key: KEY }],
    [0.5, { op: 'create_key', newKey: NEW_KEY, account: 0 }],
  ]);
}
