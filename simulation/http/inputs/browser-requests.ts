/** Requests as browsers send them for the scripts of a page, and requests for pages beside the API. */
import type { Random } from '../../world/random.js';
import { LINKS } from '../server/stage-names.js';
import { AUTHORIZATIONS, METHODS, ODD_FIELDS, ORIGINS, RANGES } from './odd-fields.js';
import { dropField, planned, type RequestPlan, setField } from './request-plan.js';

const PAGES: readonly string[] = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/results/none',
  LINKS.completed,
  '/',
  '/keys',
];
const FORWARDED = ODD_FIELDS.filter(([name]) => name.startsWith('X-Forwarded-'));

/** The request of a script, or the question whether it may come: with all that makes it one, or a part. */
export function fromPage(random: Random, plan: RequestPlan): void {
  const isNamed = random.chance(0.85);
  if (isNamed) setField(plan, 'Origin', random.pick(ORIGINS));
  if (random.chance(0.4)) return;
  plan.method = random.chance(0.9) ? 'OPTIONS' : random.pick(METHODS);
  plan.members = undefined;
  plan.body = undefined;
  if (random.chance(0.8))
    for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key']) dropField(plan, name);
  if (isNamed && random.chance(0.15)) return;
  plan.fields.push(['Access-Control-Request-Method', random.pick(['GET', 'POST', 'DELETE'])]);
  if (random.chance(0.8)) plan.fields.push(['Access-Control-Request-Headers', 'authorization,content-type']);
}

/** The request as a proxy passes it on, or as somebody writes who wants to be taken for one. */
export function fromProxy(random: Random, plan: RequestPlan): void {
  setField(plan, ...random.pick(FORWARDED));
}

export function pageRequest(random: Random): RequestPlan {
  const method = random.weighted([
    [5, 'GET'],
    [3, 'HEAD'],
    [3, random.pick(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])],
    [1, random.pick(METHODS)],
  ]);
  const plan = planned(method, random.pick(PAGES));
  if (random.chance(0.2)) setField(plan, 'Authorization', random.pick(AUTHORIZATIONS));
  if (random.chance(0.2)) setField(plan, 'Origin', random.pick(ORIGINS));
  if (random.chance(0.2)) setField(plan, 'Range', random.pick(RANGES));
  if (random.chance(0.2)) setField(plan, 'Accept', random.pick(['text/html', '*/*']));
  if (random.chance(0.3)) fromProxy(random, plan);
  if (method !== 'GET' && method !== 'HEAD' && random.chance(0.3)) plan.body = 'a=b';
  return plan;
}
