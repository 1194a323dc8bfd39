/** Clients that go on with what comes in parts. */
import type { ClientCall } from '../../../history/client-call.js';

/** The call for the part behind this answer; undefined if it is the last, or stands by itself. */
export function nextCall(call: ClientCall, answer: string): ClientCall | undefined {
  if (call.op !== 'void_simulated' && call.op !== 'page') return undefined;
  const { next } = JSON.parse(answer) as { readonly next: string | null };
  if (next === null) return undefined;
  if (call.op === 'void_simulated') return { op: 'void_simulated', from: next };
  // A list that never ends is found out by its first repetition.
  if (call.after === next) return undefined;
  const { cursor: _, ...read } = call;
  return { ...read, after: next };
}
