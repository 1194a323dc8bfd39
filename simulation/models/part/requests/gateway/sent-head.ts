/** The head of a request as its client sends it. */
import type { AskAct } from './gateway-acts.js';
import { bodyLength } from './naive-answers.js';
import type { SentHead } from './watched-exchange.js';

type Fields = readonly (readonly [name: string, value: string])[];

/** @param n goes along in the query, by which its toy knows it */
export function sentHead(n: number, act: AskAct, secret: string): SentHead {
  const { flaw, peer, isTls, isHandshake, readsSlowly, spelling } = act;
  const ofKey = spelling === 'query' ? `&key=${secret}` : '';
  const optional = [
    ['x-forwarded-for', act.forwardedFor],
    ['x-forwarded-host', act.forwardedHost],
    ['origin', act.origin],
    ['access-control-request-method', act.asksMethod ? 'POST' : ''],
    ['range', act.range],
    ['if-range', act.hasIfRange ? '"tag"' : ''],
    ['content-type', act.body?.type ?? ''],
    ['content-encoding', act.body?.encoding ?? ''],
    ['idempotency-key', act.repeat],
  ] as const;
  return {
    method: act.method,
    path: flaw === 'broken path' ? `${act.path}%` : act.path,
    query: flaw === 'broken query' ? `n=${n}&a=%f` : `n=${n}${ofKey}`,
    fields: [
      ...hostFields(act),
      ...keyFields(act, secret),
      ...optional.filter(([, value]) => value !== ''),
      ...lengthFields(act),
    ],
    ...{ peer, isTls, isHandshake, readsSlowly },
  };
}

function hostFields({ flaw }: AskAct): Fields {
  if (flaw === 'no host') return [];
  if (flaw === 'broken host') return [['host', 'gate.test:65536']];
  const host = ['host', 'gate.test'] as const;
  return flaw === 'two hosts' ? [host, host] : [host];
}

function lengthFields(act: AskAct): Fields {
  const { flaw } = act;
  const length = bodyLength(act);
  if (flaw === 'length in words') return [['content-length', '1e1']];
  if (flaw === 'other coding') return [['transfer-encoding', 'gzip']];
  const ofLength = ['content-length', String(length ?? 1)] as const;
  const chunked = ['transfer-encoding', 'chunked'] as const;
  if (flaw === 'two lengths') return [ofLength, ofLength];
  if (flaw === 'length and chunks') return [ofLength, chunked];
  if (length === undefined) return [chunked];
  return length === 0 && act.body === undefined ? [] : [ofLength];
}

function keyFields({ spelling }: AskAct, secret: string): Fields {
  const field = (value: string): Fields => [['authorization', value]];
  switch (spelling) {
    case 'none':
    case 'query':
      return [];
    case 'bare':
      return field(secret);
    case 'scheme':
      return field('Bearer');
    case 'other field':
      return [['x-api-key', secret]];
    case 'twice':
      return [...field(`Bearer ${secret}`), ...field(`Bearer ${secret}`)];
    case 'mistyped':
      return field(`Bearer ${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`);
    case 'short':
      return field(`Bearer ${'k'.repeat(31)}`);
    case 'unknown':
      return field(`Bearer ${'k'.repeat(32)}`);
    default:
      return field(spelling + secret);
  }
}
