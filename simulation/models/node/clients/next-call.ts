/** Clients that go on with what comes in parts. */
import type { ClientCall } from '../../../history/client-call.js';
import type { LookCall } from '../../../history/people-call.js';

/** The call for the part behind this answer; undefined if it is the last, or stands by itself. */
export function nextCall(call: ClientCall, answer: string): ClientCall | undefined {
  if (call.op === 'look') return nextLook(call, answer);
  if (call.op !== 'void_simulated' && call.op !== 'page') return undefined;
  const { next } = JSON.parse(answer) as { readonly next: string | null };
  if (next === null) return undefined;
  if (call.op === 'void_simulated') return { op: 'void_simulated', from: next };
  // A list that never ends is found out by its first repetition.
  if (call.after === next) return undefined;
  const { cursor: _, ...read } = call;
  return { ...read, after: next };
}

/** A table of more pages leads in a circle. */
const PAGES_MAX = 200;

/** The further page of a table that is read in whole. */
function nextLook(call: LookCall, html: string): LookCall | undefined {
  const [, link = ''] = /<a class="button quiet" href="([^"]*)" rel="next"/.exec(html) ?? [];
  const nth = (call.nth ?? 0) + 1;
  return link === '' || nth >= PAGES_MAX ? undefined : { ...call, nth, link: link.replaceAll('&amp;', '&') };
}
