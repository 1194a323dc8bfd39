/** Cookies: what no script reads, no other site has sent, and nobody on the way sees. */
import type { Rule } from '../invariant.js';

const SESSION_S = 30 * 86_400;
/** Of this very machine, over plain HTTP; every other page is opened over TLS. */
const HERE = /^(?:localhost|127\.0\.0\.1):(\d+)$/;

export const COOKIES: Rule = {
  name: 'cookies',
  says: 'A cookie is for the whole of its own origin alone, for no script and no form of another site; over TLS it stays there. A session has that of its host, for 30 days, and one that is over has none.',
  watch: (_, report) => ({
    observe(seen, exchange) {
      if (seen.what !== 'answered' || exchange === undefined) return;
      const { request, call, asked } = exchange.sent;
      for (const line of seen.headers['set-cookie']?.split('\n') ?? [])
        for (const wrong of flawsOf(line, asked?.host))
          report(
            `request ${request} (${call.op}) is given a cookie ${wrong}: ${line.replace(/=[^;]*/, '=…')}`,
          );
    },
  }),
};

function flawsOf(line: string, host: string | undefined): readonly string[] {
  const [pair = '', ...parts] = line.split('; ');
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  const attributes = new Map(
    parts.map((part) => {
      const [attribute = '', ...rest] = part.split('=');
      return [attribute.toLowerCase(), rest.join('=')];
    }),
  );
  const [, port] = HERE.exec(host ?? '') ?? [];
  const sameSite = attributes.get('samesite') ?? '';
  const age = attributes.get('max-age');
  const isSession = /^(?:__Host-tollgate|tollgate-\d+)$/.test(name);
  const isOfPerson = isSession || name.includes('device');
  return [
    ...(attributes.get('path') === '/' ? [] : ['for a part of the origin']),
    ...(attributes.has('domain') ? ['for other hosts'] : []),
    ...(attributes.has('httponly') ? [] : ['for scripts']),
    ...(['Lax', 'Strict'].includes(sameSite) ? [] : ['for other sites']),
    ...(attributes.has('secure') === (port === undefined) ? [] : [`with Secure ${attributes.has('secure')}`]),
    ...(!isOfPerson || name.startsWith('__Host-') === (port === undefined) ? [] : ['of the wrong name']),
    ...(!isOfPerson || port === undefined || name.endsWith(`-${port}`) ? [] : ['of another port']),
    ...(isSession && age !== String(value === '' ? 0 : SESSION_S) ? [`for ${age} s`] : []),
  ];
}
