/** The answers of a node to a command, as an act has them. */
import type { CommandFact } from './command-facts.js';
import type { RunAct } from './run-act.js';
import { listedRow } from './shown-lists.js';
import type { GivenAnswer, HeardRequest } from './stand-in-node.js';

export function answersOf(act: RunAct, fact: CommandFact): (request: HeardRequest) => GivenAnswer {
  const { method, path } = fact.asks(act);
  let putOff = 0;
  return (request) => {
    if (request.path === '/openapi.json') return { status: 200, body: NEWER_DOCUMENT };
    if (putOff < act.busy) {
      putOff += 1;
      return { status: putOff % 2 === 0 ? 429 : 503, fields: WAITS[act.wait], body: refusal('overloaded') };
    }
    if (request.method !== method || request.path !== path) return { status: 200, body: act.record };
    if (act.end === 'cut') return undefined;
    if (act.end === 'strange') return { status: 200, body: '<p>hello</p>' };
    if (act.end === 'nameless') return { status: 400, body: { error: 'no' } };
    if (act.end === 'refuses') return { status: 402, body: refusal('insufficient_credits') };
    if (act.end === 'knows_not') return { status: 404, body: refusal('not_found') };
    const fields = act.end === 'replays' ? { 'idempotent-replayed': 'true' } : {};
    if (fact.answer === 'list') return { status: 200, body: pageOf(act, request) };
    if (fact.answer === 'void') return { status: 200, body: voidedOf(act, request) };
    return { status: 200, fields, body: act.record };
  };
}

const NEWER_DOCUMENT = { info: { title: 'Tollgate', version: '9.9.9' }, paths: {} };
const WAITS = { ms: { 'retry-after-ms': '1' }, seconds: { 'retry-after': '0' }, none: {} };

function refusal(code: string) {
  return { error: { code, message: 'in the words of the node' } };
}

function pageOf({ rows }: RunAct, { query }: HeardRequest) {
  const at = Number(query.after?.replace('after-', '') ?? 0);
  const end = Math.min(rows, at + Number(query.limit));
  const data = Array.from({ length: end - at }, (_, n) => listedRow(at + n));
  return { object: 'list', data, has_more: end < rows, next: end < rows ? `after-${end}` : null };
}

function voidedOf({ voided, held }: RunAct, { body }: HeardRequest) {
  const { from } = body as { readonly from?: string };
  const at = Number(from?.replace('after-', '') ?? 0);
  const isLast = at + 1 >= voided.length;
  const next = isLast ? null : `after-${at + 1}`;
  return { amount: voided[at], keys: 1, orders: 2, held: isLast ? held : 7, next };
}
