/**
 * One numbering for all that is printed: a request bears the number of its step, `step 12`, or `step 12.2` if
 * it is the second of that step. Those of no step are `setup.3`, and `end.5` if they come after the history.
 */
import type { TraceLine } from '../model.js';

export interface Names {
  /** The number of a request of the run as that of its step; undefined if the trace knows none. */
  stepOf(request: unknown): string | undefined;
  /** A text of a rule, in which requests go by the names of their steps. */
  inText(text: string): string;
  /** The meaning of each id in these texts, a line each. */
  idsIn(texts: readonly string[]): readonly string[];
}

/** The fields that matter of a line that tells of a request. */
interface RequestLine extends TraceLine {
  readonly request?: unknown;
  readonly step?: unknown;
  readonly keyId?: unknown;
  readonly call?: { readonly op?: unknown; readonly key?: unknown };
  readonly body?: unknown;
}

const ID = /\b[a-z]+_[A-Za-z0-9]{12,}\b/g;

export function namesIn(trace: readonly TraceLine[]): Names {
  const steps = new Map<unknown, string>();
  const times = new Map<string, number>();
  const ids = new Map<string, string>();
  for (const line of trace as readonly RequestLine[]) {
    if (line.what === 'sent') {
      const isOfStep = typeof line.step === 'number' && line.step > 0;
      const group = isOfStep ? String(line.step) : line.at < 0 ? 'setup' : 'end';
      const nth = (times.get(group) ?? 0) + 1;
      times.set(group, nth);
      steps.set(line.request, isOfStep && nth === 1 ? group : `${group}.${nth}`);
      if (typeof line.call?.key === 'number' && typeof line.keyId === 'string' && line.keyId !== '')
        ids.set(line.keyId, `key ${line.call.key}`);
    } else if (line.what === 'answered' && typeof line.body === 'string') {
      const id = /^\{"id":"(\w+)"/.exec(line.body)?.[1];
      const step = steps.get(line.request);
      if (id !== undefined && step !== undefined && !ids.has(id))
        ids.set(id, `first heard of in step ${step}`);
    }
  }
  const stepOf = (request: unknown) => steps.get(request);
  return {
    stepOf,
    inText: (text) =>
      text.replace(/\brequest (\d+)\b/g, (whole, request: string) => {
        const step = stepOf(Number(request));
        return step === undefined ? whole : `step ${step}`;
      }),
    idsIn: (texts) =>
      [...new Set(texts.flatMap((text) => text.match(ID) ?? []))].flatMap((id) => {
        const meaning = ids.get(id);
        return meaning === undefined ? [] : [`${id}: ${meaning}`];
      }),
  };
}
