/**
 * Links of the gateway's own in answers. They begin with the public URL of the configuration; without one,
 * with scheme and host as a trusted proxy forwarded them; else with those of the request itself.
 */
import { InForce } from '../facts/in-force.js';
import { type Answer, bodyOf, isObject, type Sent } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

/** Of orders, the page for the payment is the service's own. */
const LINK_FIELDS = ['polling_url', 'url'];
/** The result of a scripted provider that tells its length itself. */
const SCRIPTED = 'scripted:';

export const LINKS: Rule = {
  name: 'links',
  says: 'A link of the gateway in an answer begins with the public URL in force, else with scheme and host as a trusted proxy forwarded them, else with those of its own request, whoever asked before.',
  watch(setup, report, requests) {
    const inForce = new InForce(setup);
    return {
      observe(seen, exchange) {
        inForce.observe(seen, requests.seq);
        if (seen.what !== 'answered' || exchange === undefined) return;
        const { seq, endSeq, sent } = exchange;
        const found = linksIn(seen).filter(([, link]) => !link.startsWith(SCRIPTED));
        if (found.length === 0) return;
        const asked = baseAsked(sent.asked ?? {});
        const bases = inForce.option('publicUrl', seq, endSeq).map((url) => (url === '' ? asked : url));
        for (const [name, link] of found) {
          if (bases.some((base) => link.startsWith(`${base}/`))) continue;
          report(
            `request ${sent.request} (${sent.call.op}) has the ${name} ${link}, not at ${bases.join(' or ')}`,
          );
        }
      },
    };
  },
};

function linksIn(answer: Answer): readonly (readonly [name: string, link: string])[] {
  const { location } = answer.headers;
  const ofHead = answer.status === 202 && location !== undefined ? [['Location', location] as const] : [];
  const body = bodyOf(answer);
  const items = body !== undefined && Array.isArray(body.data) ? body.data.filter(isObject) : [body ?? {}];
  const ofBody = items.flatMap((item) =>
    LINK_FIELDS.flatMap((name) => {
      const link = item[name];
      return typeof link === 'string' ? [[name, link] as const] : [];
    }),
  );
  return [...ofHead, ...ofBody];
}

function baseAsked(asked: NonNullable<Sent['asked']>): string {
  const { host = 'gateway.test', isTls, proto, forwardedHost, isProxied } = asked;
  const scheme = isTls === true ? 'https' : 'http';
  if (isProxied !== true) return `${scheme}://${host}`;
  return `${nearest(proto) ?? scheme}://${nearest(forwardedHost) ?? host}`;
}

/** Of proxies in a row, the word of the nearest. */
function nearest(list: string | undefined): string | undefined {
  return list?.split(',').at(-1)?.trim();
}
