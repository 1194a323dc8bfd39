/** The base of absolute links in answers, by the contract. */
import type { ServerSetup } from '../server/server-setup.js';
import type { HttpAnswer } from '../wire/answer-reader.js';
import { type ReadRequest, valuesOf } from '../wire/request-reader.js';
import { type Flaw, parsed } from './answer-rules.js';

const PLAIN_HOST = /^[A-Za-z0-9.-]{1,50}(?::\d{1,4})?$/;

/** Links in answers to API keys: that under which a job is polled, and those to results. */
export function flawOfLinks(request: ReadRequest, answer: HttpAnswer, setup: ServerSetup): Flaw {
  if (answer.isHead || answer.status >= 300 || !request.path.startsWith('/v1/videos')) return undefined;
  const body = (parsed(answer.body) ?? {}) as { readonly data?: readonly object[] };
  const base = baseOf(request, setup);
  if (base === undefined) return undefined;
  for (const job of body.data ?? [body]) {
    const { polling_url, url } = job as { readonly polling_url?: unknown; readonly url?: unknown };
    for (const link of [polling_url, url])
      if (typeof link === 'string' && !isUnder(link, base)) return `the link ${link} is not under ${base}`;
  }
  return undefined;
}

function isUnder(link: string, base: string): boolean {
  return link.startsWith(`${base}/v1/`) || link.startsWith(`${base}/results/`);
}

/** Undefined if a proxy that is trusted tells something odd. */
function baseOf(request: ReadRequest, { publicUrl, trustsProxies }: ServerSetup): string | undefined {
  if (publicUrl !== '') return publicUrl;
  const [ownHost = ''] = valuesOf(request, 'host');
  const protos = trustsProxies ? valuesOf(request, 'x-forwarded-proto') : [];
  const hosts = trustsProxies ? valuesOf(request, 'x-forwarded-host') : [];
  const [proto = 'http', ...moreProtos] = protos;
  const [host = ownHost, ...moreHosts] = hosts;
  if (moreProtos.length > 0 || moreHosts.length > 0) return undefined;
  if (!['http', 'https'].includes(proto)) return undefined;
  if (host !== ownHost && !PLAIN_HOST.test(host)) return undefined;
  return `${proto}://${host}`;
}
