/**
 * Results in parts, as the Range field of their request asks (RFC 9110, 14.2). The field, and the length that
 * the answer gives for the whole, decide the part; its bytes are held against the whole at the end.
 */
import { isFetch } from '../../history/results/result-calls.js';
import { type Answer, codeOf } from '../facts/requests.js';
import type { Rule } from '../invariant.js';

interface Part {
  readonly request: number;
  readonly jobId: string;
  readonly size: number;
  readonly from: number;
  readonly to: number;
  /** Its bytes, if they are shown. */
  readonly text: string | undefined;
}

/** `any`: the range is no valid one, and may be passed over or refused. */
type Wish = 'whole' | 'unsatisfiable' | 'any' | { readonly from: number; readonly to: number };

const CONTENT_RANGE = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/;

export const RANGES: Rule = {
  name: 'ranges',
  says: 'A part of a result is the bytes that were asked for, and Content-Range says which; a range that has none of its bytes is refused with its length; any other field gets the whole, and so does one that is bound to another state of it (If-Range).',
  watch(_, report) {
    const wholes = new Map<string, Set<string>>();
    const parts: Part[] = [];
    return {
      observe(seen, exchange) {
        if (seen.what !== 'answered' || exchange === undefined || !isFetch(exchange.sent.call)) return;
        const { jobId, request } = exchange.sent;
        const { call } = exchange.sent;
        const { status } = seen;
        const isRefused =
          codeOf(seen) === 'range_not_satisfiable' || (call.op === 'open_link' && status === 416);
        if (status !== 200 && status !== 206 && !isRefused) return;
        const { bytes, text } = call.isHead ? {} : contentOf(seen);
        const said = CONTENT_RANGE.exec(seen.headers['content-range'] ?? '');
        const size = status === 200 ? bytes : Number(said?.[3] ?? Number.NaN);
        if (status === 200 && text !== undefined)
          wholes.set(jobId, (wholes.get(jobId) ?? new Set()).add(text));
        // A file whose provider does not say how long it is has no ranges, and is not shown.
        if (size === undefined) return;
        const wish = call.ifRange === undefined ? wishOf(call.range, size) : 'whole';
        const unless = call.ifRange === undefined ? '' : ` if it is ${call.ifRange}`;
        const is = `request ${request} for ${JSON.stringify(call.range)}${unless} of ${size} bytes of ${jobId}`;
        const answered = `is answered ${status}, ${seen.headers['content-range'] ?? 'no Content-Range'}`;
        const isRight =
          status === 200
            ? (wish === 'whole' || wish === 'any') && seen.headers['content-range'] === undefined
            : isRefused
              ? (wish === 'unsatisfiable' || wish === 'any') && said?.[1] === undefined && said !== null
              : typeof wish === 'object' &&
                said?.[1] === String(wish.from) &&
                said[2] === String(wish.to - 1) &&
                (bytes ?? wish.to - wish.from) === wish.to - wish.from;
        if (!isRight)
          report(`${is} ${answered}, with ${bytes ?? 'unknown'} bytes, and should be ${toldOf(wish)}`);
        else if (typeof wish === 'object') parts.push({ request, jobId, size, ...wish, text });
      },
      end() {
        for (const { request, jobId, size, from, to, text } of parts) {
          const known = [...(wholes.get(jobId) ?? [])].map((whole) => Buffer.from(whole));
          if (known.length === 0) continue;
          const fits = known.filter(({ length }) => length === size);
          if (fits.length === 0)
            report(`request ${request} says that ${jobId} has ${size} bytes: "${known.join('" or "')}"`);
          else if (text !== undefined && !fits.some((whole) => `${whole.subarray(from, to)}` === text))
            report(
              `request ${request} got "${text}" as bytes ${from} to ${to - 1} of "${fits.join('" or "')}"`,
            );
        }
      },
    };
  },
};

/** The content as the exchange shows it. */
function contentOf({ body }: Answer): { readonly bytes?: number; readonly text?: string } {
  const [, bytes, , text] = /^(\d+) bytes(: (.*))?$/s.exec(body) ?? [];
  return bytes === undefined ? {} : { bytes: Number(bytes), ...(text !== undefined && { text }) };
}

function wishOf(field: string | undefined, size: number): Wish {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(field ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const from = Math.max(0, size - Number(last));
    return from >= size ? 'unsatisfiable' : { from, to: size };
  }
  if (last !== '' && BigInt(last) < BigInt(first)) return 'any';
  if (Number(first) >= size) return 'unsatisfiable';
  return { from: Number(first), to: last === '' ? size : Math.min(Number(last) + 1, size) };
}

function toldOf(wish: Wish): string {
  if (wish === 'whole' || wish === 'any') return 'the whole';
  return wish === 'unsatisfiable' ? '416, bytes */size' : `206, bytes ${wish.from}-${wish.to - 1}`;
}
