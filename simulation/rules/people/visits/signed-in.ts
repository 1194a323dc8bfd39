/** The answer that signs somebody in, and that which signs them out: its cookies, and where it leads. */
import { outcomeOf } from '../../facts/people-outcomes.js';
import type { Answer, Exchange } from '../../facts/requests.js';
import type { Rule } from '../../invariant.js';

/** Of TLS, and of a port of this very machine; `cookies` judges the rest of them. */
const SESSION = /^(?:__Host-tollgate|tollgate-\d+)=[\w-]{43}; .*Max-Age=(\d+)/;
const DEVICE = /^(?:__Host-tollgate-device|tollgate-device-\d+)=[\w-]{40}; .*Max-Age=(\d+)/;
const NO_SESSION = /^(?:__Host-tollgate|tollgate-\d+)=; .*Max-Age=(\d+)/;
const [SESSION_S, DEVICE_S] = [30 * 86_400, 400 * 86_400];
/** Another host, whatever the browser makes of it. */
const ELSEWHERE = /^(?!\/)|^\/[/\\]/;

export const SIGNED_IN: Rule = {
  name: 'signed-in',
  says: 'A sign-in sets the cookie of a session and that of the browser; a sign-out takes the session away; a sign-in leads to the page that was asked for, and to no other site.',
  watch: (_, report) => ({
    observe(seen, exchange) {
      if (seen.what !== 'answered' || exchange === undefined || seen.status !== 303) return;
      const { call, request } = exchange.sent;
      const lines = cookiesOf(seen);
      const about = `request ${request} (${call.op})`;
      if (call.op === 'sign_out') {
        const [line = '', ...more] = lines;
        const isEnded = outcomeOf(exchange) === 'done' || call.isEverywhere !== true;
        if (isEnded && (more.length > 0 || !isSound(line, NO_SESSION, 0)))
          report(`${about} leaves the browser its session: ${lines.join(' and ')}`);
        return;
      }
      if ((call.op !== 'sign_in' && call.op !== 'accept') || outcomeOf(exchange) !== 'done') return;
      const isSafe =
        lines.length === 2 &&
        lines.some((line) => isSound(line, SESSION, SESSION_S)) &&
        lines.some((line) => isSound(line, DEVICE, DEVICE_S));
      if (!isSafe) report(`${about} sets ${lines.join(' and ')}`);
      const wanted = nextOf(exchange);
      if (seen.headers.location !== wanted)
        report(`${about} leads to ${seen.headers.location}, not to ${wanted}`);
    },
  }),
};

function cookiesOf({ headers }: Answer): readonly string[] {
  return headers['set-cookie']?.split('\n') ?? [];
}

function isSound(line: string, shape: RegExp, ageS: number): boolean {
  return shape.exec(line)?.[1] === String(ageS);
}

function nextOf({ sent: { call } }: Exchange): string {
  const next = call.op === 'sign_in' ? (call.next ?? '') : '';
  return next === '' || ELSEWHERE.test(next) ? '/' : next;
}
