/** Texts as clients read them, and reports as generations hear them, in a form that can be compared. */
import type { Begun } from '../../../../../src/routing/text/text-desk.js';
import type { DrawnText } from './drawn-runs.js';
import { type NaiveRun, SAID } from './naive-run.js';
import type { Fields } from './run-clock.js';

const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': keep-alive';

/** All that the client of a stream is to read, with the times. Events that wait go out together. */
export function readBy({ readsFromMs, isStreamed }: DrawnText, { begun, pushed, clock }: NaiveRun) {
  if (!isStreamed || begun[1].kind !== 'stream') return [];
  const from = Math.max(begun[0], readsFromMs);
  const told: [at: number, events: unknown[]][] = [];
  let last = from;
  for (const [pushedAt, event] of pushed) {
    const at = Math.max(from, pushedAt);
    for (; at - last > KEEP_ALIVE_MS; last += KEEP_ALIVE_MS) told.push([last + KEEP_ALIVE_MS, [KEEP_ALIVE]]);
    last = at;
    const before = told.at(-1);
    if (before?.[0] === at) before[1].push(sorted(event));
    else told.push([at, [sorted(event)]]);
  }
  return told.filter(([at]) => at < clock.goneAt);
}

/** The events of a chunk; of an error its code, and its words if they are the provider's. */
export function eventsIn(chunk: string): unknown[] {
  return chunk
    .split('\n\n')
    .slice(0, -1)
    .map((event) => {
      if (!event.startsWith('data: {')) return event.replace('data: ', '');
      const body = JSON.parse(event.slice('data: '.length)) as Fields;
      const error = body.error as (Failure & { readonly request_id: string }) | undefined;
      return sorted(error === undefined ? body : { error: wordsOf(error), request_id: error.request_id });
    });
}

interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Of a failure its code, and its words if they are the provider's. */
export function shownEvent(event: object): unknown {
  const { failure } = event as { readonly failure?: Failure };
  return failure === undefined ? event : { ...event, failure: wordsOf(failure) };
}

export function shownAnswer(begun: Begun): unknown {
  if (begun.kind === 'whole') return sorted({ kind: 'whole', body: JSON.parse(begun.body) });
  if (begun.kind !== 'failed') return { kind: begun.kind };
  return sorted({ kind: 'failed', failure: wordsOf(begun.failure), againMs: begun.askAgainAfterMs });
}

function wordsOf({ code, message }: Failure): string {
  return message === SAID ? `${code} ${SAID}` : code;
}

/** Its fields may come in any order. */
export function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}
